"""Scenario 3, delivery lists: strongly consistent reads, the 400 KB limit, deliveries made exactly
once.
"""
import unittest

import delivery_lists
from botocore.exceptions import ClientError
from delivery_lists import DELIVERY_INDEX, LISTS_TABLE, PARTS_TABLE, TARGETS_TABLE
from delivery_lists import DeliveryList, DeliveryTable, DeliveryTargets, SplitDeliveryList
from harness import ScenarioTest, WORKER_COUNT

ITEM_BYTES_MAX = 409600


def user_ids(count, prefix="user"):
    return [f"{prefix}-{number:095}" for number in range(count)]


def list_item_bytes(delivery_id, users):
    """The size of an item with a delivery_id and user_ids: names, key, and a list of strings."""
    return (
        len("delivery_id")
        + len(delivery_id)
        + len("user_ids")
        + 3
        + sum(1 + len(user) for user in users)
    )


class DeliveryListTest(ScenarioTest):
    def setUp(self):
        super().setUp()
        self.list.create()

    def connect(self):
        self.list = DeliveryList(self.deployment.client())

    def fill(self, delivery_id):
        """Appends a thousand users at a time until that is refused; returns who is in the list."""
        users = []
        while True:
            more = user_ids(1000, f"u{len(users):05}")
            try:
                self.list.append(delivery_id, more)
            except ClientError as error:
                self.assertTrue(delivery_lists.is_full(error), error)
                return users
            users += more

    def test_list_grows_until_the_item_is_full(self):
        users = self.fill("news")
        self.assertLess(list_item_bytes("news", users), ITEM_BYTES_MAX)
        self.assertGreater(
            list_item_bytes("news", users + user_ids(1000, "u00000")), ITEM_BYTES_MAX
        )
        self.assertEqual(users, self.list.users("news"))
        self.checkpoint()
        self.assertEqual(users, self.list.users("news"))
        last = "x" * (ITEM_BYTES_MAX - list_item_bytes("news", users) - 1)
        message = "Item size to update has exceeded the maximum allowed size"
        self.assert_refused("ValidationException", message, self.list.append, "news", [last + "x"])
        self.assertEqual(users, self.list.users("news"))
        self.list.append("news", [last])
        self.assert_refused("ValidationException", message, self.list.append, "news", [""])
        self.checkpoint()
        self.assertEqual(users + [last], self.list.users("news"))

    def test_put_takes_exactly_400_kilobytes(self):
        users = user_ids(10)
        text = "x" * (ITEM_BYTES_MAX - list_item_bytes("news", users) - len("text"))
        self.list.put("news", users, text={"S": text})
        self.checkpoint()
        message = "Item size has exceeded the maximum allowed size"
        self.assert_refused(
            "ValidationException",
            message,
            self.list.put,
            "news",
            [],
            text={"S": "x" * ITEM_BYTES_MAX},
        )
        self.assert_refused(
            "ValidationException", message, self.list.put, "news", users, text={"S": text + "x"}
        )
        self.assertEqual(users, self.list.users("news"))

    def test_racing_appends_are_all_kept(self):
        self.race(
            lambda worker: [
                self.list.append("news", [f"{worker}-{number}"]) for number in range(10)
            ]
        )
        self.checkpoint()
        users = self.list.users("news")
        self.assertEqual(10 * WORKER_COUNT, len(users))
        for worker in range(WORKER_COUNT):
            own = [user for user in users if user.startswith(f"{worker}-")]
            self.assertEqual([f"{worker}-{number}" for number in range(10)], own)


class SplitDeliveryListTest(ScenarioTest):
    def setUp(self):
        super().setUp()
        self.list.create()
        self.list.open("news")

    def connect(self):
        self.list = SplitDeliveryList(self.deployment.client())

    def test_list_is_split_over_numbered_parts(self):
        self.assertEqual(([], 1), self.list.order("news"))
        users = []
        while len(self.list.order("news")[0]) < 3:
            more = user_ids(1200, f"u{len(users):05}")
            self.list.append("news", more)
            users += more
        self.checkpoint()
        self.assertEqual(([1, 2, 3], 4), self.list.order("news"))
        self.assertEqual(users, self.list.users("news"))
        self.assertEqual(users, [user for page in self.list.pages("news") for user in page])
        for number in (1, 2):
            self.assertLess(
                ITEM_BYTES_MAX, list_item_bytes("news", self.list.part("news", number) + more)
            )

    def test_query_stops_after_one_megabyte(self):
        users = user_ids(3700)
        for _ in range(4):
            number = self.list.add_sequence("news")
            self.list.append_to_part("news", number, users)
        self.checkpoint()
        self.assertEqual([11100, 3700], [len(page) for page in self.list.pages("news")])

    def test_open_is_harmless_when_repeated(self):
        self.list.add_sequence("news")
        self.list.open("news")
        self.assertEqual(([1], 2), self.list.order("news"))

    def test_racing_workers_get_numbers_of_their_own(self):
        taken = self.race(lambda _: [self.list.add_sequence("news") for _ in range(4)])
        self.checkpoint()
        numbers = list(range(1, 4 * WORKER_COUNT + 1))
        self.assertEqual(numbers, sorted(number for own in taken for number in own))
        self.assertEqual((numbers, numbers[-1] + 1), self.list.order("news"))


class DeliveryTargetsTest(ScenarioTest):
    def setUp(self):
        super().setUp()
        self.targets.create()

    def connect(self):
        self.targets = DeliveryTargets(self.deployment.client())

    def test_delivery_is_made_once(self):
        self.targets.add_all("news", ["ann", "bob"])
        self.targets.add_all("sale", ["bob"])
        self.assertEqual(["news", "sale"], self.targets.deliveries_of("bob"))
        self.assertEqual("Hello bob", self.targets.deliver("bob", "news"))
        self.checkpoint()
        self.assertIsNone(self.targets.deliver("bob", "news"))
        self.assertIsNone(self.targets.deliver("eve", "news"))
        self.assertEqual(["sale"], self.targets.deliveries_of("bob"))
        self.assertEqual(["ann"], self.targets.pending("news"))

    def test_racing_runs_send_nothing_twice(self):
        users = user_ids(24)
        self.targets.add_all("news", users)
        pending = self.targets.pending("news")
        self.assertEqual(users, pending)
        first = [text for sent in self.race(lambda _: self.run_over(pending[:15])) for text in sent]
        self.checkpoint()
        # A second run works from the same old list, as one would that had read it before the first.
        second = [text for sent in self.race(lambda _: self.run_over(pending)) for text in sent]
        self.assertEqual((15, 9), (len(first), len(second)))
        self.assertEqual(sorted(f"Hello {user}" for user in users), sorted(first + second))
        self.assertEqual([], self.targets.pending("news"))

    def run_over(self, users):
        texts = [self.targets.deliver(user, "news") for user in users]
        return [text for text in texts if text is not None]


class DeliveryTableTest(ScenarioTest):
    def connect(self):
        self.table = DeliveryTable(self.deployment.client(), "news-2026")

    def test_parallel_scan_finds_every_user_once(self):
        users = user_ids(500)
        self.table.create()
        self.table.add_all(users)
        self.checkpoint()
        for total_segments in (1, 4, WORKER_COUNT):
            for options in ({}, {"Limit": 7}):
                segments = self.table.segments(total_segments, **options)
                self.assertEqual(users, sorted(user for segment in segments for user in segment))
        self.assertEqual(
            self.table.segments(4), self.table.segments(4), "the order of a scan is stable"
        )
        halves = self.table.segments(2)
        quarters = self.table.segments(4)
        self.assertEqual(halves[0], quarters[0] + quarters[1])
        self.assertTrue(all(quarters), "users are spread over the segments")

    def test_dropped_table_is_gone(self):
        self.table.create()
        self.table.add_all(["ann"])
        self.table.drop()
        self.checkpoint()
        not_found = "ResourceNotFoundException"
        self.assert_refused(not_found, "Requested resource not found", self.table.segment, 0, 1)
        message = f"Requested resource not found: Table: {self.table.table_name} not found"
        describe = self.deployment.client().describe_table
        self.assert_refused(not_found, message, describe, TableName=self.table.table_name)
        self.table.create()
        self.assertEqual([], self.table.segment(0, 1), "a table of the same name starts empty")

    def test_segments_are_checked(self):
        self.table.create()
        message = (
            "The Segment parameter is zero-based and must be less than parameter TotalSegments"
        )
        self.assert_refused("ValidationException", message, self.table.segment, 4, 4)


class ConsistentReadTest(ScenarioTest):
    def setUp(self):
        super().setUp()
        self.targets.create()
        self.parts.create()

    def connect(self):
        self.client = self.deployment.client()
        self.targets = DeliveryTargets(self.client)
        self.parts = SplitDeliveryList(self.client)

    def test_writes_are_seen_at_once(self):
        for number in range(20):
            user = f"user-{number:02}"
            self.targets.add_all("news", [user])
            self.assertEqual(["news"], self.targets.deliveries_of(user))
            scanned = self.client.scan(TableName=TARGETS_TABLE, ConsistentRead=True)
            self.assertEqual(number + 1, scanned["Count"])
        self.checkpoint()
        self.assertEqual(
            20, self.client.scan(TableName=TARGETS_TABLE, ConsistentRead=True)["Count"]
        )

    def test_global_index_refuses_strongly_consistent_reads(self):
        message = "Consistent reads are not supported on global secondary indexes"
        index = {"TableName": TARGETS_TABLE, "IndexName": DELIVERY_INDEX, "ConsistentRead": True}
        query = {
            "KeyConditionExpression": "delivery_id = :d",
            "ExpressionAttributeValues": {":d": {"S": "news"}},
        }
        self.assert_refused("ValidationException", message, self.client.query, **index, **query)
        self.assert_refused("ValidationException", message, self.client.scan, **index)

    def test_every_read_but_scan_needs_the_partition_key(self):
        def refused(message, condition, **values):
            self.assert_refused(
                "ValidationException",
                message,
                self.client.query,
                TableName=TARGETS_TABLE,
                KeyConditionExpression=condition,
                ExpressionAttributeValues={
                    f":{name}": {"S": value} for name, value in values.items()
                },
            )

        refused("Query condition missed key schema element: user_id", "delivery_id = :d", d="news")
        refused("Query key condition not supported", "user_id > :u", u="a")
        refused("Query key condition not supported", "begins_with(user_id, :u)", u="a")
        self.assert_refused(
            "ValidationException",
            (
                "Either the KeyConditions or KeyConditionExpression parameter must be specified in"
                " the request."
            ),
            self.client.query,
            TableName=TARGETS_TABLE,
        )
        self.assert_refused(
            "ValidationException",
            "The provided key element does not match the schema",
            self.client.get_item,
            TableName=TARGETS_TABLE,
            Key={"delivery_id": {"S": "news"}},
        )

    def test_strong_reads_cost_twice_eventual_ones(self):
        self.parts.append_to_part("news", 1, user_ids(90))
        self.parts.append_to_part("news", 2, user_ids(40))
        self.checkpoint()
        bytes_of_parts = [
            list_item_bytes("news", user_ids(count)) + len("order") + 2 for count in (90, 40)
        ]
        units = [-(-size // 4096) for size in (bytes_of_parts[0], sum(bytes_of_parts))]
        self.assertEqual([3, 4], units)
        query = {
            "KeyConditionExpression": "delivery_id = :d",
            "ExpressionAttributeValues": {":d": {"S": "news"}},
        }
        reads = (
            (
                units[0],
                self.client.get_item,
                {"Key": {"delivery_id": {"S": "news"}, "order": {"N": "1"}}},
            ),
            (
                1,
                self.client.get_item,
                {"Key": {"delivery_id": {"S": "other"}, "order": {"N": "1"}}},
            ),
            (units[1], self.client.query, query),
            (units[1], self.client.scan, {}),
        )
        for strong_units, operation, request in reads:
            for consistent, expected in ((True, strong_units), (False, strong_units / 2)):
                response = operation(
                    TableName=PARTS_TABLE,
                    ConsistentRead=consistent,
                    ReturnConsumedCapacity="TOTAL",
                    **request,
                )
                consumed = {"TableName": PARTS_TABLE, "CapacityUnits": expected}
                self.assertEqual(consumed, response["ConsumedCapacity"])

    def test_batch_reads_cost_the_same(self):
        DeliveryList(self.client).create()
        DeliveryList(self.client).put("news", user_ids(90))
        self.checkpoint()
        keys = [{"delivery_id": {"S": delivery_id}} for delivery_id in ("news", "other")]
        for consistent, expected in ((True, 4.0), (False, 2.0)):
            response = self.client.batch_get_item(
                RequestItems={LISTS_TABLE: {"Keys": keys, "ConsistentRead": consistent}},
                ReturnConsumedCapacity="TOTAL",
            )
            self.assertEqual(
                [{"TableName": LISTS_TABLE, "CapacityUnits": expected}],
                response["ConsumedCapacity"],
            )
            self.assertEqual(1, len(response["Responses"][LISTS_TABLE]))


if __name__ == "__main__":
    unittest.main()
