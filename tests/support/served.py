"""A real server for the tests of a module, and a program that talks to it: fixtures that a conftest takes over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.servers import ServerProcess, serving
from tests.support.web import Web


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server in a process of its own, while the tests of a module run."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def web(server: ServerProcess) -> Web:
    """A program that talks to it, as any program can."""
    return Web(server.address)
