"""The same recording and the same film in other formats, and what only seems to be."""

import subprocess
import wave
from collections.abc import Callable
from pathlib import Path

import imageio_ffmpeg
import numpy as np
import pytest

from scalecua.tasks.metrics.media.ffmpeg import Undecoded
from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

RATE = 16_000
Make = Callable[..., Path]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("media")


@pytest.fixture(scope="module")
def make(folder: Path) -> Make:
    """Makes a file by ffmpeg from its arguments before the name of the output."""

    def made(name: str, *arguments: str) -> Path:
        if not (folder / name).exists():
            argv = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *arguments, str(folder / name)]
            subprocess.run(argv, check=True)
        return folder / name

    return made


def melody(seed: int, seconds: int = 6) -> np.ndarray:
    """Short tones of random pitch over some noise."""
    chance = np.random.default_rng(seed)
    time = np.arange(RATE // 4) / RATE
    pitches = 220 * 2 ** (chance.integers(0, 24, seconds * 4) / 12)
    tones = [np.sin(2 * np.pi * pitch * time) * np.exp(-5 * time) for pitch in pitches]
    return np.concatenate(tones) * 0.6 + chance.normal(size=seconds * RATE) * 0.005


@pytest.fixture(scope="module")
def song(folder: Path) -> Path:
    return wav(folder / "song.wav", melody(1))


def wav(path: Path, sound: np.ndarray) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((sound * 32_767).astype("<i2").tobytes())
    return path


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("a.mp3", ["-b:a", "64k"]),
        ("low.mp3", ["-b:a", "32k", "-ar", "22050"]),
        ("a.ogg", []),
        ("a.m4a", []),
        ("stereo.wav", ["-ac", "2", "-ar", "44100"]),
        ("quiet.wav", ["-af", "volume=0.2"]),
        ("later.wav", ["-af", "adelay=40"]),
        ("film.mkv", ["-f", "lavfi", "-i", "color=red:size=64x64:duration=6"]),
    ],
)
def test_other_formats_of_a_recording_are_the_same(
    name: str, arguments: list[str], song: Path, make: Make
) -> None:
    same = make(name, "-i", str(song), *arguments)
    assert metric("compare_audios")(same, song) == 1
    assert metric("compare_audios")(song, same) == 1


def test_another_recording_is_not_the_same(song: Path, tmp_path: Path) -> None:
    first, second = melody(1), melody(2)
    silence = np.zeros(RATE)
    others = {
        "another": second,
        "backwards": first[::-1],
        "shorter": first[: -RATE // 2],
        "longer": np.concatenate([first, first[: RATE // 2]]),
        "a second silent": np.concatenate([first[: 2 * RATE], silence, first[3 * RATE :]]),
        "other end": np.concatenate([first[: 4 * RATE], second[4 * RATE :]]),
        "a second late": np.concatenate([silence, first[:-RATE]]),
        "silent": np.zeros(6 * RATE),
    }
    for name, sound in others.items():
        other = wav(tmp_path / "other.wav", sound)
        assert metric("compare_audios")(other, song) == 0, name
        assert metric("compare_audios")(song, other) == 0, name


def test_steady_tones_differ_by_pitch(tmp_path: Path) -> None:
    def tone(pitch: float) -> Path:
        sound = np.sin(2 * np.pi * pitch * np.arange(RATE) / RATE)
        return wav(tmp_path / f"{pitch}.wav", sound * 0.5)

    assert metric("compare_audios")(tone(440), tone(440)) == 1
    assert metric("compare_audios")(tone(466), tone(440)) == 0


def test_silence_is_the_same_as_silence(tmp_path: Path) -> None:
    one, two = (wav(tmp_path / f"{seconds}.wav", np.zeros(seconds * RATE)) for seconds in (1, 2))
    assert metric("compare_audios")(one, one) == 1
    assert metric("compare_audios")(one, two) == 0


FILM = ("-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=4", "-pix_fmt", "yuv420p")


@pytest.fixture(scope="module")
def film(make: Make) -> Path:
    return make("film.mp4", *FILM)


@pytest.mark.parametrize(
    ("name", "arguments", "score"),
    [
        ("small.mp4", ["-s", "80x60", "-crf", "33"], 1),
        ("a.mpg", ["-b:v", "300k"], 1),
        ("sound.mp4", ["-f", "lavfi", "-i", "sine=duration=4", "-c:v", "copy"], 1),
        ("turned.mp4", ["-vf", "rotate=PI"], 0),
        ("mirrored.mp4", ["-vf", "hflip"], 0),
        ("grey.mp4", ["-vf", "hue=s=0"], 0),
        ("shorter.mp4", ["-t", "3.2"], 0),
        ("late.mp4", ["-ss", "1"], 0),
    ],
)
def test_films(name: str, arguments: list[str], score: float, film: Path, make: Make) -> None:
    other = make(name, "-i", str(film), *arguments)
    assert metric("compare_videos")(other, film) == score
    assert metric("compare_videos")(film, other) == score


def test_a_film_turned_by_its_own_word_is_the_right_way_up(film: Path, make: Make) -> None:
    upside = make("upside.mp4", "-i", str(film), "-vf", "rotate=PI")
    righted = make("righted.mp4", "-display_rotation", "180", "-i", str(upside), "-c", "copy")
    assert metric("compare_videos")(righted, film) == 1


@pytest.mark.parametrize("name", ["compare_audios", "compare_videos"])
def test_broken_files(name: str, song: Path, film: Path, tmp_path: Path) -> None:
    good = song if name == "compare_audios" else film
    broken = tmp_path / "broken"
    broken.write_bytes(b"no recording")
    playlist = tmp_path / "list.m3u8"
    playlist.write_text(f"#EXTM3U\n#EXTINF:9,\nhttp://localhost:1/{good.name}\n")
    wrong_kind = film if name == "compare_audios" else song
    for bad in (broken, playlist, wrong_kind, tmp_path / "none", str(good)):
        with pytest.raises(Unreadable):
            metric(name)(bad, good)
    with pytest.raises(Undecoded):
        metric(name)(good, broken)
