"""Records the history of clients and of a server that is killed and restarted again and again."""
import multiprocessing
import os
import random
import time

from client import WITH_NEW_VALUE, WITH_REPLY, WITH_REQUEST, Order, serve
from connection import Connection
from history import REFUSED, UNKNOWN
from server import Server
from table import create_request

CLIENTS = 8
PARTITIONS = 4
RECOVERY_KILL_CHANCE = 0.2
RECOVERY_MS_MAX = 40
MOMENTS = (WITH_REPLY, WITH_REQUEST, WITH_NEW_VALUE, WITH_NEW_VALUE)
# On some servers items are large, so that the server folds its change log while it is killed.
PADDED_CHANCE = 0.2
PAD_BYTES = 150_000


class Recording:
    """One run on one directory: `history`, and `problems`, which are wrong replies."""

    def __init__(self, binary, directory, durability, seed, operations_max):
        self._binary = binary
        self._data_path = os.path.join(directory, "data")
        self._log_path = os.path.join(directory, "server.log")
        self._options = [
            "--db-path", self._data_path, "--durability", durability,
            "--partitions", str(PARTITIONS), "--log-level", "warn",
        ]
        self._random = random.Random(seed)
        self._operations_max = operations_max
        self._origin = time.monotonic_ns()
        self._server = None
        self._clients = []
        self._open = []
        self.history = []
        self.problems = []
        self.starts = 0
        self.kills = self.recovery_kills = self.fold_kills = 0
        self.replies = 0

    def record(self, make_program, kills):
        """Does the kills, then settles and audits on one more server, and stops it.

        `make_program(number)` returns the program of a client.
        """
        self._start_clients(make_program)
        self._start_server()
        connection = Connection(self._server.port)
        connection.call("CreateTable", create_request())
        connection.close()
        while self.kills < kills and not self.problems:
            self._load_and_kill()
            self._maybe_kill_while_recovering()
            self._start_server()
        self._give([Order(self.starts, self._server.port, self._server.pid, is_last=True)] * CLIENTS)
        self._close_unknown()
        self._server.stop()

    def close(self):
        """Ends the server and all clients that still run."""
        if self._server:
            self._server.kill()
        for process, pipe in self._clients:
            process.kill()
            process.join()
            pipe.close()
        self._close_unknown()

    def _start_clients(self, make_program):
        context = multiprocessing.get_context("fork")
        for number in range(CLIENTS):
            here, there = context.Pipe()
            process = context.Process(
                target=serve, args=(there, make_program(number), self._origin), daemon=True
            )
            process.start()
            there.close()
            self._clients.append((process, here))

    def _load_and_kill(self):
        killer = self._random.randrange(CLIENTS)
        pad_bytes = PAD_BYTES if self._random.random() < PADDED_CHANCE else 0
        orders = [
            Order(self.starts, self._server.port, self._server.pid, pad_bytes) for _ in range(CLIENTS)
        ]
        orders[killer].kill_after = self._random.randint(0, self._operations_max // CLIENTS)
        orders[killer].moment = self._random.choice(MOMENTS)
        self._give(orders)
        if not self._server.was_killed():
            self.problems.append("the server ended before it was killed")
        self._server.kill()
        self.kills += 1
        self.fold_kills += os.path.exists(os.path.join(self._data_path, "stator.log.sealed"))

    def _give(self, orders):
        for order, (_, pipe) in zip(orders, self._clients):
            pipe.send(order)
        for _, pipe in self._clients:
            work = pipe.recv()
            self.history += work.operations
            self.problems += work.problems
            self.replies += work.replies
            self._open += [each for each in work.operations if each.outcome == UNKNOWN]

    def _maybe_kill_while_recovering(self):
        while self._random.random() < RECOVERY_KILL_CHANCE:
            server = self._server = Server(self._binary, self._log_path, self._options)
            server.wait_for_output(self._random.randint(0, RECOVERY_MS_MAX))
            server.kill()
            self.recovery_kills += 1

    def _start_server(self):
        self._server = Server(self._binary, self._log_path, self._options).wait_until_listening()
        self.starts += 1
        self._close_unknown()

    def _close_unknown(self):
        """Ends operations of unknown outcome: after this time, none of them can take effect."""
        for operation in self._open:
            operation.ended = time.monotonic_ns() - self._origin
        self._open = []

    def summary(self):
        unknown = [each for each in self.history if each.outcome == UNKNOWN]
        refused = sum(each.outcome == REFUSED for each in self.history)
        return (
            f"{self.kills} kills ({self.fold_kills} while the log was folded), "
            f"{self.recovery_kills} during recovery; {self.replies} replies, {refused} refused operations, "
            f"{len(unknown)} of unknown outcome"
        )
