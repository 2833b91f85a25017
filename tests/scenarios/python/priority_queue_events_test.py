"""Scenario 1 with its stream: the history of each shipment and the counts, every change once."""
import unittest

import priority_queue
from botocore.exceptions import ClientError
from harness import is_stale
from priority_queue import TABLE_NAME, PriorityQueue
from priority_queue_events import ShipmentEvents
from stream_consumer import drain
from stream_harness import StreamTest

DATA = {"items": [{"sku": "Item-1", "packed": True}], "weight": 12, "note": None}


class ShipmentEventsTest(StreamTest):
    APPLICATION = "shipment-events"

    def setUp(self):
        super().setUp()
        priority_queue.create_table(self.client)
        self.events.create()
        self.follow(TABLE_NAME)

    def connect(self):
        super().connect()
        self.client = self.deployment.client()
        self.queue = PriorityQueue(self.client, self.clock)
        self.events = ShipmentEvents(self.dynamodb)

    def writes_for(self, record):
        return self.events.writes_for(record)

    def enqueue_new(self, *shipment_ids):
        for shipment_id in shipment_ids:
            self.queue.put(shipment_id, DATA)
            self.queue.enqueue(shipment_id)

    def test_history_of_a_shipment_follows_its_life(self):
        self.queue.put("A-101", DATA)
        self.queue.update_status("A-101", "READY_TO_SHIP")
        self.queue.enqueue("A-101")
        self.assertEqual(3, drain(self.reader()))
        self.assertEqual({"READY_TO_SHIP": 1}, self.events.counts())
        self.queue.peek()
        self.checkpoint()
        self.assertEqual(1, drain(self.reader()))
        self.assertEqual({"PROCESSING_SHIPMENT": 1}, self.events.counts())
        self.queue.touch("A-101")
        self.queue.remove("A-101")
        self.queue.update_status("A-101", "COMPLETED")
        self.queue.delete("A-101")
        self.checkpoint()
        self.assertEqual(4, drain(self.reader()))
        expected = [
            ("created", 1, "UNDER_CONSTRUCTION"),
            ("status changed", 2, "READY_TO_SHIP"),
            ("enqueued", 3, "READY_TO_SHIP"),
            ("selected", 4, "PROCESSING_SHIPMENT"),
            ("touched", 5, "PROCESSING_SHIPMENT"),
            ("removed", 6, "PROCESSING_SHIPMENT"),
            ("status changed", 7, "COMPLETED"),
            ("deleted", 7, "COMPLETED"),
        ]
        self.assertEqual(expected, self.events.history("A-101"))
        self.assertEqual({}, self.events.counts())

    def test_dead_letters_and_abandoned_shipments_are_told(self):
        self.enqueue_new("A")
        self.queue.peek()
        self.clock.advance(61)
        self.queue.peek()
        self.enqueue_new("B")
        self.queue.send_to_dlq("A")
        self.checkpoint()
        self.queue.restore("A")
        self.queue.put("B", DATA)
        drain(self.reader())
        events = [event for event, _, _ in self.events.history("A")]
        self.assertEqual(
            ["created", "enqueued", "selected", "selected", "sent to DLQ", "restored"], events
        )
        self.assertEqual(
            [("created", 1), ("enqueued", 2), ("replaced", 1)],
            [(event, version) for event, version, _ in self.events.history("B")],
        )
        self.assertEqual({"READY_TO_SHIP": 1, "UNDER_CONSTRUCTION": 1}, self.events.counts())

    def test_lost_updates_leave_no_trace(self):
        self.enqueue_new("A")
        stale = self.queue.get("A")
        self.queue.touch("A")
        self.assert_stale(self.queue.select, stale)
        self.assert_stale(self.queue.send_to_dlq, self.queue.put("B", DATA)["id"])
        self.queue.delete("C")
        self.checkpoint()
        self.assertEqual(4, drain(self.reader()))
        self.assertEqual(
            [("created", 1), ("enqueued", 2), ("touched", 3)],
            [(event, version) for event, version, _ in self.events.history("A")],
        )
        self.assertEqual(1, len(self.events.history("B")))
        self.assertEqual([], self.events.history("C"))

    def test_racing_consumers_and_readers_agree(self):
        ids = [f"A-{number:02}" for number in range(24)]
        self.enqueue_new(*ids)
        self.read_while(self.readers(3), lambda: self.race(lambda _: self.consume(2)))
        self.checkpoint()
        self.read_while(self.readers(3), lambda: self.race(lambda _: self.consume(len(ids))))
        life = [
            ("created", 1, "UNDER_CONSTRUCTION"),
            ("enqueued", 2, "READY_TO_SHIP"),
            ("selected", 3, "PROCESSING_SHIPMENT"),
            ("removed", 4, "PROCESSING_SHIPMENT"),
        ]
        for shipment_id in ids:
            self.assertEqual(life, self.events.history(shipment_id))
        self.assertEqual({"PROCESSING_SHIPMENT": len(ids)}, self.events.counts())

    def consume(self, count):
        """Dequeues so many shipments, or until there are none; a lost race is tried again."""
        while count > 0:
            try:
                if self.queue.dequeue() is None:
                    return
                count -= 1
            except ClientError as error:
                self.assertTrue(is_stale(error), error)


if __name__ == "__main__":
    unittest.main()
