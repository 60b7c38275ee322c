"""What keeps a server safe around its code: the versions it accepts, the unit that runs it, and the pages about it."""

from __future__ import annotations

import logging
import os
import re
import tomllib

import pytest

from bornes.server.lifecycle import warn_of_root
from tests.support.paths import DOCS, ROOT

FLOORS = {"anyio": (4, 14, 2), "h11": (0, 16), "starlette": (1, 3, 1)}
"""The first versions without known holes."""
NEEDED = {
    "User": "bornes",
    "StateDirectory": "bornes",
    "NoNewPrivileges": "yes",
    "CapabilityBoundingSet": "",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "PrivateUsers": "yes",
    "ProtectProc": "invisible",
    "MemoryDenyWriteExecute": "yes",
    "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
    "RestrictNamespaces": "yes",
    "SystemCallArchitectures": "native",
    "UMask": "0077",
}


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


@pytest.mark.parametrize("package", FLOORS)
def test_no_version_with_a_known_hole_is_accepted(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (floor,) = (
        _version(one.removeprefix(f"{package}>="))
        for one in project["optional-dependencies"]["server"]
        if one.startswith(f"{package}>=")
    )
    assert floor >= FLOORS[package]
    for kind in ("run", "test"):
        pins = (ROOT / "requirements" / f"{kind}.txt").read_text(encoding="utf-8")
        found = re.findall(rf"^{package}==([0-9.]+)", pins, re.MULTILINE)
        assert found
        assert all(_version(pin) >= floor for pin in found)


def test_the_unit_takes_the_privileges_away_that_a_server_does_not_need() -> None:
    page = (DOCS / "running.md").read_text(encoding="utf-8")
    unit = page.partition("```ini\n")[2].partition("```")[0]
    pairs = [line.partition("=")[::2] for line in unit.splitlines() if "=" in line and not line.startswith("#")]
    assert {name: value for name, value in pairs if name in NEEDED} == NEEDED
    filters = [value for name, value in pairs if name == "SystemCallFilter"]
    # The processes of bots stand back by setpriority, which is among @resources: it has to be allowed again.
    assert filters == ["@system-service", "~@privileged @resources", "setpriority"]


@pytest.mark.parametrize(("user", "warned"), [(0, True), (1000, False)])
def test_serving_as_root_is_warned_of(
    user: int, warned: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    with caplog.at_level(logging.WARNING, "bornes.server"):
        warn_of_root()
    assert ("runs as root" in caplog.text) is warned
