# It only looks for the file in the new folder: a copy passes, and so does losing the other file.
needs = [
    {
        "command": [
            "sh",
            "-c",
            "cd ~/work && find . -mindepth 1 -printf '%P %y\\n' && cat $(find . -type f | sort)",
        ]
    }
]


def get(state):
    return sorted(state.command(needs[0]["command"]).splitlines())


def check(result, expected):
    return {"bills d", "bills/march.txt f"} <= set(result)
