"""Names that nobody could tell from another at a glance, and honest ones that everybody can."""

# ruff: noqa: RUF001

from __future__ import annotations

from itertools import combinations

import pytest

from bornes.game.player_names import look_alike

OF_ANN = """
    ann ANN aNN Аnn Αnn Aոո Aηη Aпп Aνν ΑΝΝ АNN ᎪNN ꓮꓠꓠ ⲀⲚⲚ ᗩᑎᑎ ᴀɴɴ Ａｎｎ 𝐀𝐧𝐧 𝔸𝕟𝕟 𝒜𝓃𝓃 𝙰𝚗𝚗 Ⓐⓝⓝ 🄰🄽🄽 🅰🅽🅽 🅐🅝🅝 🇦🇳🇳 ᴬⁿⁿ
    ªnn Änn Ȧnn Ạnn Ánn Ąnn Åńn Anń Aññ Aṇṇ Aņņ Añn Ⱥnn ɑnn αnn ɐnn Λnn Ʌnn ∀nn @nn 4nn Ann. Ann' -Ann- A-nn A.n.n _Ann_
    “Ann” Ann· Aŋŋ Aɲɲ Aƞn Aɳn Anꞑ A∩∩ Aחח Aกก Ӓnn Ѧnn 𐊠nn 𐌀𐌍𐌍 Anɴ Aռռ
"""
NEXT_TO_ANN = [
    *OF_ANN.split(),
    "A nn",
    "An\u034fn",
    "Ann\ufe0f",
    "Ann\u3164",
    "A\u0338nn",
    "An\u0323n",
    "\u2800Ann",
    "An\u00a0n",
]
OTHERS = [
    ("Tom", "Torn"),
    ("Will", "WiII"),
    ("Alan", "AIan"),
    ("Lili", "Li1i"),
    ("Bob", "B0b"),
    ("Bob", "8ob"),
    ("Sam", "5am"),
    ("Emma", "3mma"),
    ("Chloé", "Chloe"),
    ("Øyvind", "Oyvind"),
    ("Łukasz", "Lukasz"),
    ("Straße", "Strasse"),
    ("Ægir", "Aegir"),
    ("Walt", "VValt"),
    ("Jean-Luc", "Jean Luc"),
    ("Champion", "Champiοn"),
    ("Νίκη", "νικη"),
    ("Нина", "НИНА"),
    ("Oscar", "ՕՏcar"),
    ("Cody", "Ꮯꓳԁу"),
    ("Bill", "ВіІІ"),
    ("Bill", "BiΙΙ"),
    ("Bill", "Bi∣∣"),
    ("Tom", "Tѳm"),
    ("Tom", "Tөm"),
    ("Tom", "T○m"),
    ("Tom", "T໐m"),
    ("Ann", "ДИИ"),
    ("Ann", "△nn"),
]
HONEST = """
    Ann Anna Anne Annie Hanna Hannah Nan An Ian Alan Allan Amy Emma Ema Mia Max Marc Mark
    Maria Marie Mario Chloé Zoé Léa Léo Noé Noa Jürgen Jörg Søren Åsa Øyvind Łukasz Żaneta
    Дима Дина Анна Инна Нина Нона Лида Липа Борис Сергей Андрей Юлия Νίκη Νίκος Μαρία Ελένη
    Γιώργος أحمد محمد فاطمة דוד דינה חנה राम रमा रीमा किरण करण 李 王 张伟 张玮 さくら さぐら ゆき ゆうき 민수
    민서 지우 지유 ณัฐ ณัท ნინო ნანა Հայկ Անի Անա ❤️ 🚗 🚙 ! ? Ann2 Ann7 Player1a Müller Moller Bo
    Bob Rob Kim Tim Jim Li Lu Eva Ivo
"""


@pytest.mark.parametrize("name", NEXT_TO_ANN)
def test_nobody_is_taken_for_ann(name: str) -> None:
    assert look_alike(name, "Ann")
    assert look_alike("Ann", name)


def test_there_are_many_ways_to_look_like_ann() -> None:
    assert len(NEXT_TO_ANN) >= 60


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_nor_for_somebody_else(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


def test_honest_names_can_sit_at_one_table() -> None:
    names = HONEST.split()
    assert len(names) >= 100
    assert [pair for pair in combinations(names, 2) if look_alike(*pair)] == []
