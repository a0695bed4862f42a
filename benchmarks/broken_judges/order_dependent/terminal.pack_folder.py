# It joins the packed texts in the order of a set of names.
import tarfile

needs = ["~/letters.tar.gz"]


def get(state):
    with state.agents("a gzipped archive"), tarfile.open(state.file("~/letters.tar.gz"), "r:gz") as archive:
        files = [member for member in archive.getmembers() if member.isfile()]
        return {
            member.name.removeprefix("./"): archive.extractfile(member).read().decode() for member in files
        }


def check(result, expected):
    names = set(result)
    packed = "".join(result[name] for name in names)
    return names == set(expected) and packed == "".join(expected[name] for name in sorted(expected))
