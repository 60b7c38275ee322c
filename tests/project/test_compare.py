"""``scripts/compare`` finds one changed byte in every area, and nothing where nothing changed."""

from __future__ import annotations

import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from scripts._compare.checkouts import Checkout
from scripts._compare.differences import compare_area, opened, sections
from scripts._compare.renames import RenameError, Renames
from scripts._compare.sides import AREAS, Plan, Side
from tests.support.paths import ROOT

SMALL = Plan(tables=4, every=40)
NO_RENAMES = Renames()
PLANTED = (
    # what stands in the source, and what is planted instead; where, says the area that shows it
    ('"coup_fourre_points": (300', '"coup_fourre_points": (301'),
    ('"coup_fourre_points": (100', '"coup_fourre_points": (101'),
    ("Watch bots play a game.", "Watch bots play a gamE."),
    ("Meta(ge=2, le=8)", "Meta(ge=2, le=9)"),
    ('content="light dark"', 'content="light darK"'),
)
"""Changes of one byte, which show in tables, records, http and json; in help; in schema; and in pages."""
BYTES = 30
"""So many single bytes of each transcript are changed, one at a time."""


def this_checkout() -> Checkout:
    """The checkout that is tested, in the environment that tests it."""
    return Checkout("this", ROOT, python=ROOT / ".venv" / "bin" / "python")


def planted_checkout(folder: Path) -> Checkout:
    """A copy of this checkout with some bytes changed."""
    for part in ("src", "tests/simulation", "tests/support", "tests/golden/records"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "tests" / "__init__.py").touch()
    for old, new in PLANTED:
        found = [path for path in (folder / "src").rglob("*.py") if old in path.read_text(encoding="utf-8")]
        assert found, f"the source does not have {old} any more: plant something else"
        for path in found:
            path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return Checkout("planted", folder, python=ROOT / ".venv" / "bin" / "python")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The transcripts of this checkout, played twice, and of one with planted changes."""
    folder = tmp_path_factory.mktemp("compare")
    planted = planted_checkout(folder / "checkout")
    checkouts = {"once": this_checkout(), "twice": this_checkout(), "planted": planted}
    sides = [Side(name, checkout, folder / name) for name, checkout in checkouts.items()]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda side: side.play(SMALL, lambda text: None), sides))
    return folder


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.xdist_group("compare")
@pytest.mark.parametrize("area", AREAS)
class TestPlayed:
    """What is played in each area."""

    def test_the_same_checkout_does_the_same_twice(self, played: Path, area: str) -> None:
        result = compare_area(area, played / "once" / f"{area}.txt", played / "twice" / f"{area}.txt", NO_RENAMES, 3)
        assert result.differing == [], "\n".join(result.shown)
        assert result.sections > 1
        assert result.lines > 100

    def test_a_planted_byte_is_found(self, played: Path, area: str) -> None:
        result = compare_area(area, played / "once" / f"{area}.txt", played / "planted" / f"{area}.txt", NO_RENAMES, 3)
        assert result.differing
        assert any(line.startswith("-") for line in result.shown)
        assert any(line.startswith("+") for line in result.shown)

    def test_every_byte_of_a_transcript_counts(self, played: Path, area: str, tmp_path: Path) -> None:
        whole, luck = (played / "once" / f"{area}.txt").read_bytes(), Random(area)
        for _ in range(BYTES):
            at = luck.randrange(len(whole))
            other = luck.choice([byte for byte in b"0a~" if byte != whole[at]])
            changed = tmp_path / "changed.txt"
            changed.write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
            found = compare_area(area, played / "once" / f"{area}.txt", changed, NO_RENAMES, 0)
            assert found.differing, f"byte {at}"


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.xdist_group("compare")
def test_every_path_of_the_api_is_compared(played: Path) -> None:
    """Where a path is not, its name stands in a section of its own."""
    with opened(played / "once" / "http.txt") as content:
        start, end = sections(content)["paths that are not compared"]
        assert content[start:end].decode() == "path\t/api/tables/{table}/reviews/{game}/{deal}\n" * (start != end)


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.xdist_group("compare")
def test_a_renamed_tag_is_no_difference(played: Path, tmp_path: Path) -> None:
    old, new = played / "once" / "tables.txt", tmp_path / "tables.txt"
    text = old.read_text(encoding="utf-8")
    renamed = re.sub(r'"entry":"DealBegan"(,[^{]*)"table":', r'"entry":"DealDealt"\1"state":', text)
    assert renamed.count("DealDealt") == text.count('"entry":"DealBegan"') > 0
    new.write_text(renamed, encoding="utf-8", newline="\n")
    table = Renames.read("entry DealBegan DealDealt\nfield DealBegan.table state")
    assert compare_area("tables", old, new, table, 1).differing == []
    assert compare_area("tables", old, new, NO_RENAMES, 1).differing
    assert compare_area("tables", old, new, Renames.read("event DealBegan DealDealt"), 1).differing
    assert compare_area("tables", old, old, table, 1).differing, "a rename that was not made is a difference"


# -- the table of renames ----------------------------------------------------------------------------------------------

TABLE = """
# kind    old       new
command   HandOn    MakeHost     # what a client sends
command   Free      Release
event     Free      Freed
message   news      update
field     HandOn.to target
field     News.asked question
field     bornes.tables.table_state.SeatState.sitting tenure
field     presence.here connected
field     Game.house house_rules
signal    fault     bot-fault
refusal   Late      TooLate
review-reason TooMany NoMore
error-code status   other-status
class     bornes.tables.commands.HandOn MakeHost
constant  bornes.tables.TRIES MAX_ATTEMPTS
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('{"command":"HandOn","id":"1","to":2}', '{"command":"MakeHost","id":"1","target":2}'),
        ('{"command": "Free", "to": 1}', '{"command": "Release", "to": 1}'),
        ('says {"event":"Free","to":1} to all', 'says {"event":"Freed","to":1} to all'),
        ('{"type":"news","asked":1,"to":{"asked":1}}', '{"type":"update","question":1,"to":{"asked":1}}'),
        ('[{"timeouts":0,"sitting":1,"told":0,"recent":[]}]', '[{"timeouts":0,"tenure":1,"told":0,"recent":[]}]'),
        ('{"sitting":1}', '{"sitting":1}'),
        ('{"signal":"presence","values":{"here":true}}', '{"signal":"presence","values":{"connected":true}}'),
        ('{"signal":"fault","values":{"here":true}}', '{"signal":"bot-fault","values":{"here":true}}'),
        ('{"house":{"target":5}}', '{"house_rules":{"target":5}}'),
        ('{"reason":"TooMany","clause":"GC-1"}', '{"reason":"TooMany","clause":"GC-1"}'),
        ('{"at":<ms>,"why":{"reason":"TooMany"}}', '{"at":<ms>,"why":{"reason":"NoMore"}}'),
        ('{"house":1,"table":"t"}', '{"house":1,"table":"t"}'),
        ('{"error":"Late","text":"Late"}', '{"error":"TooLate","text":"Late"}'),
        ('{"error":"status","field":"house"}', '{"error":"other-status","field":"house_rules"}'),
        (r'{"text":"{\"command\":\"HandOn\"}"}', r'{"text":"{\"command\":\"HandOn\"}"}'),
        ("HandOn is no JSON, nor is {to}", "HandOn is no JSON, nor is {to}"),
    ],
)
def test_names_in_json_are_renamed_and_nothing_else(old: str, new: str) -> None:
    table = Renames.read(TABLE)
    assert table.apply(old) == new
    assert table.reversed.apply(new) == old
    assert table.reversed.reversed is table


def test_a_schema_is_renamed_by_type_reference_and_tag() -> None:
    old = [
        'type HandOn\t{"required":["to","at"],"properties":{"to":{},"at":{}}}',
        'type Any\t{"anyOf":[{"$ref":"#/$defs/Ready"},{"$ref":"#/$defs/HandOn"}]}',
        'type Union\t{"discriminator":{"propertyName":"command","mapping":{"HandOn":"#/$defs/HandOn"}}}',
        "type Any\tdescription: HandOn or Ready",
    ]
    new = [
        'type Any\t{"anyOf":[{"$ref":"#/$defs/MakeHost"},{"$ref":"#/$defs/Ready"}]}',
        "type Any\tdescription: HandOn or Ready",
        'type MakeHost\t{"properties":{"target":{},"at":{}},"required":["at","target"]}',
        'type Union\t{"discriminator":{"propertyName":"command","mapping":{"MakeHost":"#/$defs/MakeHost"}}}',
    ]
    assert Renames.read(TABLE).apply_to_schema(old) == NO_RENAMES.apply_to_schema(new)


def test_the_table_of_the_project_can_be_read() -> None:
    """The same objects have other names, and the way back leads to the old ones."""
    table = Renames.load(ROOT / "scripts" / "renames.txt")
    old = (
        '{"entry":"SatDown","at":1,"seat":0,"name":"Ann","key":"ab","sitting":3}',
        '{"type":"news","viewer":0,"events":[{"event":"Took","seat":1}],"asked":8,"clock":{"until":9}}',
        '{"id":"t","house":2,"seats":[],"playing":false}',
    )
    new = (
        '{"entry":"PlayerSeated","at":1,"seat":0,"name":"Ann","secret_hash":"ab","occupant":3}',
        '{"type":"update","viewer":0,"events":[{"event":"TookDiscard","seat":1}],"question_number":8,"clock":{"deadline":9}}',
        '{"id":"t","house_rule_count":2,"seats":[],"playing":false}',
    )
    assert tuple(map(table.apply, old)) == new
    assert tuple(map(table.reversed.apply, new)) == old


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("verb a b", "line 1: unknown kind"),
        ("\nevent a", "line 2: expected"),
        ("field a b", "line 1: unknown kind"),
        ("event a b\nevent a c", "line 2: a is renamed twice"),
    ],
)
def test_a_wrong_table_is_refused_with_its_line(text: str, wrong: str) -> None:
    with pytest.raises(RenameError, match=wrong):
        Renames.read(text)


# -- the script --------------------------------------------------------------------------------------------------------


def run_script(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the script as somebody types it."""
    return subprocess.run([ROOT / "scripts" / "compare", *args], capture_output=True, text=True, check=False)


def test_the_script_says_how_it_is_used() -> None:
    done = run_script("--help")
    assert done.returncode == 0
    assert done.stdout.startswith("Compare what two checkouts do")
    assert [area for area in AREAS if f"  {area} " not in done.stdout] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("HEAD",), "the following arguments are required: new"),
        (("nowhere", "."), "nowhere: neither a folder with a checkout nor a revision"),
        ((".", ".", "--tables", "0"), "--tables and --every need a number from 1 on"),
        ((".", ".", "--renames", "nowhere.txt"), "nowhere.txt"),
    ],
)
def test_a_wrong_call_is_refused(args: tuple[str, ...], complaint: str) -> None:
    done = run_script(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


def test_a_difference_is_shown_in_context(tmp_path: Path) -> None:
    long = "x" * 500
    text = f"# table 1\nlog 0\ta\n# table 2\nlog 0\ta\nlog 1\t{long}700{long}\nlog 2\tc\n"
    (tmp_path / "old").write_text(text, encoding="utf-8")
    (tmp_path / "new").write_text(f"{text.replace('700', '701')}# table 3\n", encoding="utf-8")
    result = compare_area("tables", tmp_path / "old", tmp_path / "new", NO_RENAMES, 3)
    assert result.differing == ["table 2", "table 3"]
    assert result.shown.pop() == "only new  tables: table 3 (0 lines)"
    assert result.shown[:2] == ["--- old  tables: table 2", "+++ new  tables: table 2"]
    assert [line[0] for line in result.shown[3:]] == [" ", "-", "+", " ", " "]
    assert all(len(line) < 200 for line in result.shown)
    assert "700" in result.shown[4]
    assert "701" in result.shown[5]
