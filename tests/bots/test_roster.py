"""Who there is to play against: our own by name, with options; how they play; and the bots of other packages."""

from __future__ import annotations

import doctest
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import bornes.bots
from bornes import EDITIONS, Deal, Game, Phase
from bornes.bots import ROSTER, Bot, BotError, BotProfile, BotSpec, BrokenBot, bot, bot_profiles
from bornes.bots.roster import TITLES
from bornes.engine.playout import Policy
from bornes.game.position import Window
from bornes.i18n import Translator
from tests.support.packages import bring
from tests.support.paths import DOCS
from tests.support.scenes import Card, piles, rules_of, scene

NAMES = [character.name for character in ROSTER]
QUICK = rules_of("parker-1962", 2, turn_cap=12)


def played(seed: int, *names: str) -> Deal:
    """A short deal between bots by name."""
    deal = Game(QUICK, seed=seed).deal
    seats = [bot(name, seed=seed) for name in names]
    while deal.seat is not None:
        deal.play(seats[deal.seat].choose(deal.view(deal.seat)))
    return deal


# -- our own -------------------------------------------------------------------------------------------------------


def test_the_documentation_of_the_room_is_true() -> None:
    result = doctest.testmod(bornes.bots)
    assert (result.failed, result.attempted) == (0, 5)


def test_the_roster_begins_with_the_weakest() -> None:
    assert NAMES[:2] == ["random", "sunday-driver"]
    assert [name for name in TITLES if name in NAMES] == NAMES


def test_everybody_on_the_roster_is_there_by_name() -> None:
    assert list(bot_profiles())[: len(ROSTER)] == NAMES
    for character in ROSTER:
        assert bot_profiles()[character.name] is character
        assert BotSpec.parse(character.name).character is character
        assert character.package is None


def test_each_has_a_title_and_a_line_in_both_languages() -> None:
    french = Translator("fr")
    for title, line in TITLES.values():
        assert french.gettext(title) != title
        assert french.gettext(line) != line
        assert line.endswith(".")
    assert {(character.title, character.line) for character in ROSTER} <= set(TITLES.values())
    assert [french.gettext(title) for title, _ in TITLES.values()] == [
        "L’Apprenti",
        "Le Conducteur du dimanche",
        "Le Vieux Routier",
        "Le Mécano",
        "Le Champion",
    ]


def test_the_page_tells_of_everybody_in_order() -> None:
    page = (DOCS / "bots.md").read_text(encoding="utf-8")
    rows = [page.find(f"| `{name}` | {title} | {line}") for name, (title, line) in TITLES.items()]
    assert -1 not in rows
    assert rows == sorted(rows)
    assert set(NAMES) <= set(TITLES)


@pytest.mark.parametrize("name", ["random", "sunday-driver"])
@pytest.mark.parametrize("book", EDITIONS)
def test_they_make_legal_moves_under_every_rulebook(book: str, name: str) -> None:
    deal, player = Game(book, seed=3).deal, bot(name, seed=3)
    assert isinstance(player, Bot)
    assert player.name == name
    for _ in range(25):
        assert deal.seat is not None
        deal.play(player.choose(deal.view(deal.seat)))


def test_the_same_seed_gives_the_same_play_and_another_one_another() -> None:
    one, again, other = played(1, "random", "random"), played(1, "random", "random"), Game(QUICK, seed=1).deal
    seats = [bot("random", seed=2), bot("random", seed=2)]
    while other.seat is not None:
        other.play(seats[other.seat].choose(other.view(other.seat)))
    assert one.moves == again.moves != other.moves


def driver_says(deal: Deal) -> set[str]:
    """What Sunday drivers of many tempers would do."""
    assert deal.seat is not None
    view = deal.view(deal.seat)
    return {bot("sunday-driver", seed=seed).choose(view).notation(deal.phase) for seed in range(20)}


def test_a_sunday_driver_plays_what_can_be_played_and_discards_when_nothing_can() -> None:
    rules = rules_of("parker-1962")
    assert driver_says(scene(rules, hand="roll 25 ace gas")) == {"roll", "ace"}
    assert driver_says(scene(rules, hand="25 gas")) == {"-25", "-gas"}


def test_a_sunday_driver_calls_every_coup_fourre() -> None:
    deal = scene(
        rules_of("parker-1962"),
        hand="priority roll",
        tables={1: piles("roll stop")},
        seat=1,
        turn=0,
        phase=Phase.REACT,
        window=Window(0, 1, Card.STOP),
    )
    assert driver_says(deal) == {"coup"}


def test_a_sunday_driver_draws_and_is_content_with_the_short_trip() -> None:
    drawing = scene(rules_of("asmodee"), hand="25 50 75", discards="100", phase=Phase.DRAW)
    assert driver_says(drawing) == {"draw"}
    there = piles("roll", distances="200 200 100 100 75 25")
    assert driver_says(scene(rules_of("parker-1962"), hand="25", tables={0: there}, phase=Phase.EXTEND)) == {"finish"}


def test_a_learner_makes_any_legal_move() -> None:
    view = scene(rules_of("parker-1962"), hand="roll 25 ace").view(0)
    made = {bot("random", seed=seed).choose(view) for seed in range(100)}
    assert made == set(view.legal_moves)


# -- by name, with options -------------------------------------------------------------------------------------------


def thoughtful(seed: int, *, playouts: int = 10, mood: str = "calm") -> Bot:
    """A bot with options."""
    made = bot("random", seed=seed)
    vars(made).update(seed=seed, playouts=playouts, mood=mood)
    return made


@pytest.fixture
def roster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our roster, with one more on top who has options."""
    made = BotProfile("thinker", "The Thinker", "Thinks.", thoughtful, lambda rules: Policy())
    monkeypatch.setattr("bornes.bots.roster.ROSTER", (*ROSTER, made))


@pytest.mark.usefixtures("roster")
@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("thinker", {}),
        ("thinker:", {}),
        ("thinker:playouts=4000", {"playouts": 4000}),
        ("thinker:playouts=2.5,mood=grim", {"playouts": 2.5, "mood": "grim"}),
        ("thinker:mood=", {"mood": ""}),
    ],
)
def test_options_stand_behind_the_name(text: str, options: dict[str, object]) -> None:
    spec = BotSpec.parse(text)
    assert dict(spec.options) == options
    assert BotSpec.parse(str(spec)) == spec
    made = vars(spec.bot(seed=5))
    assert {name: made[name] for name in ("seed", "playouts", "mood")} == {
        "seed": 5,
        "playouts": 10,
        "mood": "calm",
        **options,
    }


@pytest.mark.usefixtures("roster")
def test_a_bot_with_options_is_not_its_bare_policy() -> None:
    assert BotSpec.parse("thinker").policy_of is not None
    assert BotSpec.parse("thinker:playouts=5").policy_of is None


@pytest.mark.usefixtures("roster")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sunday-diver", "there is no bot 'sunday-diver', the bots are random, .*; did you mean sunday-driver"),
        ("xyz", "there is no bot 'xyz', the bots are random, .*thinker$"),
        ("", "there is no bot ''"),
        ("thinker:fast", "'thinker:fast': an option is written name=value, such as champion:playouts=4000"),
        ("thinker:a b=1", "an option is written name=value"),
        ("thinker:depth=3", "thinker has no option 'depth'; its options are playouts, mood"),
        ("random:depth=3", "random has no option 'depth'; it has none"),
        ("thinker:seed=3", "the seed is no option, each seat gets its own"),
        ("thinker:mood=a,mood=b", "thinker: the option 'mood' is given twice"),
    ],
)
def test_what_is_wrong_with_a_name_or_an_option_is_said(text: str, said: str) -> None:
    with pytest.raises(BotError, match=said) as refusal:
        BotSpec.parse(text)
    assert not isinstance(refusal.value, BrokenBot)


# -- those of other packages -----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where packages are found while the test runs."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("a_module_of_")]:
        del sys.modules[name]


def test_a_package_brings_a_bot(folder: Path) -> None:
    bring(folder, "honk")
    honk = bot_profiles()["honk"]
    assert (honk.title, honk.line, honk.package) == ("honk", "From the package bornes-honk.", "bornes-honk")
    assert honk.options() == ("pace",)
    made = bot("honk:pace=3", seed=7)
    assert made.name == "honk"
    assert (vars(made)["seed"], vars(made)["pace"]) == (7, 3)
    assert BotSpec.parse("honk").policy_of is None
    assert played(1, "honk", "random").over


def test_its_options_are_checked_like_ours(folder: Path) -> None:
    bring(folder, "honk")
    with pytest.raises(BotError, match="honk has no option 'volume'; its options are pace"):
        BotSpec.parse("honk:volume=3")


def test_one_that_takes_any_option_gets_any(folder: Path) -> None:
    bring(
        folder, "honk", "from bornes.bots import bot\ndef Maker(seed, **rest):\n    return bot('random', seed=seed)\n"
    )
    assert bot_profiles()["honk"].options() is None
    assert bot("honk:volume=3").name == "random"


def test_nobody_takes_anothers_name(folder: Path) -> None:
    bring(folder, "random", package="bornes-thief")
    bring(folder, "honk", package="bornes-b")
    bring(folder, "honk", package="bornes-a")
    assert bot_profiles()["random"] is ROSTER[0]
    assert bot_profiles()["honk"].package == "bornes-a"
    assert vars(bot("honk"))["pace"] == 1


def test_nothing_of_a_package_runs_before_it_is_asked_for(folder: Path) -> None:
    bring(folder, "honk", "raise RuntimeError('too early')\n")
    assert "honk" in bot_profiles()
    assert bot("random").name == "random"


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("import nowhere_at_all\n", "Maker", "cannot load .*: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("def Maker(:\n", "Maker", "cannot load .*: SyntaxError"),
        ("raise SystemExit('bye')\n", "Maker", "cannot load .*: SystemExit: bye"),
        ("raise GeneratorExit\n", "Maker", "cannot load .*: GeneratorExit"),
        ("class Tilt(BaseException): ...\nraise Tilt('over')\n", "Maker", "cannot load .*: Tilt: over"),
        ("class Tilt(BaseException): ...\ndef Maker(seed):\n    raise Tilt\n", "Maker", "made no bot: Tilt"),
        (
            "class Maker:\n    name = 7\n    def __init__(self, seed): ...\n    def choose(self, view): ...\n",
            "Maker",
            "made no bot: Maker has no name",
        ),
        ("", "Maker", "cannot load .*: AttributeError"),
        ("Maker = 3\n", "Maker", "names a_module_of_bornes_honk:Maker, which cannot be called"),
        ("def Maker():\n    pass\n", "Maker", "made no bot: TypeError: .*unexpected keyword argument 'seed'"),
        ("def Maker(seed):\n    return 5\n", "Maker", "made no bot: int has no name or no choose"),
        ("def Maker(seed):\n    raise ValueError('flat\\ntyre')\n", "Maker", "made no bot: ValueError: flat tyre"),
        (
            "class Maker:\n    name = 'x'\n    def __init__(self, seed): ...\n",
            "Maker",
            "made no bot: Maker has no name",
        ),
        ("", "no such thing", "cannot load "),
    ],
)
def test_a_broken_package_is_named_and_troubles_nobody_else(folder: Path, source: str, target: str, said: str) -> None:
    bring(folder, "honk", source, target=target)
    bring(folder, "toot")
    with pytest.raises(BrokenBot, match=f"^honk: the package bornes-honk {said}") as refusal:
        bot("honk")
    assert "\n" not in str(refusal.value)
    assert bot("toot").name == "toot"


UNSPEAKABLE = """
class Silent(type):
    @property
    def __signature__(cls):
        raise ERROR
class Maker(metaclass=Silent):
    name = "x"
    def choose(self, view): ...
"""
"""A bot whose class does not let itself be asked what it takes."""


def test_a_package_that_cannot_be_asked_for_options_is_named(folder: Path) -> None:
    bring(folder, "honk", UNSPEAKABLE.replace("ERROR", "RuntimeError('no')"))
    with pytest.raises(BrokenBot, match=r"^honk: the package bornes-honk cannot say what .* takes: RuntimeError: no"):
        bot_profiles()["honk"].options()


def test_ctrl_c_while_a_package_is_loaded_is_no_fault_of_it(folder: Path) -> None:
    bring(folder, "honk", "raise KeyboardInterrupt\n")
    bring(folder, "toot", UNSPEAKABLE.replace("ERROR", "KeyboardInterrupt"))
    with pytest.raises(KeyboardInterrupt):
        bot("honk")
    with pytest.raises(KeyboardInterrupt):
        bot_profiles()["toot"].options()


def test_a_policy_decides_alike_in_every_world_that_fits_the_view() -> None:
    deal = Game("dujardin", seed=5).deal
    rng = Random(1)
    for _ in range(15):
        deal.play(rng.choice(list(deal.legal_moves)))
    assert deal.seat is not None
    view = deal.view(deal.seat)
    twin = view.sample(Random(9)).view(deal.seat)
    for name in ("random", "sunday-driver"):
        assert bot(name, seed=4).choose(view) == bot(name, seed=4).choose(twin)
