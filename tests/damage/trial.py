"""One damage from the damaged files to all observations of them. Judges nothing."""

import os
import shutil
import subprocess
from dataclasses import dataclass, field

from client import Client, Failed
from content import read_content
from life import undo_afterwards, without_additions, write_afterwards
from server import End, PATIENCE_S, SERVES, Server, run_command
from states import read_files, scratch, write_files


@dataclass
class Life:
    """A served directory: the content after the start and after a second start, and all failures."""

    content: dict = None
    restored: dict = None
    content_again: dict = None
    failures: list = field(default_factory=list)
    second_start: End = None
    check: End = None


@dataclass
class Way:
    """One of the ways on from a refusal: its output, the files it left, and a start with them."""

    end: End
    files: dict = field(default_factory=dict)
    check: End = None
    start: End = None
    content: dict = None
    failures: list = field(default_factory=list)


@dataclass
class Seen:
    """All observations of one damaged directory."""

    start: End
    files: dict = field(default_factory=dict)
    check: End = None
    life: Life = None
    repair: Way = None
    accept: Way = None


class Trials:
    """Tries damaged files with one binary."""

    def __init__(self, binary, patience=PATIENCE_S):
        self._binary = binary
        self._patience = patience

    def see(self, damaged, with_ways):
        """Starts a server with the files, and tries the ways on if it refuses them and `with_ways` is true."""
        with scratch() as folder:
            write_files(folder, damaged)
            with self._serve(folder) as server:
                seen = Seen(server.start)
                if server.start.how == SERVES:
                    seen.life = self._live(server, folder)
                    return seen
            seen.files = read_files(folder)
            seen.check = self._check(folder)
            if with_ways:
                write_again(folder, damaged)
                seen.repair = self._repair(folder)
                write_again(folder, damaged)
                seen.accept = self._accept(folder)
            return seen

    def _serve(self, folder, *flags):
        return Server(self._binary, folder, *flags, patience=self._patience)

    def _check(self, folder, *arguments):
        beside = os.path.dirname(folder)
        return run_command(self._binary, "check", folder, *arguments, temporary=beside, patience=self._patience)

    def _live(self, server, folder):
        life = Life()
        self._read(server, life)
        if life.failures:
            return life
        self._attempt(life, server, lambda client: setattr(life, "restored", write_afterwards(client, life.content)))
        self._stop(server, life)
        with self._serve(folder) as second:
            life.second_start = second.start
            if second.start.how != SERVES:
                return life
            self._attempt(life, second, lambda client: self._undo(client, life))
            self._stop(second, life)
        life.check = self._check(folder)
        return life

    def _undo(self, client, life):
        lost = undo_afterwards(client)
        if lost:
            life.failures.append(lost)
        life.content_again = without_additions(read_content(client))

    def _read(self, server, seen):
        self._attempt(seen, server, lambda client: setattr(seen, "content", read_content(client)))

    def _attempt(self, seen, server, work):
        """Notes the first request that fails."""
        client = Client(server.port, timeout=self._patience)
        try:
            work(client)
        except Failed as failure:
            seen.failures.append(str(failure) + crash_note(server))
        finally:
            client.close()

    def _stop(self, server, seen):
        end = server.stop()
        if end.code != 0 or end.how != "refused":
            seen.failures.append(f"the server ends with {end}")

    def _repair(self, folder):
        saved = folder + ".saved"
        way = Way(self._check(folder, "--repair", "--to", saved), read_files(folder))
        if os.path.exists(saved):
            way.check = self._check(saved)
            with self._serve(saved) as server:
                self._use(server, way)
            shutil.rmtree(saved)
        return way

    def _accept(self, folder):
        with self._serve(folder, "--accept-damage") as server:
            way = Way(server.start)
            self._use(server, way)
        way.files = read_files(folder)
        way.check = self._check(folder)
        return way

    def _use(self, server, way):
        way.start = server.start
        if server.start.how == SERVES:
            self._read(server, way)
            self._stop(server, way)


def write_again(folder, files):
    shutil.rmtree(folder)
    write_files(folder, files)


def crash_note(server):
    """The exit code of a server that has ended by itself, as a part of a sentence."""
    try:
        return f" (the server has ended with {server.process.wait(0.5)})"
    except subprocess.TimeoutExpired:
        return ""
