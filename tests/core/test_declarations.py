"""Options, actions, observation layouts and the state header."""

import json
from dataclasses import dataclass

import numpy as np
import pytest

from eurogym.envs.core.declare.actions import ActionCatalog, ActionRange
from eurogym.envs.core.declare.game import header
from eurogym.envs.core.declare.layout import Field, ObservationLayout
from eurogym.envs.core.declare.options import GameOptions, ValueKind, option
from eurogym.envs.core.errors import EurogymError, IllegalActionError, OptionError
from tests import toy
from tests.toy import kernels


@dataclass(frozen=True)
class SampleOptions(GameOptions):
    game_name = "sample"
    num_players: int = option(3, range=(1, 5), help="players")
    level: str = option("normal", choices=("beginner", "normal", "hard"))
    open_hands: bool = option(False, help="hands lie open")
    bonus: int = option(2, choices=(2, 3, 5))

    def validate(self):
        if self.num_players > 1 and self.level != "normal":
            raise OptionError("sample: level is of the solo mode only")


def test_options_have_defaults_and_are_packed_in_order():
    options = SampleOptions.from_kwargs()
    own = {"level": "normal", "open_hands": False, "bonus": 2}
    assert options.as_dict() == {"num_players": 3, "auto_forced": True, "pad_seats": None} | own
    assert options.pack().tolist() == [3, 1, -1, 1, 0, 2] and options.pack().dtype == np.int64
    assert SampleOptions.index("level") == 3 and SampleOptions.code("level", "hard") == 2
    assert SampleOptions.from_kwargs(**options.as_dict()) == options and hash(options) == hash(
        SampleOptions()
    )


def test_options_take_numpy_scalars_and_store_plain_values():
    options = SampleOptions(num_players=np.int64(2), open_hands=np.bool_(True))
    assert type(options.num_players) is int and options.open_hands is True


def refuses(options, values, words):
    with pytest.raises(OptionError) as caught:
        options.from_kwargs(**values)
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert isinstance(caught.value, EurogymError) and isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        *(({"num_players": one}, [f"num_players={one!r}", "1 to 5"]) for one in (6, "3", True, None, 2.0)),
        ({"level": "hrd"}, ["sample: level='hrd'", "'beginner', 'normal', 'hard'", "did you mean 'hard'"]),
        ({"open_hands": 1}, ["open_hands=1", "True, False"]),
        ({"bonus": 4}, ["bonus=4", "2, 3, 5"]),
        ({"num_playerz": 3}, ["num_playerz", "did you mean 'num_players'"]),
        ({"zzz": 3}, ["no option 'zzz'", "num_players"]),
        ({"level": "hard"}, ["solo mode only"]),
        ({"pad_seats": 9}, ["pad_seats=9", "1 to 8 or None"]),
    ],
)
def test_wrong_options_are_named_with_what_is_allowed(values, words):
    refuses(SampleOptions, values, words)


def test_options_describe_themselves_for_docs():
    rows = {row["name"]: row for options in (SampleOptions, KindOptions) for row in options.describe()}
    told = {"name": "num_players", "default": 3, "allowed": "1 to 5", "help": "players", "annotation": int}
    assert SampleOptions.describe()[0] == told and rows["pad_seats"]["allowed"].endswith("or None")
    assert rows["seats"]["allowed"] == "numbers 1 to 9"
    assert rows["extra"]["allowed"] == "letters of ABC or None"


def read_seats(value):
    """One number from 1 to 9 for each of up to three seats: a list, a single one, or text such as "3,5"."""
    if isinstance(value, str):
        value = [int(part) for part in value.split(",")]
    numbers = (value,) if isinstance(value, int) else tuple(value)
    if not 1 <= len(numbers) <= 3 or not all(1 <= number <= 9 for number in numbers):
        raise ValueError(value)
    return numbers


def seat_codes(value):
    return [*value, *[0] * (3 - len(value))]


def read_letters(value):
    if not set(value) <= set("ABC"):
        raise ValueError(value)
    return "".join(sorted(set(value)))


@dataclass(frozen=True)
class KindOptions(GameOptions):
    game_name = "kinds"
    seats: tuple = option(1, kind=ValueKind("numbers 1 to 9", read_seats, seat_codes, 3), help="a list")
    letters: str = option("", kind=ValueKind("letters of ABC", read_letters, lambda v: ["ABC".find(v)]))
    extra: str | None = option(None, kind=ValueKind("letters of ABC", read_letters, lambda v: [len(v)]))
    last: int = option(4, range=(0, 9))


@pytest.mark.parametrize("value", [(3, 5), [3, 5], "3,5", (np.int64(3), np.int64(5))])
def test_values_of_a_kind_are_kept_in_one_form(value):
    options, same = KindOptions(seats=value, letters="CA"), KindOptions(seats="3,5", letters="AC")
    assert options.seats == (3, 5) and options.letters == "AC"
    assert options == same and hash(options) == hash(same)
    assert same.as_dict()["seats"] == [3, 5]
    assert KindOptions.from_kwargs(**json.loads(json.dumps(same.as_dict()))) == options
    assert KindOptions().seats == (1,) and KindOptions().extra is None  # defaults are read like any value
    assert KindOptions(np.int64(2)).num_players == 2 and KindOptions(seats=np.int64(7)).seats == (7,)


def test_kinds_take_the_room_they_need_among_the_packed_values():
    options = KindOptions(seats=[3, 5], letters="B", last=7)
    assert options.pack().tolist() == [2, 1, -1, 3, 5, 0, 1, -1, 7]
    assert [KindOptions.index(name) for name in KindOptions.names()] == [0, 1, 2, 3, 6, 7, 8]
    assert KindOptions.code("letters", "C") == 2 and KindOptions.code("extra", None) == -1
    with pytest.raises(KeyError):
        KindOptions.index("nothing")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"seats": [3, 10]}, ["kinds", "seats=[3, 10]", "numbers 1 to 9"]),
        *(({"seats": one}, [f"seats={one!r}"]) for one in ("a,b", [1, 2, 3, 4], [], None)),
        ({"letters": "AD"}, ["letters='AD'", "letters of ABC"]),
        ({"letters": 3}, ["letters=3"]),
        ({"extra": "X"}, ["extra='X'", "letters of ABC or None"]),
    ],
)
def test_wrong_values_of_a_kind_are_named_in_words(values, words):
    refuses(KindOptions, values, words)


def test_an_option_is_declared_by_exactly_one_of_choices_range_and_kind():
    kind = ValueKind("anything", lambda value: value, lambda value: [0])
    for declared in ({}, {"choices": (1, 2), "kind": kind}, {"range": (1, 2), "kind": kind}):
        with pytest.raises(TypeError, match="choices, a range or a kind"):
            option(1, **declared)


def sample_catalog():
    return ActionCatalog(
        [
            ActionRange("draft", 3, lambda i: f"draft road {i + 1}"),
            ActionRange("pass", 1, "pass"),
            ActionRange("play", 2, ["play miner", "play monk"], "cards"),
        ]
    )


def test_catalog_goes_both_ways():
    catalog = sample_catalog()
    assert catalog.n == len(catalog) == 6
    assert [catalog.parse(catalog.describe(action)) for action in range(6)] == list(range(6))
    assert catalog.id("play", 1) == 5 and catalog["play"].start == 4 and catalog["play"].stop == 6
    assert catalog.locate(5) == ("play", 1)
    assert catalog.parse("  Play   MONK ") == 5 and catalog.parse("3") == 3
    assert [row["first"] for row in catalog.table()] == ["draft road 1", "pass", "play miner"]


def test_catalog_refuses_what_it_does_not_know():
    catalog = sample_catalog()
    for text, words in (("play monkk", "play monk"), ("", "''"), ("6", "6"), ("-1", "-1")):
        with pytest.raises(IllegalActionError, match=words):
            catalog.parse(text)
    for call in (lambda: catalog.describe(-1), lambda: catalog.describe(6), lambda: catalog.id("draft", 3)):
        with pytest.raises(IndexError):
            call()


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (ActionRange("a", 1, "pass"), ActionRange("b", 1, "Pass"), "same text"),
        (ActionRange("a", 1, "one"), ActionRange("a", 1, "two"), "same name"),
    ],
)
def test_catalog_refuses_ambiguous_texts_and_names(one, other, words):
    with pytest.raises(ValueError, match=words):
        ActionCatalog([one, other])


def sample_layout(blocks=2):
    return ObservationLayout(
        [Field("round", (), 0.25, "all", "round"), Field("hand", (2, 2), 0.5, "own seat", high=2)],
        [Field("gold", (), 0.1, "all"), Field("cards", 2, 1.0, "all", high=1)],
        blocks,
    )


def test_layout_places_fields_and_scales_them():
    layout = sample_layout()
    assert layout.size == len(layout) == 5 + 2 * 3
    assert layout.slices["seat1.cards"] == slice(9, 11)
    assert layout.block_start == 5 and layout.block_size == 3
    assert layout.scale.dtype == np.float32 and layout.scale.shape == (11,)
    assert layout.high.tolist() == [255, 2, 2, 2, 2, 255, 1, 1, 255, 1, 1]
    codes = np.arange(11, dtype=np.uint8)
    named = layout.unflatten(codes)
    assert named["hand"].tolist() == [[1, 2], [3, 4]] and named["seat1.gold"] == 8
    assert layout.unflatten(np.stack([codes, codes]))["hand"].shape == (2, 2, 2)
    values = layout.scaled(codes)
    assert values.dtype == np.float32 and np.allclose(values, codes * layout.scale)
    with pytest.raises(ValueError, match="11 entries"):
        layout.unflatten(codes[:-1])
    with pytest.raises(ValueError, match="round"):
        ObservationLayout([Field("round"), Field("round")])
    rows = sample_layout(4).table()  # fields of seats are told once
    assert [row["name"] for row in rows] == ["round", "hand", "seat<k>.gold", "seat<k>.cards"]
    assert rows[-1]["start"] == 6 and rows[-1]["stop"] == 8


def test_states_have_the_header_then_options_then_their_own_fields():
    names = [field.name for field in header(1, 1)]
    names += ["auto_forced", "hard", *(field.name for field in kernels.FIELDS)]
    assert list(toy.GAME.dtype.names) == names and toy.GAME.dtype.isalignedstruct


def test_options_and_facts_stand_in_every_state():
    blank = toy.GAME.blank_state(toy.GAME.options_class(num_players=1, difficulty="hard", auto_forced=False))
    assert (blank["hard"], blank["auto_forced"], blank["num_seats"], blank["table_seats"]) == (1, 0, 1, 2)
    batch = toy.batch(num_envs=3, num_players=2)
    assert not np.asarray(batch.states)["hard"].any() and np.asarray(batch.states)["auto_forced"].all()


def test_pad_seats_must_hold_the_table():
    for players, seats in ((3, 2), (1, 1)):
        with pytest.raises(OptionError, match=f"pad_seats={seats}"):
            toy.batch(num_players=players, pad_seats=seats)
