"""The library of the stream scenarios: workers sharing the shards of a stream, taking over from
each other, and reading parents before their children.
"""
import unittest

import tables
from harness import WORKER_COUNT
from stream_consumer import FAILOVER_SECONDS, SHARD_END, drain
from stream_harness import StreamTest

TABLE_NAME = "counters"
LOG_TABLE = "counter_log"
COPY_TABLE = "counter_copy"


def create_tables(client):
    """The table with its stream, a log of all its changes, and a copy made from the stream."""
    stream = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    for name, request in (
        (TABLE_NAME, {"StreamSpecification": stream}),
        (LOG_TABLE, {}),
        (COPY_TABLE, {}),
    ):
        tables.create(
            client,
            TableName=name,
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
            **request,
        )


def image(record, name):
    """The image of a counter as it was before or after a change; absent ones stand at 0."""
    value = record["dynamodb"].get(name, {}).get("value", {"N": "0"})
    return int(value["N"])


def writes_for(record):
    """Logs a change under its sequence number, and takes the copy from the old value to the new.

    A record processed twice would meet its own entry, one missed or out of order another value in
    the copy: either would cancel the transaction.
    """
    counter_id = record["dynamodb"]["Keys"]["id"]["S"]
    old, new = image(record, "OldImage"), image(record, "NewImage")
    entry = {
        "id": record["dynamodb"]["SequenceNumber"],
        "counter": counter_id,
        "event": record["eventName"],
        "from": old,
        "to": new,
    }
    return [
        {
            "Put": {
                "TableName": LOG_TABLE,
                "Item": entry,
                "ConditionExpression": "attribute_not_exists(id)",
            }
        },
        {
            "Update": {
                "TableName": COPY_TABLE,
                "Key": {"id": counter_id},
                "UpdateExpression": "SET #value = :new",
                "ConditionExpression": (
                    "#value = :old" if old else "attribute_not_exists(id) OR #value = :old"
                ),
                "ExpressionAttributeNames": {"#value": "value"},
                "ExpressionAttributeValues": {":old": old, ":new": new},
            }
        },
    ]


class StreamConsumerTest(StreamTest):
    APPLICATION = "counter-readers"

    def setUp(self):
        super().setUp()
        create_tables(self.dynamodb.meta.client)
        self.follow(TABLE_NAME)

    def connect(self):
        super().connect()
        self.counters = self.dynamodb.Table(TABLE_NAME)

    def writes_for(self, record):
        return writes_for(record)

    def count_up(self, counter_id, times=1):
        for _ in range(times):
            self.counters.update_item(
                Key={"id": counter_id},
                UpdateExpression="ADD #value :one",
                ExpressionAttributeNames={"#value": "value"},
                ExpressionAttributeValues={":one": 1},
            )

    def log(self):
        """The changes of each counter as [(event, from, to)], in the order of sequence numbers."""
        entries = tables.rows(self.dynamodb.Table(LOG_TABLE).scan, ConsistentRead=True)
        log = {}
        for entry in sorted(entries, key=lambda entry: int(entry["id"])):
            change = (entry["event"], int(entry["from"]), int(entry["to"]))
            log.setdefault(entry["counter"], []).append(change)
        return log

    def assert_counted(self, **counts):
        """Asserts that the log tells each counter's way up to its value, and the copy agrees."""
        expected = {
            counter_id: [("INSERT" if n == 0 else "MODIFY", n, n + 1) for n in range(count)]
            for counter_id, count in counts.items()
        }
        self.assertEqual(expected, self.log())
        for table in (COPY_TABLE, TABLE_NAME):
            rows = tables.rows(self.dynamodb.Table(table).scan, ConsistentRead=True)
            self.assertEqual(counts, {row["id"]: int(row["value"]) for row in rows})

    def owners(self):
        return {lease["leaseOwner"] for lease in self.leases.of_stream(self.stream_arn).values()}

    def test_racing_readers_read_each_change_once(self):
        ids = [f"c{number}" for number in range(2 * WORKER_COUNT)]

        def write(worker):
            for counter_id in ids[worker::WORKER_COUNT] * 5:
                self.count_up(counter_id)

        self.read_while(self.readers(4), lambda: self.race(write))
        self.assert_counted(**dict.fromkeys(ids, 5))
        stopped = self.owners()
        self.checkpoint()
        self.race(write)
        # Nothing is heard of the old readers any more; the new ones need a while to be sure of it.
        successors = [self.reader("successor-1"), self.reader("successor-2")]
        self.assertEqual(0, drain(*successors))
        self.clock.advance(FAILOVER_SECONDS + 1)
        self.assertEqual(5 * len(ids), drain(*successors))
        self.assert_counted(**dict.fromkeys(ids, 10))
        self.assertTrue(stopped.isdisjoint(self.owners()))

    def test_reader_resumes_from_its_checkpoint(self):
        reader = self.reader()
        for counter_id in ("a", "b", "c"):
            self.count_up(counter_id, 3)
        self.assertEqual(9, drain(reader))
        self.count_up("a", 4)
        self.checkpoint()
        # The same worker starts again: the records before its checkpoints are not read again.
        reader = self.reader()
        self.assertEqual(4, drain(reader))
        self.count_up("b")
        self.assertEqual(1, drain(reader))
        self.assertEqual(0, drain(reader))
        self.assert_counted(a=7, b=4, c=3)

    def test_deposed_reader_changes_nothing(self):
        self.count_up("a", 2)
        deposed = self.reader("deposed")
        drain(deposed)
        successor = self.reader("successor")
        drain(successor)
        self.clock.advance(FAILOVER_SECONDS + 1)
        drain(successor)
        self.count_up("a", 2)
        # The deposed reader still has its iterators, but no longer the leases.
        self.assertEqual(0, drain(deposed))
        self.assertEqual(2, drain(successor))
        self.assert_counted(a=4)

    def test_disabled_stream_is_read_to_its_end(self):
        self.count_up("a", 3)
        reader = self.reader()
        self.assertEqual(3, drain(reader))
        self.count_up("a", 2)
        self.count_up("b", 30)
        self.switch_stream(TABLE_NAME, StreamEnabled=False)
        self.checkpoint()
        for shard in self.shards():
            self.assertIn("EndingSequenceNumber", shard["SequenceNumberRange"])
        self.assertEqual(32, drain(self.reader()))
        self.assert_counted(a=5, b=30)
        leases = self.leases.of_stream(self.stream_arn).values()
        self.assertEqual({SHARD_END}, {lease["checkpoint"] for lease in leases})
        self.assertEqual(0, drain(self.reader("another")))

    def test_parents_are_read_before_their_children(self):
        for number in range(40):
            self.count_up(f"c{number}")
        self.switch_stream(TABLE_NAME, StreamEnabled=False)
        self.checkpoint()
        order = [shard["ShardId"] for shard in self.shards()]
        order.reverse()
        parents = dict(zip(order[1:], order))

        def add_parents(parsed, **_):
            for shard in parsed["StreamDescription"]["Shards"]:
                if shard["ShardId"] in parents:
                    shard["ParentShardId"] = parents[shard["ShardId"]]

        def remember(params, **_):
            asked.append(params["ShardId"])

        asked = []
        events = self.streams.meta.events
        events.register("after-call.dynamodb-streams.DescribeStream", add_parents)
        events.register("provide-client-params.dynamodb-streams.GetShardIterator", remember)
        self.assertEqual(40, drain(self.reader("one"), self.reader("two")))
        self.assertEqual(order, asked)


if __name__ == "__main__":
    unittest.main()
