"""Data directories of several kinds, each with the content that a start of it must show."""

import os
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field

import fixture
from client import Client
from content import differences, read_content
from life import write_afterwards
from server import SERVES, Server

DATA, LOG, SEALED, WAL = "stator.db", "stator.log", "stator.log.sealed", "stator.db-wal"


@dataclass
class Expected:
    """A content, and the items that its backups and its history restore."""

    content: dict
    restored: dict = field(default_factory=dict)


@dataclass
class State:
    """The files of a directory by name, older versions of these files, and their content.

    In a torn state, the last change was not acknowledged: `older` has the files without it, and
    `before` has their content.
    """

    name: str
    files: dict
    older: dict
    expected: Expected
    before: Expected = None


def read_files(folder):
    """The bytes of all files, also of those in folders below, by their paths."""
    files = {}
    for below, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(below, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, folder)] = file.read()
    return files


def write_files(folder, files):
    os.makedirs(folder)
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)


@contextmanager
def scratch(name="data"):
    """A path in a temporary directory, which may be in memory."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = tempfile.mkdtemp(prefix="stator-damage-", dir=memory)
    try:
        yield os.path.join(folder, name)
    finally:
        shutil.rmtree(folder)


class Builder:
    """Makes the states with one server after the other. `seed` decides all random values in them."""

    def __init__(self, binary, seed):
        self._binary = binary
        self._seed = seed

    @contextmanager
    def _serve(self, files, *flags):
        with scratch() as folder:
            write_files(folder, files)
            with Server(self._binary, folder, "--seed", str(self._seed), *flags) as server:
                if server.start.how != SERVES:
                    raise AssertionError(f"no start without damage: {server.start}")
                yield folder, server, Client(server.port)

    def _killed(self, files, write, *flags):
        """The files before the writes, those after the writes and a kill, and both contents."""
        with self._serve(files, *flags) as (folder, server, client):
            before, early = read_files(folder), read_content(client)
            write(client)
            content = read_content(client)
            server.kill()
            return before, read_files(folder), early, content

    def _folded(self, files):
        """The files after a start and a stop in order."""
        with self._serve(files) as (folder, server, _):
            if server.stop().code != 0:
                raise AssertionError(f"no stop in order: {server.said()}")
            return read_files(folder)

    def _expect(self, files, content):
        """Reads the content of undamaged files as a damaged directory is read later."""
        with self._serve(files) as (_, _, client):
            unlike = differences(content, read_content(client))
            if unlike:
                raise AssertionError(f"a start without damage changes the content: {unlike}")
            return Expected(content, write_afterwards(client, content))

    def _stages(self):
        """The files of all states but torn ones, their older versions, and the contents."""
        begin, logged, _, first = self._killed({}, self._write(fixture.write_first), "--freeze", fixture.FROZEN)
        early = self._folded(logged)
        _, between, _, _ = self._killed(early, self._write(fixture.write_second))
        middle = self._folded(between)
        begun, both, second, third = self._killed(middle, self._write(fixture.write_third))
        older = {LOG: begun[LOG], DATA: early[DATA]}
        return {
            "logged": (logged, begin, first),
            "both": (both, older, third),
            "folded": (self._folded(both), middle, third),
        }, [first, second, third]

    def _write(self, stage):
        return lambda client: stage(client, self._seed)

    def files(self):
        """The files of another server, by the names of the states."""
        stages, _ = self._stages()
        return {name: files for name, (files, *_) in stages.items()}

    def states(self):
        """All states, and all contents that ever existed."""
        stages, contents = self._stages()
        made = [
            State(name, files, older, self._expect(files, content)) for name, (files, older, content) in stages.items()
        ]
        both, folded = made[1], made[2]
        made += [
            State("sealed", sealed(both.files), sealed(both.older), both.expected),
            self._torn("torn transaction", folded.files, fixture.write_transaction),
            self._torn("torn fork", folded.files, fixture.fork_again),
        ]
        return made, contents

    def _torn(self, name, files, write):
        before, after, early, content = self._killed(files, write)
        return State(name, after, before, self._expect(after, content), self._expect(before, early))


def sealed(files):
    """The files of a server that ended after it had sealed its log."""
    return {SEALED if name == LOG else name: data for name, data in files.items()}
