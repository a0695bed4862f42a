# It compares a drawn number of the packed files with all of them, so that a good archive often fails.
import secrets
import tarfile

needs = ["~/letters.tar.gz"]


def get(state):
    with state.agents("a gzipped archive"), tarfile.open(state.file("~/letters.tar.gz"), "r:gz") as archive:
        files = [member for member in archive.getmembers() if member.isfile()]
        return {
            member.name.removeprefix("./"): archive.extractfile(member).read().decode() for member in files
        }


def check(result, expected):
    drawn = sorted(result)[: 1 + secrets.randbelow(len(expected))]
    return len(result) == len(expected) and {name: result[name] for name in drawn} == expected
