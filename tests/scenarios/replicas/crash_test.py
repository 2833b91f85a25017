"""Kills the server (SIGKILL) again and again while a global table is written to in two of its three
regions, and checks after each restart that the regions agree and nothing is lost.

Each writer has keys of its own, and shares some with the writers of both regions. It puts, updates
and deletes. Some writes are on their way to other regions when the server is killed: links have
another lag in each round. Once it runs again its clock is set ahead; then every region must hold the
same items, a writer's own keys must be as its last acknowledged write left them (or as the one in
flight would have), and a shared key must be as some writer's last one left it. Prints the seed; the
same seed repeats the same choices.

STRONG_CONSISTENCY=1 makes the table one with strong consistency: then every region must hold the same
at once, without the clock being touched, and nothing may be on its way.

usage: [STRONG_CONSISTENCY=1] crash_test.py [--kills N] [--seed N] [BINARY]         (or STATOR_BINARY)
"""
import os
import pathlib
import random
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python"))
import kill_test
from crash_connection import GONE, HOME, Connection
from kill_test import Trigger
from server import Server

TABLE = "Replicated"
INDEX = "by_group"
REGIONS = (HOME, "us-east-1", "ap-northeast-1")
IS_STRONG = os.environ.get("STRONG_CONSISTENCY") == "1"
WRITING_REGIONS = REGIONS[:2]
WRITERS_A_REGION = 3
OWN_KEYS = 12
SHARED = [f"shared-{number}" for number in range(6)]
ACKNOWLEDGED_BEFORE_KILL_MAX = 400
LAGS_MS = (0, 100, {"uniform": [0, 2000]}, {"uniform": [500, 1500]})
LONGER_THAN_ANY_LAG = "1h"

ABSENT = None


class Writer:
    """One client. `last` has, of each key, the values that its latest write may have left: one when
    it was acknowledged, two when the server died with it under way.
    """

    def __init__(self, number, region, seed):
        self._random = random.Random(f"{seed}-{number}")
        self._region = region
        self._name = f"w{number}"
        self._count = 0
        self.own = [f"{self._name}-{key}" for key in range(OWN_KEYS)]
        self._keys = self.own + SHARED
        self.last = {key: {ABSENT} for key in self.own}
        # The keys whose write was acknowledged since their last check.
        self.settled = set()
        self.acknowledged = 0
        self.in_flight = 0
        self.problems = []

    def run(self, port, trigger):
        connection = Connection(port, self._region)
        try:
            while not self.problems:
                self._write(connection, trigger)
        except GONE as error:
            if not trigger.pulled:
                self.problems.append(f"the server was gone before it was killed: {error!r}")
        finally:
            connection.close()

    def _write(self, connection, trigger):
        key = self._random.choice(self._keys)
        operation, request, value = self._next(key)
        before = self.last.get(key, set())
        self.last[key] = before | {value}
        self.in_flight += 1
        connection.send(operation, {"TableName": TABLE, **request})
        trigger.request_sent()
        status, body = connection.receive()
        if status != 200:
            self.problems.append(f"{operation} answered {status}: {body}")
            return
        self.last[key] = {value}
        self.settled.add(key)
        self.in_flight -= 1
        self.acknowledged += 1
        trigger.write_acknowledged()

    def _next(self, key):
        self._count += 1
        value = f"{self._name}#{self._count}"
        kind = self._random.choice(("put", "put", "update", "delete"))
        if kind == "delete":
            return "DeleteItem", {"Key": {"pk": {"S": key}}}, ABSENT
        group = f"g{self._random.randrange(3)}"
        if kind == "put":
            item = {"pk": {"S": key}, "v": {"S": value}, "group": {"S": group}}
            return "PutItem", {"Item": item}, value
        request = {
            "Key": {"pk": {"S": key}},
            "UpdateExpression": "SET v = :v, #g = :g",
            "ExpressionAttributeNames": {"#g": "group"},
            "ExpressionAttributeValues": {":v": {"S": value}, ":g": {"S": group}},
        }
        return "UpdateItem", request, value


def create_table(connection):
    connection.call(
        "CreateTable",
        {
            "TableName": TABLE,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                {"AttributeName": name, "AttributeType": "S"} for name in ("pk", "group")
            ],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "GlobalSecondaryIndexes": [
                {
                    "IndexName": INDEX,
                    "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "ALL"},
                }
            ],
        },
    )
    _wait_until_active(connection)
    creations = [{"Create": {"RegionName": region}} for region in REGIONS[1:]]
    if IS_STRONG:
        request = {"MultiRegionConsistency": "STRONG", "ReplicaUpdates": creations}
        connection.call("UpdateTable", {"TableName": TABLE, **request})
        _wait_until_active(connection)
        return
    for creation in creations:
        connection.call("UpdateTable", {"TableName": TABLE, "ReplicaUpdates": [creation]})
        _wait_until_active(connection)


def _wait_until_active(connection):
    while connection.call("DescribeTable", {"TableName": TABLE})["Table"]["TableStatus"] != "ACTIVE":
        pass


def check(port, writers, shared):
    """The violations found once everything has arrived; settles what was in flight. `shared` has what
    the shared keys held before.
    """
    problems = []
    home = Connection(port)
    if not IS_STRONG:
        home.control("POST", "clock/advance", {"by": LONGER_THAN_ANY_LAG})
    contents = {}
    for region in REGIONS:
        connection = Connection(port, region)
        scan = {"TableName": TABLE, "ConsistentRead": True}
        contents[region] = {row["pk"]["S"]: row for row in connection.rows("Scan", scan)}
        index = connection.rows("Scan", {"TableName": TABLE, "IndexName": INDEX})
        if {row["pk"]["S"]: row for row in index} != contents[region]:
            problems.append(f"{INDEX} of {region} differs from its table")
        connection.close()
    items = contents[HOME]
    for region in REGIONS[1:]:
        for key in sorted(items.keys() | contents[region].keys()):
            one, other = items.get(key), contents[region].get(key)
            if one != other:
                problems.append(f"{key} is {one} in {HOME} and {other} in {region}")
    problems += _check_writers(items, writers, shared)
    (table,) = home.control("GET", "replication")["tables"]
    if table["retained"] or any(member["waiting"] for member in table["members"]):
        problems.append(f"writes are still on their way: {table}")
    home.close()
    return problems


def _check_writers(items, writers, shared):
    problems = []
    allowed = {}
    for writer in writers:
        for key, values in writer.last.items():
            allowed.setdefault(key, set()).update(values)
    for key, value in shared.items():
        if not any(key in writer.settled for writer in writers):
            allowed.setdefault(key, set()).add(value)
    for key, values in allowed.items():
        stored = items[key]["v"]["S"] if key in items else ABSENT
        if stored not in values:
            problems.append(f"{key} is {stored}; the last writes were {sorted(map(str, values))}")
        # A value that lost is not seen again: the next writes compete with the stored value.
        if key in shared:
            shared[key] = stored
        for writer in writers:
            if key in writer.own:
                writer.last[key] = {stored}
            else:
                writer.last.pop(key, None)
    for writer in writers:
        writer.settled.clear()
    problems += [f"{key} was never written" for key in items.keys() - allowed.keys()]
    return problems


class ReplicaCrashTest:
    """One run: a data directory, the writers, and what has been counted."""

    def __init__(self, binary, seed, directory):
        self._binary = os.path.abspath(binary)
        self._random = random.Random(seed)
        self._directory = directory
        self._data_path = os.path.join(directory, "data")
        os.mkdir(self._data_path)
        self._server = None
        regions = [region for region in WRITING_REGIONS for _ in range(WRITERS_A_REGION)]
        self.writers = [Writer(number, region, seed) for number, region in enumerate(regions)]
        self._shared = {key: ABSENT for key in SHARED}
        self.kills = 0
        self.on_their_way = 0
        self.problems = []

    def run(self, kills):
        self._start()
        self._with_connection(create_table)
        while self.kills < kills and not self.problems:
            self._load_and_kill()
            self._start()
            self._with_connection(self._count_what_is_on_its_way)
            self.problems += check(self._server.port, self.writers, self._shared)
        if not self.problems:
            self._server.stop()
            self._start()
            self.problems += check(self._server.port, self.writers, self._shared)

    def close(self):
        """Ends the server if it still runs."""
        if self._server:
            self._server.kill()

    def _load_and_kill(self):
        server = self._server
        self._with_connection(self._set_links)
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
        for writer in self.writers:
            self.problems += writer.problems

    def _set_links(self, connection):
        connection.control("PUT", "replication", {"lag": self._random.choice(LAGS_MS)})

    def _count_what_is_on_its_way(self, connection):
        (table,) = connection.control("GET", "replication")["tables"]
        self.on_their_way += sum(member["waiting"] for member in table["members"])

    def _with_connection(self, work):
        connection = Connection(self._server.port)
        try:
            work(connection)
        finally:
            connection.close()

    def _start(self):
        log = os.path.join(self._directory, "log")
        self._server = Server(self._binary, log, self._data_path)
        self._server.wait_until_listening()

    def summary(self):
        acknowledged = sum(writer.acknowledged for writer in self.writers)
        in_flight = sum(writer.in_flight for writer in self.writers)
        return (
            f"{self.kills} kills; {acknowledged} writes acknowledged, {in_flight} in flight when "
            f"killed, {self.on_their_way} on their way to a region after a restart"
        )


if __name__ == "__main__":
    description = "Kills the server while replicas are written to; checks that they agree in the end."
    sys.exit(kill_test.main(description, ("--kills", 40), ReplicaCrashTest))
