"""Scenario 4, a message queue: receiving, visibility, dead letters, FIFO, delays, consumers that
race.
"""
import threading
import unittest

import dynamo_mq
from boto3.dynamodb.conditions import Key
from dynamo_mq import DLQ, INDEX_NAME, STANDARD, TABLE_NAME
from dynamo_mq import (
    Consumer,
    EmptyQueue,
    IdDuplicated,
    IdNotFound,
    InvalidStateTransition,
    MessageQueue,
)
from harness import ScenarioTest, WORKER_COUNT

DATA = {
    "items": [1, {"sku": "x", "price": None}],
    "flags": {"a", "b"},
    "blob": b"\x00\x01",
    "ok": True,
}


class MessageQueueTest(ScenarioTest):
    use_fifo = False

    def setUp(self):
        super().setUp()
        dynamo_mq.create_table(self.dynamodb.meta.client)

    def connect(self):
        self.dynamodb = self.deployment.resource()
        self.queue = MessageQueue(self.dynamodb, self.clock, use_fifo=self.use_fifo)

    def send(self, *message_ids):
        for message_id in message_ids:
            self.queue.send(message_id, DATA)

    def index_ids(self, queue_type):
        condition = Key("queue_type").eq(queue_type)
        rows = self.dynamodb.Table(TABLE_NAME).query(
            IndexName=INDEX_NAME, KeyConditionExpression=condition
        )["Items"]
        return [row["id"] for row in rows if self.queue.get(row["id"]) == row]

    def assert_queues(self, standard=(), dlq=()):
        """Asserts which messages the index has for each queue, in which order, each as the table
        has it.
        """
        self.assertEqual(
            (list(standard), list(dlq)), (self.index_ids(STANDARD), self.index_ids(DLQ))
        )

    def assert_message(self, message, **expected):
        self.assertEqual(self.queue.get(message["id"]), message, "ALL_NEW is what is stored")
        self.assertEqual(expected, {name: message.get(name) for name in expected})


class StandardQueueTest(MessageQueueTest):
    def test_message_is_sent_once(self):
        sent = self.queue.send("A", DATA)
        self.checkpoint()
        self.assert_message(
            sent, receive_count=0, version=1, queue_type="STANDARD", invisible_until_at=""
        )
        self.assertRaises(IdDuplicated, self.queue.send, "A", {"other": 1})
        self.assertEqual(sent, self.queue.get("A"))
        self.assertRaises(IdNotFound, self.queue.get, "B")

    def test_receive_takes_the_oldest_and_hides_it(self):
        self.send("C", "A", "B")
        self.assert_queues(["C", "A", "B"])
        received = self.queue.receive()
        self.assert_message(received, id="C", receive_count=1, version=2, data=DATA)
        self.assertLess(received["received_at"], received["invisible_until_at"])
        self.checkpoint()
        self.assert_queues(["C", "A", "B"])
        self.assertEqual(["A", "B"], [self.queue.receive()["id"], self.queue.receive()["id"]])
        self.assertRaises(EmptyQueue, self.queue.receive)
        self.clock.advance(31)
        self.assert_message(self.queue.receive(), id="C", receive_count=2, version=3)

    def test_visibility_can_be_changed(self):
        self.send("A")
        self.queue.receive()
        self.queue.change_visibility("A", 600)
        self.clock.advance(599)
        self.checkpoint()
        self.assertRaises(EmptyQueue, self.queue.receive)
        self.queue.change_visibility("A", 0)
        self.assert_message(self.queue.receive(), id="A", receive_count=2, version=5)

    def test_deleted_message_is_gone(self):
        self.send("A", "B")
        self.queue.delete(self.queue.receive()["id"])
        self.queue.delete("never sent")
        self.checkpoint()
        self.assert_queues(["B"])
        self.assertRaises(IdNotFound, self.queue.change_visibility, "A", 1)

    def test_dead_letters_can_be_redriven(self):
        self.send("A", "B", "C")
        self.queue.receive()
        dead = self.queue.move_to_dlq("A")
        self.assert_message(dead, queue_type="DLQ", receive_count=0, version=3, received_at="")
        self.checkpoint()
        self.assert_queues(["B", "C"], ["A"])
        self.assertRaises(InvalidStateTransition, self.queue.move_to_dlq, "A")
        self.assertRaises(InvalidStateTransition, self.queue.redrive, "B")
        self.assertEqual("A", self.queue.receive(DLQ)["id"])
        self.assertRaises(InvalidStateTransition, self.queue.redrive, "A")
        self.queue.change_visibility("A", 0)
        self.assert_message(
            self.queue.redrive("A"), queue_type="STANDARD", receive_count=0, version=6
        )
        self.assert_queues(["B", "C", "A"])

    def test_delayed_message_waits(self):
        self.queue.send("late", DATA, delay_seconds=30)
        self.send("now")
        self.checkpoint()
        self.queue.delete(self.queue.receive()["id"])
        self.assert_queues(["late"])
        self.assertRaises(EmptyQueue, self.queue.receive)
        self.clock.advance(30)
        self.assertEqual("late", self.queue.receive()["id"])

    def test_stale_version_is_refused(self):
        self.send("A")
        stale = self.queue.get("A")
        current = self.queue.receive()
        self.checkpoint()
        self.assert_stale(self.queue.mark_received, stale)
        self.assertEqual(current, self.queue.get("A"))

    def test_statistics_and_listing(self):
        self.send(*[f"M{number:03}" for number in range(260)])
        for _ in range(3):
            self.queue.receive()
        self.queue.move_to_dlq("M100")
        self.checkpoint()
        stats = self.queue.qstat()
        self.assertEqual((259, 3, 256), (stats["total"], stats["processing"], stats["not_started"]))
        self.assertEqual([f"M{number:03}" for number in range(100)], stats["first_100_ids"])
        self.assertEqual(["M000", "M001", "M002"], stats["first_100_processing_ids"])
        self.assertEqual(["M100"], self.queue.qstat(DLQ)["first_100_ids"])
        self.assertEqual(10, len(self.queue.ls()))
        self.assertEqual("M100", self.queue.ls(1000)[-1]["id"], "the last one updated")

    def test_purge_empties_one_queue(self):
        self.send(*[f"M{number:03}" for number in range(60)])
        self.queue.move_to_dlq("M030")
        self.checkpoint()
        self.assertEqual(59, self.queue.purge())
        self.assert_queues([], ["M030"])
        self.assertEqual(0, self.queue.purge())
        self.assertEqual(1, self.queue.purge(DLQ))
        self.assertEqual([], self.queue.ls(1000))

    def test_message_larger_than_an_item_is_refused(self):
        message = "Item size has exceeded the maximum allowed size"
        self.assert_refused("ValidationException", message, self.queue.send, "big", "x" * 409600)
        self.assert_queues()


class FifoQueueTest(MessageQueueTest):
    use_fifo = True

    def test_next_message_waits_for_the_one_before(self):
        self.send("A", "B")
        self.assertEqual("A", self.queue.receive()["id"])
        self.checkpoint()
        self.assertRaises(EmptyQueue, self.queue.receive)
        self.queue.delete("A")
        self.assertEqual("B", self.queue.receive()["id"])
        self.clock.advance(31)
        self.assertEqual("B", self.queue.receive()["id"])


class ConsumerTest(MessageQueueTest):
    def setUp(self):
        super().setUp()
        self.processed = []
        self.lock = threading.Lock()

    def process(self, message):
        """Fails poison always and flaky messages the first time."""
        first = message["receive_count"] == 1
        if message["id"].startswith("poison") or (message["id"].startswith("flaky") and first):
            raise ValueError(message["id"])
        with self.lock:
            self.processed.append(message["id"])

    def consume(self, process, **options):
        consumer = Consumer(self.queue, process, WORKER_COUNT, **options)
        consumer.start()
        return consumer

    def test_racing_consumers_process_each_message_once(self):
        good = [f"good-{number:02}" for number in range(16)]
        flaky = [f"flaky-{number}" for number in range(4)]
        poison = [f"poison-{number}" for number in range(4)]
        self.send(*good[:8], *flaky)
        self.consume(self.process, maximum_receives=3).join()
        self.assertEqual(sorted(good[:8] + flaky), sorted(self.processed))
        self.send(*good[8:12], *poison, *good[12:])
        self.checkpoint()
        self.consume(self.process, maximum_receives=3).join()
        self.assertEqual(sorted(good + flaky), sorted(self.processed))
        self.assertEqual(poison, sorted(self.index_ids(DLQ)))
        self.assertEqual([], self.index_ids(STANDARD))

    def test_shutdown_finishes_the_messages_in_hand(self):
        self.send(*[f"M{number:02}" for number in range(20)])
        taken = threading.Barrier(WORKER_COUNT + 1, timeout=60)
        finish = threading.Event()

        def process(message):
            taken.wait()
            finish.wait(60)
            self.process(message)

        consumer = self.consume(process)
        taken.wait()
        consumer.shutdown()
        finish.set()
        consumer.join()
        self.checkpoint()
        first = [f"M{number:02}" for number in range(WORKER_COUNT)]
        self.assertEqual(first, sorted(self.processed))
        rest = [f"M{number:02}" for number in range(WORKER_COUNT, 20)]
        self.assert_queues(rest)
        self.assertEqual({0}, {self.queue.get(message_id)["receive_count"] for message_id in rest})
        self.consume(self.process).join()
        self.assertEqual(first + rest, sorted(self.processed))
        self.assert_queues()

    def test_of_racing_receivers_exactly_one_wins(self):
        self.send(*[f"M{number}" for number in range(10)])
        for number in range(10):
            message = self.queue.get(f"M{number}")
            self.assertEqual(
                1, sum(self.race(lambda _, message=message: self.receive_or_lose(message)))
            )
            self.assertEqual(
                (1, 2), tuple(map(self.queue.get(f"M{number}").get, ("receive_count", "version")))
            )

    def receive_or_lose(self, message):
        try:
            return bool(self.queue.mark_received(message))
        except self.queue.stale:
            return False


if __name__ == "__main__":
    unittest.main()
