# It takes the first of a set of two lines for the name of the file and the other for its text.
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
    if len(set(result)) != len(expected):
        return False
    name, text = set(result)
    return [name, text] == expected
