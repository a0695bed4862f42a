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
    return sorted(
        state.command(
            ["sh", "-c", "cd ~/work && find . -mindepth 1 -printf '%P %y\\n' && cat $(find . -type f | sort)"]
        ).splitlines()
    )


def check(result, expected):
    return result == expected
