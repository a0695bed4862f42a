import io
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import torch
from PIL import Image

from scalecua.core.action import Done, Key, LeftClick, Type
from scalecua.core.observation import Observation
from scalecua.core.trajectory import Turn
from scalecua.policy.model import load
from scalecua.policy.model.vision import Images
from scalecua.policy.stream import replay
from scalecua.train import drills
from scalecua.train.imitation import Imitation, imitate
from scalecua.train.logprobs import LiveVision
from scalecua.train.reading import UNREAD, Reading, labels
from scalecua.train.widgets import widgets

WORDS = ("apple", "bread", "chair", "cloud", "dream")
TREE = """<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"
 xmlns:cp="https://accessibility.ubuntu.example.org/ns/component">
<push-button name="OK" st:showing="true" cp:screencoord="(48, 32)" cp:size="(48, 32)"/>
<check-box name="apple bread" st:showing="true" cp:screencoord="(0, 0)" cp:size="(96, 16)"/>
<label name="cloud" st:showing="true" cp:screencoord="(0, 48)" cp:size="(16, 16)"/>
<icon name="twice" st:showing="true" cp:screencoord="(0, 16)" cp:size="(16, 16)"/>
<icon name="twice" st:showing="true" cp:screencoord="(16, 16)" cp:size="(16, 16)"/>
</desktop-frame>"""

WIDGETS = widgets(TREE, (96, 64))


def seen(look: Observation) -> Observation:
    return Observation(look.screenshot, look.width, look.height, TREE)


def said(world: Any, segment: Any, *, trained: bool) -> str:
    kept = zip(segment.token_ids, segment.mask, strict=True)
    text: str = world.processor.decode([token for token, mask in kept if mask or not trained])
    return text


def test_what_a_name_tells_apart_can_be_pointed_at(world: Any) -> None:
    look = seen(world.look())
    button, box = drills.targets(WIDGETS)
    assert (button.name, box.name) == ("OK", "apple bread")
    told, turn = drills.pointing(look, button)
    assert told == "Press the OK button."
    assert (turn.actions, turn.thought) == ((LeftClick(72, 48),), "OK")
    assert drills.targets(()) == ()


def test_words_stand_where_accessibility_says(world: Any) -> None:
    found = labels(WIDGETS, world.look(), world.processor)
    read = [
        [world.processor.decode([t]) if t != UNREAD else "" for t in row] for row in found.view(4, 6).tolist()
    ]
    assert read[0] == ["apple"] * 3 + ["bread"] * 3
    assert [bool(word) for word in read[1]] == [True, True, False, False, False, False]
    assert read[2] == ["", "", "", "OK", "OK", "OK"]
    assert read[3] == ["cloud", "", "", "OK", "OK", "OK"]
    assert set(labels((), world.look(), world.processor).tolist()) == {UNREAD}


def test_reading_can_be_learnt_and_each_picture_is_read_once(world: Any) -> None:
    model, look = load(world.folder), seen(world.look())
    words = labels(WIDGETS, look, world.processor)
    (made,) = replay((Turn(look, None, (LeftClick(1, 1),)),), "Press OK", world.family, world.window).close()
    images = Images(world.processor, world.blobs, limit=2**24)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3)
    means = []
    for _ in range(25):
        reading = Reading(LiveVision(images), images, {look.screenshot: words})
        reading.features(model, [*made.images, *made.images])
        assert reading.count == 15
        optimiser.zero_grad()
        torch.autograd.backward(reading.total)
        optimiser.step()
        means.append(float(reading.total.detach()) / reading.count)
    assert means[-1] < 0.5 * means[0]
    assert float(reading.mean.detach()) > means[-1]
    blank = Reading(LiveVision(images), images, {})
    blank.features(model, made.images)
    assert (blank.count, float(blank.total)) == (0, 0.0)


def test_where_a_visual_token_stands_can_be_learnt(world: Any) -> None:
    model, look = load(world.folder), seen(world.look())
    (made,) = replay((Turn(look, None, (LeftClick(1, 1),)),), "Press OK", world.family, world.window).close()
    images = Images(world.processor, world.blobs, limit=2**24)
    nothing = {look.screenshot: labels((), look, world.processor)}
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3)
    means = []
    for _ in range(25):
        reading = Reading(LiveVision(images), images, nothing)
        reading.features(model, made.images)
        assert reading.count == 0
        optimiser.zero_grad()
        torch.autograd.backward(reading.mean)
        optimiser.step()
        means.append(float(reading.mean.detach()))
    assert means[-1] < 0.7 * means[0]


def test_blank_places_are_not_read(world: Any) -> None:
    model = load(world.folder)
    file = io.BytesIO()
    picture = Image.new("RGB", (96, 64), "grey")
    picture.paste(Image.effect_noise((96, 32), 200), (0, 32))
    picture.save(file, "PNG")
    look = Observation(world.blobs.put(file.getvalue()), 96, 64, TREE)
    words = labels(WIDGETS, look, world.processor)
    (made,) = replay((Turn(look, None, (LeftClick(1, 1),)),), "Press OK", world.family, world.window).close()
    images = Images(world.processor, world.blobs, limit=2**24)
    reading = Reading(LiveVision(images), images, {look.screenshot: words})
    reading.features(model, made.images)
    assert reading.count == int((words.view(4, 6)[2:] != UNREAD).sum()) == 7


def test_blind_text_keeps_to_the_instruction_and_exchanges_words(world: Any) -> None:
    look = world.look()
    turns = (
        Turn(look, None, (Type("apple bread"),)),
        Turn(look, None, (LeftClick(9, 9),), thought="OK"),
        Turn(look, None, (Done(),)),
    )
    told = "Enter apple bread and press OK."
    made = [drills.blind(told, turns, world.family, WORDS, Random(seed)) for seed in range(8)]
    texts = [said(world, segment, trained=False) for segment in made]
    assert len(set(texts)) > 4
    for segment, text in zip(made, texts, strict=True):
        assert segment is not None
        assert segment.images == ()
        instruction = text.split("Enter ")[1].split(" and")[0]
        first, second = instruction.split()
        assert {first, second} <= set(WORDS)
        spoken = said(world, segment, trained=True)
        assert f'"text": "{instruction}"' in spoken
        assert "Action: OK" in spoken
        assert "terminate" in spoken
        assert not any(letter.isdigit() for letter in spoken)


def test_blind_text_trains_neither_mistakes_nor_what_only_the_screen_says(world: Any) -> None:
    look = world.look()
    turns: tuple[Turn, ...] = (
        Turn(look, None, (Type("chair"),), mistake=True),
        Turn(look, None, (Type("dream"),)),
    )
    assert drills.blind("Enter what you saw.", turns, world.family, WORDS, Random(0)) is None
    kept = drills.blind(
        "Enter it.", (*turns, Turn(look, None, (Key(("enter",)),))), world.family, WORDS, Random(0)
    )
    assert kept is not None
    assert "chair" not in said(world, kept, trained=True)
    assert "dream" not in said(world, kept, trained=True)
    assert '"keys": ["enter"]' in said(world, kept, trained=True)
    assert "chair" in said(world, kept, trained=False)


def test_numbers_that_are_named_are_trained_and_exchanged_and_digits_of_points_are_not(world: Any) -> None:
    look = world.look()
    turns = (Turn(look, None, (LeftClick(9, 9),), thought="8"),)
    assert drills.spoken(turns) == {"8"}
    made = [drills.blind("Press 8.", turns, world.family, ("8", "tiger"), Random(n)) for n in range(8)]
    spoken = [said(world, segment, trained=True).split("\n")[0] for segment in made]
    assert set(spoken) == {"Action: 8", "Action: tiger"}
    for segment in made:
        assert segment is not None
        assert not any(letter.isdigit() for letter in said(world, segment, trained=True).split("\n", 1)[1])


def test_exercises_are_part_of_imitation_and_of_its_seed(world: Any, tmp_path: Any) -> None:
    made = []
    for number in range(6):
        told, played = world.demonstration(number)
        turns = tuple(Turn(seen(turn.observation), None, turn.actions, thought="OK") for turn in played.turns)
        made.append((f"{told} apple", replace(played, turns=turns)))

    def run(name: str, **options: Any) -> Any:
        return imitate(
            world.folder,
            tmp_path / name,
            made,
            family=world.family,
            segmentation=world.window,
            blobs=world.blobs,
            options=Imitation(**{"steps": 4, "batch": 2, "held_out": 0, "drills": 3, "blind": 2, **options}),
        )

    first = run("a", screens=2, copies=1)
    assert first.last.reading_loss > 1
    assert run("a2", screens=2, copies=1).sha256 == first.sha256
    assert run("a3", screens=2, copies=1, primer=2).sha256 != first.sha256
    first = run("a4")
    assert run("b").sha256 == first.sha256
    assert run("c", drills=0).sha256 != first.sha256
    assert run("d", blind=0).sha256 != first.sha256
    unseen = run("g", screens=2, sight=4)
    assert unseen.sha256 != first.sha256
    assert run("h", screens=2, sight=4, batch=5, blind=0).sha256 == unseen.sha256, "a demonstration was shown"
    assert run("e", reading=0.0).last.reading_loss == 0
    split = run("f", token_budget=64)
    assert split.last.loss == pytest.approx(first.last.loss, rel=2e-2)
