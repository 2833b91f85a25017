"""Kills the server (SIGKILL) again and again while it writes to a table whose changes go to a file of a
Kinesis destination and to a function.

Destination and mapping are set once, before the first kill. At the end every change that was made is in
the file and has reached the function, which fails by chance; those of an item have come in their
order. A change may come twice, none may be missing. Prints the seed; the same seed repeats the same
choices.

usage: crash_test.py [--kills N] [--seed N] [BINARY]         (or STATOR_BINARY)
"""
import json
import os
import pathlib
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python"))
import kill_test
from chance_function import ChanceFunction
from crash_connection import GONE, Connection
from kill_test import Trigger
from order import Arrivals
from server import Server

TABLE = "Changing"
STREAM_ARN = "arn:aws:kinesis:eu-west-2:000000000000:stream/changes"
REGION = "eu-west-2"
WRITERS = 4
KEYS_A_WRITER = 5
ACKNOWLEDGED_BEFORE_KILL_MAX = 300
PATIENCE_SECONDS = 60


class Writer:
    """One client with keys of its own. `written` has the number of each key's last change."""

    def __init__(self, number):
        self._keys = [f"w{number}-{key}" for key in range(KEYS_A_WRITER)]
        self._turn = 0
        self.written = {}
        self.acknowledged = 0
        self.unsure = None

    def run(self, port, trigger):
        connection = Connection(port)
        try:
            while not trigger.pulled:
                self._write(connection, trigger)
        except GONE:
            pass
        finally:
            connection.close()

    def _write(self, connection, trigger):
        key = self._keys[self._turn % KEYS_A_WRITER]
        self._turn += 1
        number = self.written.get(key, 0) + 1
        self.unsure = key
        item = {"pk": {"S": key}, "n": {"N": str(number)}, "pad": {"S": "x" * 200}}
        connection.send("PutItem", {"TableName": TABLE, "Item": item})
        trigger.request_sent()
        status, body = connection.receive()
        if status != 200:
            raise AssertionError(f"PutItem answered {status}: {body}")
        self.written[key] = number
        self.unsure = None
        self.acknowledged += 1
        trigger.write_acknowledged()

    def look(self, connection):
        """Whether the write was done that the server died with. What was acknowledged must be there."""
        problems = []
        for key in self._keys:
            reply = connection.call(
                "GetItem", {"TableName": TABLE, "Key": {"pk": {"S": key}}, "ConsistentRead": True}
            )
            number = int(reply["Item"]["n"]["N"]) if "Item" in reply else 0
            known = self.written.get(key, 0)
            if number != known and not (key == self.unsure and number == known + 1):
                problems.append(f"{key} is {number}, acknowledged was {known}")
            if number:
                self.written[key] = number
        self.unsure = None
        return problems


class CrashTest:
    def __init__(self, binary, seed, directory):
        self._binary = os.path.abspath(binary)
        self._random = random.Random(seed)
        self._directory = directory
        self._function = ChanceFunction(seed)
        self._writers = [Writer(number) for number in range(WRITERS)]
        self._file = Arrivals()
        self._server = None
        self.kills = 0
        self.problems = []
        os.mkdir(os.path.join(directory, "data"))

    def run(self, kills):
        self._start()
        self._with_connection(self._set_up)
        while self.kills < kills and not self.problems:
            self._load_and_kill()
            self._start()
            for writer in self._writers:
                self.problems += self._with_connection(writer.look)
        self._with_connection(self._await_quiet)
        self._server.stop()
        self._read_file()
        written = {}
        for writer in self._writers:
            written.update(writer.written)
        for arrivals in (self._file, self._function.arrivals):
            arrivals.check(written)
            self.problems += arrivals.problems

    def close(self):
        if self._server:
            self._server.kill()
        self._function.close()

    def summary(self):
        return (
            f"{self.kills} kills; {sum(writer.acknowledged for writer in self._writers)} writes "
            f"acknowledged; again in the file {self._file.again}, at the function "
            f"{self._function.arrivals.again} in {self._function.calls} calls, "
            f"{self._function.failures} of which failed"
        )

    def _start(self):
        self._server = Server(
            self._binary,
            os.path.join(self._directory, "log"),
            os.path.join(self._directory, "data"),
            ("--kinesis-dir", os.path.join(self._directory, "kinesis")),
        )
        self._server.wait_until_listening()

    def _with_connection(self, work):
        connection = Connection(self._server.port)
        try:
            return work(connection)
        finally:
            connection.close()

    def _set_up(self, connection):
        connection.call(
            "CreateTable",
            {
                "TableName": TABLE,
                "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                "StreamSpecification": {
                    "StreamEnabled": True,
                    "StreamViewType": "NEW_AND_OLD_IMAGES",
                },
            },
        )
        connection.call(
            "EnableKinesisStreamingDestination", {"TableName": TABLE, "StreamArn": STREAM_ARN}
        )
        mapping = {
            "Table": TABLE,
            "Region": REGION,
            "Url": self._function.url,
            "BatchSize": 50,
            "ParallelizationFactor": 2,
            "FunctionResponseTypes": ["ReportBatchItemFailures"],
            "BisectBatchOnFunctionError": True,
        }
        connection.control("PUT", "triggers", {"mappings": [mapping]})

    def _load_and_kill(self):
        acknowledged = self._random.randint(1, ACKNOWLEDGED_BEFORE_KILL_MAX)
        trigger = Trigger(self._server, acknowledged, mid_request=self._random.random() < 0.5)
        threads = [
            threading.Thread(target=writer.run, args=(self._server.port, trigger))
            for writer in self._writers
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._server.kill()
        self.kills += 1

    def _await_quiet(self, connection):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            triggers = connection.control("GET", "triggers")
            streams = connection.control("GET", "kinesis")["streams"]
            if triggers["Idle"] and all(stream["waiting"] == 0 for stream in streams):
                return
        self.problems.append(f"there is no end: {json.dumps(triggers)}, {json.dumps(streams)}")

    def _read_file(self):
        with open(os.path.join(self._directory, "kinesis", "changes.ndjson")) as lines:
            for line in lines:
                self._file.take_record(json.loads(line))


if __name__ == "__main__":
    sys.exit(kill_test.main("Kills a server whose changes go elsewhere.", ("--kills", 8), CrashTest))
