import dataclasses
from typing import Any

import pytest
import torch

from scalecua.core.action import LeftClick, Type
from scalecua.core.trajectory import Turn
from scalecua.policy.model import load
from scalecua.policy.model.forward import hidden
from scalecua.policy.model.row import row
from scalecua.policy.model.vision import Images
from scalecua.policy.stream import segments
from scalecua.train.logprobs import LiveVision
from scalecua.train.pointing import COPY, Pointing, copies, pointers


def test_a_click_is_pointed_at_in_the_screenshot_it_answers(world: Any) -> None:
    _, played = world.demonstration(0)
    first, last = world.look(), world.look()
    turns = (Turn(first, None, (Type("12"),)), Turn(last, None, (LeftClick(last.width - 1, 0),)))
    played = dataclasses.replace(played, turns=turns)
    (segment,) = segments(played, "Click", world.family, world.window)
    (pointer,) = pointers(played.turns, segment, world.processor)
    image = segment.images[1]
    assert (pointer.start, pointer.stop) == (image.start, image.stop)
    said = [segment.token_ids[place + 1] for place in pointer.places]
    assert world.processor.decode(said) == "10000"
    wide = image.grid[2]
    assert int(pointer.target.argmax()) == wide - 1
    assert float(pointer.target.sum()) == pytest.approx(1)


def test_the_loss_is_that_of_the_heads_attention_and_its_gradient_lowers_it(world: Any) -> None:
    model = load(world.folder)
    vision = LiveVision(Images(world.processor, world.blobs, limit=2**26))
    made = [world.demonstration(number) for number in range(3)]
    found = [segments(t, text, world.family, world.window)[0] for text, t in made]
    marked = [pointers(t.turns, s, world.processor) for (_, t), s in zip(made, found, strict=True)]
    lengths = [len(segment.token_ids) for segment in found]
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3)

    def loss() -> torch.Tensor:
        watch = Pointing(model, marked, lengths)
        images = [image for segment in found for image in segment.images]
        hidden(model, row(found, 1), vision.features(model, images), watch=watch)
        assert float(watch.total[1].detach()) == 0
        return watch.total[0]

    alone = []
    for segment, marks in zip(found, marked, strict=True):
        watch = Pointing(model, [marks], [len(segment.token_ids)])
        hidden(model, row([segment], 1), vision.features(model, segment.images), watch=watch)
        alone.append(float(watch.total[0].detach()))
    before = float(loss().detach())
    assert before == pytest.approx(sum(alone), rel=1e-4)
    for _ in range(30):
        optimiser.zero_grad()
        torch.autograd.backward(loss())
        optimiser.step()
    least = -sum(float((m.target * m.target.clamp_min(1e-9).log()).sum()) for row_ in marked for m in row_)
    assert least < float(loss().detach()) < 0.7 * before


def test_words_that_the_task_names_are_looked_up_where_it_names_them(world: Any) -> None:
    look = world.look()
    _, played = world.demonstration(0)
    turns = (
        Turn(look, None, (Type("apple cloud"),)),
        Turn(look, None, (LeftClick(9, 9),), thought="OK"),
        Turn(look, None, (Type("apple tiger"),), mistake=True),
    )
    told = "Enter apple cloud, press OK, press OK."
    (segment,) = segments(dataclasses.replace(played, turns=turns), told, world.family, world.window)
    (pointer,) = copies(segment, world.processor)
    assert pointer.head == COPY
    ids = segment.token_ids
    said = [world.processor.decode([ids[place + 1]]) for place in pointer.places]
    assert said[:3] == ["apple", "cloud", "OK"]
    assert "tiger" not in said
    for place, target in zip(pointer.places, pointer.target, strict=True):
        named = [i for i, weight in enumerate(target.tolist()) if weight]
        assert max(named) <= place
        assert {ids[i] for i in named} == {ids[place + 1]}
        assert not any(span.start <= i < span.stop for span in segment.turns for i in named)
        assert float(target.sum()) == pytest.approx(1)
    assert [int((target > 0).sum()) for target in pointer.target[:3]] == [1, 1, 2]
    (other,) = segments(dataclasses.replace(played, turns=turns[:1]), "Go on.", world.family, world.window)
    assert copies(other, world.processor) == ()


def test_a_number_in_a_thought_is_copied_and_not_pointed_at(world: Any) -> None:
    look = world.look()
    _, played = world.demonstration(0)
    turns = (Turn(look, None, (LeftClick(9, 9),), thought="8"),)
    (segment,) = segments(dataclasses.replace(played, turns=turns), "Press 8", world.family, world.window)
    (copied,) = copies(segment, world.processor)
    (pointed,) = pointers(turns, segment, world.processor)
    assert [world.processor.decode([segment.token_ids[i + 1]]) for i in copied.places] == ["8"]
    assert min(pointed.places) > max(copied.places)


def test_looking_words_up_can_be_learnt(world: Any) -> None:
    model = load(world.folder)
    look = world.look()
    _, played = world.demonstration(0)
    turns = (Turn(look, None, (Type("apple cloud"),)),)
    (segment,) = segments(
        dataclasses.replace(played, turns=turns), "Enter apple cloud.", world.family, world.window
    )
    vision = LiveVision(Images(world.processor, world.blobs, limit=2**26))
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3)
    means = []
    for _ in range(30):
        watch = Pointing(model, [copies(segment, world.processor)], [len(segment.token_ids)])
        hidden(model, row([segment], 1), vision.features(model, segment.images), watch=watch)
        optimiser.zero_grad()
        torch.autograd.backward(watch.total.sum())
        optimiser.step()
        means.append(float(watch.total[1].detach()))
    assert means[-1] < 0.5 * means[0]
