"""A small task that works, to begin one's own from."""

from scalecua.core.task import Task
from scalecua.tasks.python_judge import PYTHON

PATH = "~/list.txt"
LIST = "bread\nmilk\n"
JUDGE = '''"""What to collect from the desktop, what matters in it, and how it is scored."""

needs = ["~/list.txt"]


def get(state):
    """Take from the state what is judged; whatever fails inside `agents` scores 0, not as a fault of ours."""
    with state.agents("a text"):
        return state.file("~/list.txt").read_text().splitlines()


def check(result, expected):
    """A score in [0, 1], or named ones whose mean counts; `expected` stands in task.json."""
    kept = [line for line in result if line != expected[-1]] == expected[:-1]
    return {
        "added": kept and expected[-1] in result,
        "as the last line": kept and result == expected,
    }
'''


def example(name: str) -> Task:
    """A line is added to a list in a text editor."""
    return Task(
        id=name,
        instruction="Add eggs as the last line of the shopping list in the editor, and save it.",
        domain="mousepad",
        apps=("mousepad",),
        snapshot="default",
        setup=(
            {"type": "write_file", "parameters": {"path": PATH, "content": LIST}},
            {"type": "launch", "parameters": {"command": ["mousepad", "/home/user/list.txt"]}},
            {"type": "wait_window", "parameters": {"wm_class": "mousepad"}},
        ),
        judge={PYTHON: JUDGE, "expected": ["bread", "milk", "eggs"]},
        max_turns=10,
        source="",
        metadata={
            "explanation": "One line more in the open file, and the others as they were.",
            "difficulty": "easy",
            "estimated_steps": 3,
            "solution": {
                "steps": [
                    {"kind": "key", "keys": ["ctrl", "end"]},
                    {"kind": "type", "text": "eggs"},
                    {"kind": "key", "keys": ["ctrl", "s"]},
                ],
                "alternatives": [[{"execute": ["sh", "-c", "echo eggs >> ~/list.txt"]}]],
            },
        },
    )
