"""Pytest fixtures: one server for the process, and one of its universes for each test.

With pytest-xdist, each process has a server of its own. The setting `stator_args` contains arguments
for it: `stator_args = --consistency=eventual --seed 7`.
"""
import itertools
import shlex

import pytest

from ._server import Stator

_numbers = itertools.count(1)


def pytest_addoption(parser):
    parser.addini("stator_args", "arguments of the server that tests use", default="")


@pytest.fixture(scope="session")
def stator_server(pytestconfig):
    """The server of this process, as stator.Stator."""
    with Stator(args=shlex.split(pytestconfig.getini("stator_args"))) as server:
        yield server


@pytest.fixture
def stator(stator_server, monkeypatch):
    """An empty universe, as stator.Universe. SDKs that support AWS_ENDPOINT_URL_DYNAMODB use it
    without configuration."""
    name = f"test-{next(_numbers)}"
    universe = stator_server.universe(name)
    stator_server.admin("POST", "universes", {"name": name})
    for variable, value in universe.env().items():
        monkeypatch.setenv(variable, value)
    yield universe
    stator_server.admin("DELETE", f"universes/{name}")
