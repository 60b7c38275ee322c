"""Pieces played on many machines, by Dask.

A piece is a pure function of the pairing and its numbers, so it does not matter who plays it, or how often: when a
worker dies its pieces are played elsewhere, and each is added up once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from socket import create_connection
from threading import Event
from time import sleep
from typing import Any
from urllib.parse import urlsplit

ANSWER_WITHIN = 10.0
"""Seconds in which a scheduler should answer, and a first worker be there."""
_LOOK_UP = 1.0
"""Seconds after which one who waits sees whether the scheduler is still there."""
_ATTEMPTS = 5
"""How often a piece is handed out anew once Dask itself has given up on it."""
_LOGGERS = ("distributed", "tornado", "asyncio")
"""Who speaks up when a connection breaks."""


class ClusterError(RuntimeError):
    """A cluster that cannot be reached, or cannot finish."""


class ClusterPool:
    """A Dask cluster with the face of a pool."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self.address = address
        self.workers = sum(client.nthreads().values())

    def submit(self, function: Callable[..., Any], /, *args: Any) -> ClusterPromise:
        """Hand a piece out."""
        return ClusterPromise(self, function, *args)

    def hand_out(self, function: Callable[..., Any], *args: Any) -> Any:
        """Give a piece to Dask, and return its future."""
        while self._client.status == "connecting":  # what is handed out now would be lost without a word
            sleep(_LOOK_UP / 10)
        self.check()
        # Not "pure": a key of its own each time, so that what was lost is really played again.
        return self._client.submit(function, *args, pure=False, retries=_ATTEMPTS)

    @property
    def gone(self) -> bool:
        """Whether the scheduler went away; Dask itself would then wait for ever."""
        return bool(self._client.status == "closed")

    def check(self) -> None:
        """See that it is still there."""
        if self.gone:
            raise _went_away(self.address)


class ClusterPromise:
    """A piece under way on the cluster."""

    def __init__(self, pool: ClusterPool, function: Callable[..., Any], *args: Any) -> None:
        self._pool = pool
        self._hand_out = partial(pool.hand_out, function, *args)
        self._future = self._hand_out()

    def result(self) -> Any:
        """Wait for it; a piece lost with its workers is handed out again."""
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        for _ in range(_ATTEMPTS):
            try:
                self._wait()
                return self._future.result()
            except (KilledWorker, CancelledError, CommClosedError):
                self._future = self._hand_out()
        raise ClusterError(
            f"the cluster at {self._pool.address} lost a piece {_ATTEMPTS} times; its workers keep dying"
        )

    def _wait(self) -> None:
        """Wait while there is somebody to wait for; a timeout of ``result`` itself could strike during the transfer."""
        done = Event()
        self._future.add_done_callback(lambda future: done.set())
        while not done.wait(_LOOK_UP):
            self._pool.check()

    def cancel(self) -> object:
        """It is no longer wanted."""
        return self._pool.gone or self._future.cancel()


@contextmanager
def cluster(address: str) -> Iterator[ClusterPool]:
    """The cluster whose scheduler is at an address such as ``tcp://127.0.0.1:8786``."""
    try:
        from distributed import Client
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise ClusterError("a cluster needs Dask: pip install 'bornes[cluster]'") from None
    _knock(address)
    make: Any = Client  # which has no types
    with _quiet():
        try:
            with make(address, timeout=ANSWER_WITHIN, set_as_default=False) as client:
                _await_workers(client, address)
                yield ClusterPool(client, address)
        except (CommClosedError, TimeoutError):  # in the middle of a call, or of the farewell
            raise _went_away(address) from None


def _await_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=ANSWER_WITHIN)
    except TimeoutError:
        raise ClusterError(f"the cluster at {address} has no workers; one is started with: dask worker") from None


def _went_away(address: str) -> ClusterError:
    return ClusterError(f"the cluster at {address} went away")


@contextmanager
def _quiet() -> Iterator[None]:
    """Say nothing that we say in a sentence ourselves: Dask's loggers print tracebacks when a scheduler dies."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _LOGGERS]
    loggers = [logging.getLogger(name) for name in {*names, *_LOGGERS}]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled


def _knock(address: str) -> None:
    """See that a scheduler is there: where none is, Dask's client waits for long, and cannot be closed cleanly."""
    host, port, secret = _parts(address)
    try:
        with create_connection((host, port), ANSWER_WITHIN) as there:
            greeted = secret or there.recv(1)  # a scheduler speaks first, unless it has to be called in cipher
    except OSError:
        greeted = b""
    if not greeted:
        raise ClusterError(f"no Dask scheduler answers at {address}; one is started with: dask scheduler")


def _parts(address: str) -> tuple[str, int, bool]:
    """The host, the port, and whether the connection is enciphered."""
    whole = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        host, port = whole.hostname, whole.port
    except ValueError:
        host, port = None, None
    if host is None or port is None or whole.scheme not in ("tcp", "tls"):
        raise ClusterError(f"{address}: the address of a Dask scheduler looks like tcp://127.0.0.1:8786")
    return host, port, whole.scheme == "tls"
