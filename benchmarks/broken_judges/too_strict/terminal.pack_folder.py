# Names in the archive that begin with ./ are refused, though they are the same names.
import tarfile

needs = ["~/letters.tar.gz"]


def get(state):
    with state.agents("a gzipped archive"), tarfile.open(state.file("~/letters.tar.gz"), "r:gz") as archive:
        files = [member for member in archive.getmembers() if member.isfile()]
        return {member.name: archive.extractfile(member).read().decode() for member in files}


def check(result, expected):
    return result == expected
