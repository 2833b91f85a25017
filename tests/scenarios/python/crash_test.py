"""Kills the server (SIGKILL) again and again under load, and checks after each restart that nothing
is lost.

Eight writers put, update, delete, batch-write and transact items of a table with three indexes, a
stream, Time to Live, point-in-time recovery and a Kinesis destination, of which backups are made and
universes forked. At a random moment the server is killed; sometimes it is killed once more while it
recovers. After the restart every item must be as its last acknowledged write left it (or as the one
write in flight would have), a transaction must have happened as a whole or not at all, every index
must equal one rebuilt from the table, and all that the table was told to do must go on. What a killed
server leaves is looked at by `stator check`, now and then. Prints the seed; the same seed repeats the
same choices.

The long run is --kills 500.

usage: crash_test.py [--kills N] [--seed N] [BINARY]         (or STATOR_BINARY)
"""
import os
import random
import select
import subprocess
import sys
import threading
import time

import crash_check
import crash_table
import kill_test
from crash_connection import Connection
from crash_writer import Writer
from kill_test import Trigger
from server import Server

WRITER_COUNT = 8
ACKNOWLEDGED_BEFORE_KILL_MAX = 1200
RECOVERY_KILL_CHANCE = 0.2
RECOVERY_MS_MAX = 40
CHECK_CHANCE = 0.2
BACKUP_CHANCE = 0.2
FORK_CHANCE = 0.2
KINESIS_ARN = "arn:aws:kinesis:eu-west-2:000000000000:stream/crash"


class CrashTest:
    """One run: a data directory, the writers, and what has been counted."""

    def __init__(self, binary, seed, directory):
        self._binary = os.path.abspath(binary)
        self._random = random.Random(seed)
        self._directory = directory
        self._data_path = os.path.join(directory, "data")
        os.mkdir(self._data_path)
        self._server = None
        self.writers = [Writer(number, seed) for number in range(WRITER_COUNT)]
        self.kills = 0
        self.recovery_kills = 0
        self.in_flight = 0
        self.backups = set()
        self.forks = 0
        self.checks = 0
        self.start_seconds_max = 0
        self.problems = []

    def run(self, kills):
        """Does the kills, then a thorough check, before and after an orderly restart."""
        self._start()
        self._with_connection(self._create_table)
        while self.kills < kills and not self.problems:
            self._load_and_kill()
            self._maybe_kill_while_recovering()
            self._maybe_check_file()
            self._start()
            self._with_connection(lambda connection: crash_check.check(connection, self.writers))
            self._with_connection(crash_check.check_features)
            self._with_connection(self._backup_and_fork)
        for _ in range(2):
            if not self.problems:
                self._with_connection(
                    lambda connection: crash_check.check_thoroughly(connection, self.writers)
                )
                self._server.stop()
                self._start()

    def close(self):
        """Ends the server if it still runs."""
        if self._server:
            self._server.kill()

    def _load_and_kill(self):
        server = self._server
        acknowledged = self._random.randint(1, ACKNOWLEDGED_BEFORE_KILL_MAX)
        trigger = Trigger(server, acknowledged, mid_request=self._random.random() < 0.5)
        threads = [
            threading.Thread(target=writer.run, args=(server.port, trigger))
            for writer in self.writers
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.kill()
        self.kills += 1
        self.in_flight += sum(1 for writer in self.writers if writer.in_flight)
        for writer in self.writers:
            self.problems += writer.problems

    def _maybe_kill_while_recovering(self):
        while self._random.random() < RECOVERY_KILL_CHANCE:
            server = self._new_server()
            milliseconds = self._random.randint(0, RECOVERY_MS_MAX)
            select.select([server.process.stdout], [], [], milliseconds / 1000)
            server.kill()
            self.recovery_kills += 1

    def _maybe_check_file(self):
        if self._random.random() >= CHECK_CHANCE:
            return
        checked = subprocess.run(
            [self._binary, "check", self._data_path], capture_output=True, text=True
        )
        self.checks += 1
        if checked.returncode != 0:
            self.problems.append(f"stator check says: {checked.stdout}{checked.stderr}")

    def _backup_and_fork(self, connection):
        """What is acknowledged here is looked for after the next kill, with all that was before."""
        problems = crash_check.check_backups(connection, self.backups)
        if self._random.random() < BACKUP_CHANCE:
            name = f"backup-{self.kills}"
            connection.call("CreateBackup", {"TableName": crash_table.TABLE_NAME, "BackupName": name})
            self.backups.add(name)
        if self._random.random() < FORK_CHANCE:
            if self.forks:
                connection.control("DELETE", f"universes/fork-{self.forks}")
            self.forks += 1
            connection.control("POST", "universes/default/fork", {"name": f"fork-{self.forks}"})
        return problems

    def _with_connection(self, work):
        connection = Connection(self._server.port)
        try:
            self.problems += work(connection)
        finally:
            connection.close()

    def _create_table(self, connection):
        connection.call("CreateTable", crash_table.create_request())
        describe = {"TableName": crash_table.TABLE_NAME}
        while connection.call("DescribeTable", describe)["Table"]["TableStatus"] != "ACTIVE":
            pass
        named = {"TableName": crash_table.TABLE_NAME}
        ttl = {"Enabled": True, "AttributeName": "gone_at"}
        connection.call("UpdateTimeToLive", {**named, "TimeToLiveSpecification": ttl})
        recovery = {"PointInTimeRecoveryEnabled": True}
        connection.call("UpdateContinuousBackups", {**named, "PointInTimeRecoverySpecification": recovery})
        connection.call("EnableKinesisStreamingDestination", {**named, "StreamArn": KINESIS_ARN})
        return []

    def _start(self):
        started = time.monotonic()
        self._server = self._new_server()
        self._server.wait_until_listening()
        self.start_seconds_max = max(self.start_seconds_max, time.monotonic() - started)

    def _new_server(self):
        kinesis = ["--kinesis-dir", os.path.join(self._directory, "kinesis")]
        return Server(self._binary, os.path.join(self._directory, "log"), self._data_path, kinesis)

    def summary(self):
        acknowledged = sum(writer.acknowledged for writer in self.writers)
        return (
            f"{self.kills} kills under load, {self.recovery_kills} during recovery; "
            f"{acknowledged} writes acknowledged, {self.in_flight} in flight when killed; "
            f"{len(self.backups)} backups, {self.forks} forks, {self.checks} checks of what was left; "
            f"slowest start {self.start_seconds_max * 1000:.0f} ms"
        )


if __name__ == "__main__":
    sys.exit(kill_test.main("Kills the server under load; checks that nothing is lost.", ("--kills", 50), CrashTest))
