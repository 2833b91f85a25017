"""Scenario 1, a priority queue: life of an item through two sparse indexes, versions, consumers
that race.
"""
import unittest

from botocore.exceptions import ClientError

import priority_queue
import tables
from harness import ScenarioTest, WORKER_COUNT, is_stale
from priority_queue import (
    DLQ_INDEX,
    QUEUED_INDEX,
    TABLE_NAME,
    PriorityQueue,
    ShipmentNotFound,
    encode,
)

DATA = {
    "items": [{"sku": "Item-1", "packed": True}, {"sku": "Item-2", "packed": False}],
    "weight": 12,
    "note": None,
}


class PriorityQueueTest(ScenarioTest):
    def setUp(self):
        super().setUp()
        priority_queue.create_table(self.client)

    def connect(self):
        self.client = self.deployment.client()
        self.queue = PriorityQueue(self.client, self.clock)

    def enqueue_new(self, *shipment_ids):
        for shipment_id in shipment_ids:
            self.queue.put(shipment_id, DATA)
            self.queue.enqueue(shipment_id)

    def index_rows(self, index, attribute):
        rows = self.client.query(
            TableName=TABLE_NAME,
            IndexName=index,
            KeyConditionExpression="#hash = :one",
            ExpressionAttributeNames={"#hash": attribute},
            ExpressionAttributeValues={":one": {"N": "1"}},
        )["Items"]
        return [priority_queue.decode(row) for row in rows]

    def assert_indexes(self, queued=(), dlq=()):
        """Asserts which shipments are in the two indexes, in which order, each as the table has it."""
        for index, attribute, expected in (
            (QUEUED_INDEX, "queued", queued),
            (DLQ_INDEX, "DLQ", dlq),
        ):
            self.assertEqual(
                [self.queue.get(shipment_id) for shipment_id in expected],
                self.index_rows(index, attribute),
            )
            scanned = self.client.scan(TableName=TABLE_NAME, IndexName=index)
            self.assertEqual(len(expected), scanned["Count"])

    def assert_system_info(self, shipment, **expected):
        self.assertEqual(self.queue.get(shipment["id"]), shipment, "ALL_NEW is what is stored")
        self.assertEqual(expected, {name: shipment["system_info"].get(name) for name in expected})

    def test_put_stores_a_shipment_outside_both_queues(self):
        shipment = self.queue.put("A-101", DATA)
        self.checkpoint()
        self.assert_system_info(
            shipment, version=1, status="UNDER_CONSTRUCTION", queued=0, queue_selected=False
        )
        self.assertEqual(DATA, self.queue.get("A-101")["data"])
        self.assert_indexes()
        self.assertIsNone(self.queue.peek())
        self.assertIsNone(self.queue.dequeue())

    def test_shipment_goes_from_construction_to_completion(self):
        self.queue.put("A-101", DATA)
        ready = self.queue.update_status("A-101", "READY_TO_SHIP")
        self.assert_system_info(ready, version=2, status="READY_TO_SHIP")
        self.assert_indexes()
        queued = self.queue.enqueue("A-101")
        self.assert_system_info(queued, version=3, queued=1, queue_selected=False)
        self.assertEqual(1, queued["queued"])
        self.assertEqual(
            queued["last_updated_timestamp"], queued["system_info"]["queue_added_timestamp"]
        )
        self.assert_indexes(queued=["A-101"])
        self.checkpoint()
        peeked = self.queue.peek()
        self.assert_system_info(
            peeked, version=4, status="PROCESSING_SHIPMENT", queued=1, queue_selected=True
        )
        self.assertIn("peek_utc_timestamp", peeked["system_info"])
        self.assert_indexes(queued=["A-101"])
        self.checkpoint()
        removed = self.queue.remove("A-101")
        self.assert_system_info(
            removed, version=5, queued=0, queue_selected=False, peek_utc_timestamp=None
        )
        self.assertNotIn("queued", removed)
        self.assert_indexes()
        completed = self.queue.update_status("A-101", "COMPLETED")
        self.assert_system_info(completed, version=6, status="COMPLETED")
        self.assertEqual(DATA, completed["data"])

    def test_dequeue_takes_the_oldest_first(self):
        self.enqueue_new("C", "A", "B")
        self.assert_indexes(queued=["C", "A", "B"])
        first = self.queue.dequeue()
        self.assert_system_info(first, version=4, queued=0, status="PROCESSING_SHIPMENT")
        self.checkpoint()
        self.assertEqual(
            ["C", "A", "B"], [first["id"], self.queue.dequeue()["id"], self.queue.dequeue()["id"]]
        )
        self.assertIsNone(self.queue.dequeue())
        self.assert_indexes()

    def test_abandoned_shipment_returns_after_the_visibility_timeout(self):
        self.enqueue_new("A", "B")
        self.assertEqual("A", self.queue.peek()["id"])
        self.assertEqual("B", self.queue.peek()["id"])
        self.assertIsNone(self.queue.peek())
        self.checkpoint()
        self.assertIsNone(self.queue.peek())
        self.clock.advance(61)
        again = self.queue.peek()
        self.assert_system_info(again, id="A", version=4, queue_selected=True)

    def test_touch_moves_to_the_end_of_the_queue(self):
        self.enqueue_new("A", "B", "C")
        touched = self.queue.touch("A")
        self.assert_system_info(touched, version=3, queued=1, queue_selected=False)
        self.checkpoint()
        self.assert_indexes(queued=["B", "C", "A"])
        self.assertEqual("B", self.queue.dequeue()["id"])

    def test_dead_letters_leave_the_queue_and_can_be_restored(self):
        self.enqueue_new("A", "B", "C")
        self.queue.peek()
        dead = self.queue.send_to_dlq("A")
        self.assert_system_info(dead, version=4, status="IN_DLQ", queued=0, queue_selected=False)
        self.queue.send_to_dlq("C")
        self.assert_indexes(queued=["B"], dlq=["A", "C"])
        self.assertEqual({"total_in_dlq": 2, "first_100_ids": ["A", "C"]}, self.queue.dlq_stats())
        self.checkpoint()
        self.assert_indexes(queued=["B"], dlq=["A", "C"])
        self.queue.touch("A")
        self.assert_indexes(queued=["B"], dlq=["C", "A"])
        restored = self.queue.restore("A")
        self.assert_system_info(restored, version=6, status="READY_TO_SHIP", queued=1)
        self.assert_indexes(queued=["B", "A"], dlq=["C"])
        self.queue.remove("C")
        self.assert_indexes(queued=["B", "A"])

    def test_dead_letters_come_only_from_the_queue(self):
        self.queue.put("A", DATA)
        self.assert_stale(self.queue.send_to_dlq, "A")
        self.queue.enqueue("A")
        self.queue.send_to_dlq("A")
        self.assert_stale(self.queue.send_to_dlq, "A")
        self.assert_indexes(dlq=["A"])

    def test_remove_of_absent_attributes_is_no_error(self):
        self.queue.put("A", DATA)
        removed = self.queue.remove("A")
        self.assert_system_info(
            removed, version=2, queued=0, queue_remove_timestamp=removed["last_updated_timestamp"]
        )
        self.assert_system_info(self.queue.remove("A"), version=3)
        self.assert_indexes()

    def test_deleted_shipment_leaves_the_index(self):
        self.enqueue_new("A", "B")
        self.queue.delete("A")
        self.checkpoint()
        self.assert_indexes(queued=["B"])
        self.assertRaises(ShipmentNotFound, self.queue.get, "A")
        self.assertRaises(ShipmentNotFound, self.queue.enqueue, "A")

    def test_replaced_shipment_leaves_the_index(self):
        self.enqueue_new("A", "B")
        self.queue.put("A", {"items": []})
        self.checkpoint()
        self.assert_indexes(queued=["B"])

    def test_stale_version_changes_nothing(self):
        self.enqueue_new("A")
        stale = self.queue.get("A")
        current = self.queue.touch("A")
        self.checkpoint()
        self.assert_stale(self.queue.select, stale)
        self.assertEqual(current, self.queue.get("A"))
        self.assert_indexes(queued=["A"])

    def test_update_into_a_missing_system_info_is_refused(self):
        self.client.put_item(TableName=TABLE_NAME, Item=encode({"id": "bare"}))
        self.assert_refused(
            "ValidationException",
            "The document path provided in the update expression is invalid for update",
            self.client.update_item,
            TableName=TABLE_NAME,
            Key=encode({"id": "bare"}),
            UpdateExpression="ADD #sys.#v :one SET queued = :one",
            ExpressionAttributeNames={"#sys": "system_info", "#v": "version"},
            ExpressionAttributeValues=encode({":one": 1}),
        )
        self.assertEqual({"id": "bare"}, self.queue.get("bare"))
        self.assert_indexes()

    def test_peek_pages_past_selected_shipments(self):
        count = 2 * priority_queue.PAGE_LIMIT + 3
        puts = [tables.put_request(self.selected_shipment(number)) for number in range(count)]
        tables.write_all(self.client.batch_write_item, TABLE_NAME, puts)
        self.enqueue_new("last")
        self.checkpoint()
        stats = self.queue.stats()
        self.assertEqual(
            (count + 1, count, 1),
            (stats["total_in_queue"], stats["total_selected"], stats["total_not_started"]),
        )
        self.assertEqual([f"{number:04}" for number in range(100)], stats["first_100_ids"])
        self.assertEqual(stats["first_100_ids"], stats["first_100_selected_ids"])
        self.assertEqual("last", self.queue.peek()["id"])

    def selected_shipment(self, number):
        now = self.clock()
        stamp = priority_queue.timestamp(now)
        system_info = {
            "id": f"{number:04}",
            "version": 3,
            "status": "PROCESSING_SHIPMENT",
            "queued": 1,
        }
        system_info |= {"queue_selected": True, "peek_utc_timestamp": int(now.timestamp() * 1000)}
        item = {
            "id": f"{number:04}",
            "queued": 1,
            "system_info": system_info,
            "last_updated_timestamp": stamp,
        }
        return encode(item)

    def test_of_racing_peeks_exactly_one_wins(self):
        self.enqueue_new(*[f"A-{number}" for number in range(10)])
        for number in range(10):
            shipment = self.queue.get(f"A-{number}")
            outcomes = self.race(lambda _, shipment=shipment: self.select_or_lose(shipment))
            self.assertEqual(1, sum(outcomes))
            self.assert_system_info(self.queue.get(f"A-{number}"), version=3, queue_selected=True)

    def select_or_lose(self, shipment):
        try:
            self.queue.select(shipment)
            return True
        except ClientError as error:
            self.assertTrue(is_stale(error), error)
            return False

    def test_racing_consumers_take_each_shipment_once(self):
        ids = [f"A-{number:02}" for number in range(24)]
        self.enqueue_new(*ids)
        early = [taken for taken in self.race(lambda _: self.take_at_most(2)) for taken in taken]
        self.assertEqual(2 * WORKER_COUNT, len(early))
        self.checkpoint()
        late = [
            taken for taken in self.race(lambda _: self.take_at_most(len(ids))) for taken in taken
        ]
        self.assertEqual(ids, sorted(early + late))
        self.assert_indexes()
        self.assertEqual(
            {4}, {self.queue.get(shipment_id)["system_info"]["version"] for shipment_id in ids}
        )

    def take_at_most(self, count):
        """Dequeues until it has so many shipments or the queue is empty; a lost race is tried
        again.
        """
        taken = []
        while len(taken) < count:
            try:
                shipment = self.queue.dequeue()
            except ClientError as error:
                self.assertTrue(is_stale(error), error)
                continue
            if shipment is None:
                break
            taken.append(shipment["id"])
        return taken


if __name__ == "__main__":
    unittest.main()
