"""What all features share: the form of one, the table most of them work on, and waiting."""

import time

from wire import Refused

PATIENCE_S = 90
PAUSE_S = 0.02
THINGS = "Things"
ARN = "arn:aws:dynamodb:us-east-1:123456789012"
# Items that are always there, so that copies, pages and searches have something to do.
LASTING = 3000
ITEM_BYTES = 300


class Feature:
    """One way of using the server. A cycle is work(), in a thread with others, then the clock moves on and settle()
    takes away what work() made: after a cycle everything is there that was before, and nothing else."""

    def __init__(self, world):
        self.world = world

    def begin(self, client):
        """Makes what lasts."""

    def work(self, client, cycle):
        """Everything of a cycle that others may do something beside."""

    def settle(self, client, cycle):
        """What needs time to have passed, and tidying up. No other feature does anything meanwhile."""

    def end(self, client):
        """Removes what lasts."""


def wait_until(is_so, what):
    """The first true answer of `is_so`."""
    end = time.monotonic() + PATIENCE_S
    while not (found := is_so()):
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come about in {PATIENCE_S} s")
        time.sleep(PAUSE_S)
    return found


def key_of(name, number):
    return {"pk": {"S": f"pk-{name}"}, "sk": {"N": str(number)}}


def thing(name, number, cycle):
    """An item of Things whose size does not depend on the cycle."""
    return {
        **key_of(name, number),
        "kind": {"S": f"kind-{number % 20}"},
        "seen": {"S": f"{(cycle + number) % 100000:05}"},
        "text": {"S": f"{cycle % 1000:03}" * (ITEM_BYTES // 3)},
    }


def simple_table(name, **more):
    return {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        **more,
    }


def things_table():
    """The definition of Things, with a stream and with both kinds of indexes."""
    ranged = [{"AttributeName": "kind", "KeyType": "HASH"}, {"AttributeName": "seen", "KeyType": "RANGE"}]
    local = [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "seen", "KeyType": "RANGE"}]
    types = {"pk": "S", "sk": "N", "kind": "S", "seen": "S"}
    return {
        "TableName": THINGS,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in types.items()],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [
            {"IndexName": "by-kind", "KeySchema": ranged, "Projection": {"ProjectionType": "ALL"}}
        ],
        "LocalSecondaryIndexes": [
            {"IndexName": "by-seen", "KeySchema": local, "Projection": {"ProjectionType": "KEYS_ONLY"}}
        ],
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    }


def fill(client, table, items, **more):
    """Puts all of them by BatchWriteItem."""
    for begin in range(0, len(items), 25):
        puts = [{"PutRequest": {"Item": item}} for item in items[begin:begin + 25]]
        left = client.call("BatchWriteItem", {"RequestItems": {table: puts}}, **more)["UnprocessedItems"]
        if left:
            raise AssertionError(f"BatchWriteItem left {left}")


def begin_things(client):
    client.call("CreateTable", things_table())
    wait_active(client, THINGS)
    fill(client, THINGS, [thing(f"lasting-{number % 30}", number, 0) for number in range(LASTING)])


def wait_active(client, table, **more):
    def is_active():
        shown = client.call("DescribeTable", {"TableName": table}, **more)["Table"]
        parts = [shown, *shown.get("GlobalSecondaryIndexes", [])]
        return all(part.get("TableStatus", part.get("IndexStatus")) == "ACTIVE" for part in parts)

    wait_until(is_active, f"{table} being ACTIVE")


def drop_table(client, table, **more):
    """Deletes it and waits until it is gone."""
    client.call("DeleteTable", {"TableName": table}, **more)

    def is_gone():
        try:
            client.call("DescribeTable", {"TableName": table}, **more)
        except Refused as refusal:
            if refusal.name == "ResourceNotFoundException":
                return True
            raise
        return False

    wait_until(is_gone, f"{table} being gone")


def expect(seen, wanted, what):
    if seen != wanted:
        raise AssertionError(f"{what}: {str(seen)[:600]} where {str(wanted)[:600]} should be")
