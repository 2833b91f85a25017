"""Scenario 4 with its stream: metrics and an archive of the queue, every change exactly once."""
import unittest

import dynamo_mq
from dynamo_mq import DLQ, STANDARD, TABLE_NAME, Consumer, MessageQueue
from dynamo_mq_monitor import QueueMonitor
from harness import WORKER_COUNT
from stream_consumer import drain
from stream_harness import StreamTest

DATA = {"items": [1, {"sku": "x", "price": None}], "flags": {"a", "b"}, "blob": b"\x00\x01"}
STREAM = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


def process(message):
    """Fails poison always and flaky messages the first time."""
    first = message["receive_count"] == 1
    if message["id"].startswith("poison") or (message["id"].startswith("flaky") and first):
        raise ValueError(message["id"])


class QueueMonitorTest(StreamTest):
    APPLICATION = "dynamo-mq-monitor"

    def setUp(self):
        super().setUp()
        dynamo_mq.create_table(self.dynamodb.meta.client)
        self.monitor.create()

    def connect(self):
        super().connect()
        self.queue = MessageQueue(self.dynamodb, self.clock)
        self.monitor = QueueMonitor(self.dynamodb)

    def writes_for(self, record):
        return self.monitor.writes_for(record)

    def switch_on(self):
        self.switch_stream(TABLE_NAME, **STREAM)
        self.follow(TABLE_NAME)

    def send(self, *message_ids):
        for message_id in message_ids:
            self.queue.send(message_id, DATA)

    def consume(self):
        consumer = Consumer(self.queue, process, WORKER_COUNT, maximum_receives=3)
        consumer.start()
        consumer.join()

    def test_metrics_follow_each_message(self):
        self.switch_on()
        self.send("A", "B", "C")
        self.queue.receive()
        self.queue.change_visibility("A", 0)
        self.assertEqual(5, drain(self.reader()))
        self.assertEqual(
            {"messages": 3, "sent": 3, "received": 1}, self.monitor.metrics(STANDARD)
        )
        self.queue.move_to_dlq("A")
        self.queue.delete("B")
        self.queue.delete("never sent")
        self.checkpoint()
        self.assertEqual(2, drain(self.reader()))
        self.assertEqual({"messages": 1, "buried": 1}, self.monitor.metrics(DLQ))
        self.queue.redrive("A")
        drain(self.reader())
        self.assertEqual({"messages": 0, "buried": 1}, self.monitor.metrics(DLQ))
        self.assertEqual(
            {"messages": 2, "sent": 3, "received": 1, "deleted": 1, "redriven": 1},
            self.monitor.metrics(STANDARD),
        )

    def test_archive_keeps_messages_as_they_were(self):
        self.switch_on()
        self.send("A", "B")
        received = self.queue.receive()
        self.queue.delete("A")
        self.checkpoint()
        drain(self.reader())
        self.assertEqual(received, self.monitor.archived("A"))
        self.assertIsNone(self.monitor.archived("B"))

    def test_purged_messages_are_archived(self):
        self.switch_on()
        ids = [f"M{number:03}" for number in range(60)]
        self.send(*ids)
        self.checkpoint()
        self.assertEqual(60, self.queue.purge())
        self.assertEqual(120, drain(*self.readers(3)))
        self.assertEqual(ids, self.monitor.archived_ids())
        self.assertEqual(
            {"messages": 0, "sent": 60, "deleted": 60}, self.monitor.metrics(STANDARD)
        )

    def test_monitor_agrees_with_the_queue_after_a_race(self):
        self.switch_on()
        good = [f"good-{number:02}" for number in range(16)]
        flaky = [f"flaky-{number}" for number in range(4)]
        poison = [f"poison-{number}" for number in range(4)]

        def work(*message_ids):
            self.send(*message_ids)
            self.consume()

        self.read_while(self.readers(3), lambda: work(*good[:8], *flaky))
        self.checkpoint()
        self.read_while(self.readers(3), lambda: work(*good[8:12], *poison, *good[12:]))
        self.assertEqual(sorted(good + flaky), self.monitor.archived_ids())
        standard, dead = self.monitor.metrics(STANDARD), self.monitor.metrics(DLQ)
        self.assertEqual(self.queue.qstat()["total"], standard["messages"])
        self.assertEqual(self.queue.qstat(DLQ)["total"], dead["messages"])
        self.assertEqual({"messages": 4, "buried": 4}, dead)
        # Each good one once, each flaky one twice, each poisonous one three times.
        self.assertEqual(
            {"messages": 0, "sent": 24, "received": 16 + 8 + 12, "deleted": 20}, standard
        )

    def test_stream_tells_only_what_happens_while_it_is_on(self):
        self.send("before")
        self.switch_on()
        first_arn = self.stream_arn
        self.send("A")
        self.switch_stream(TABLE_NAME, StreamEnabled=False)
        self.send("between")
        self.queue.delete("between")
        self.checkpoint()
        self.switch_on()
        self.send("B")
        self.assertNotEqual(first_arn, self.stream_arn)
        listed = self.streams.list_streams(TableName=TABLE_NAME)["Streams"]
        # An endpoint may still know streams of tables which had this name before.
        listed_arns = {stream["StreamArn"] for stream in listed}
        self.assertLessEqual({first_arn, self.stream_arn}, listed_arns)
        self.assertEqual(1, drain(self.reader("new")))
        self.assertEqual({"messages": 1, "sent": 1}, self.monitor.metrics(STANDARD))
        # The old stream can still be read, to its end.
        second_arn, self.stream_arn = self.stream_arn, first_arn
        self.assertEqual(1, drain(self.reader("old")))
        self.stream_arn = second_arn
        self.checkpoint()
        self.queue.delete("before")
        self.assertEqual(1, drain(self.reader("new")))
        self.assertEqual(
            {"messages": 1, "sent": 2, "deleted": 1}, self.monitor.metrics(STANDARD)
        )
        self.assertEqual(["before"], self.monitor.archived_ids())


if __name__ == "__main__":
    unittest.main()
