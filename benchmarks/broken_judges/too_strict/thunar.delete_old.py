# The file must not be in the bin either, though deleting it into the bin is deleting it.
needs = [
    {
        "command": [
            "sh",
            "-c",
            "cd ~/work && find . -mindepth 1 -printf '%P %y\\n' && cat $(find . -type f | sort)",
        ]
    },
    {"command": ["sh", "-c", "ls -A ~/.local/share/Trash/files 2>/dev/null || true"]},
]


def get(state):
    left, thrown = (state.command(need["command"]) for need in needs)
    return {"left": sorted(left.splitlines()), "thrown": thrown.split()}


def check(result, expected):
    return result["left"] == expected and "old.txt" not in result["thrown"]
