"""Scenario 3 in PartiQL: statements find what the operations find, at the same cost, and deliver
exactly once.
"""
import unittest

import delivery_statements
from delivery_lists import DELIVERY_INDEX, PARTS_TABLE, TARGETS_TABLE
from delivery_lists import DeliveryTargets, SplitDeliveryList
from delivery_statements import DeliveryStatements, statement
from harness import ScenarioTest


def user_ids(count):
    return [f"user-{number:095}" for number in range(count)]


def key(**values):
    """A key of strings and integers."""
    return dict(zip(values, delivery_statements.parameters(*values.values())))


class DeliveryStatementsTest(ScenarioTest):
    def setUp(self):
        super().setUp()
        self.lists.create()
        self.lists.open("news")
        self.targets.create()

    def connect(self):
        self.client = self.deployment.client()
        self.lists = SplitDeliveryList(self.client)
        self.targets = DeliveryTargets(self.client)
        self.statements = DeliveryStatements(self.client)

    def add_part(self, count):
        number = self.lists.add_sequence("news")
        self.lists.append_to_part("news", number, user_ids(count))

    def execute(self, text, *values, **options):
        return self.client.execute_statement(**statement(text, *values, **options))

    def refuse(self, message, text, *values, **options):
        request = statement(text, *values, **options)
        self.assert_refused(
            "ValidationException", message, self.client.execute_statement, **request
        )

    def assert_same(self, strong_units, text, values, operation, **request):
        """Asserts that a statement finds what an operation finds, at the same cost.

        A strongly consistent read has to cost `strong_units`, an eventually consistent one half; an
        index, which has no strong reads, is given as None.
        """
        for consistent in (True, False) if strong_units else (False,):
            for detail in ("TOTAL", "INDEXES"):
                options = {"ConsistentRead": consistent, "ReturnConsumedCapacity": detail}
                expected = operation(**request, **options)
                actual = self.execute(text, *values, **options)
                items = expected["Items"] if "Items" in expected else [expected["Item"]]
                self.assertEqual(items, actual["Items"])
                self.assertEqual(expected["ConsumedCapacity"], actual["ConsumedCapacity"])
                if strong_units:
                    units = strong_units if consistent else strong_units / 2
                    self.assertEqual(units, actual["ConsumedCapacity"]["CapacityUnits"])

    def test_reads_of_parts_are_those_of_the_operations(self):
        for count in (90, 40, 10):
            self.add_part(count)
        self.checkpoint()
        query = {
            "TableName": PARTS_TABLE,
            "KeyConditionExpression": "delivery_id = :d",
            "ExpressionAttributeValues": {":d": {"S": "news"}},
        }
        self.assert_same(
            3,
            delivery_statements.PART,
            ("news", 1),
            self.client.get_item,
            TableName=PARTS_TABLE,
            Key=key(delivery_id="news", order=1),
            ProjectionExpression="user_ids",
        )
        parts, backwards = delivery_statements.PARTS, delivery_statements.PARTS_BACKWARDS
        self.assert_same(4, parts, ("news",), self.client.query, **query)
        none = {**query, "ExpressionAttributeValues": {":d": {"S": "other"}}}
        self.assert_same(1, parts, ("other",), self.client.query, **none)
        self.assert_same(
            4, backwards, ("news",), self.client.query, ScanIndexForward=False, **query
        )
        query["KeyConditionExpression"] += " AND #order BETWEEN :first AND :last"
        query["ExpressionAttributeNames"] = {"#order": "order"}
        query["ExpressionAttributeValues"] |= {":first": {"N": "2"}, ":last": {"N": "3"}}
        between = delivery_statements.PARTS_BETWEEN
        self.assert_same(2, between, ("news", 2, 3), self.client.query, **query)

    def test_reads_of_targets_are_those_of_the_operations(self):
        users = [f"user-{number:02}" for number in range(60)]
        self.targets.add_all("news", users)
        self.targets.add_all("sale", users[:20])
        self.checkpoint()
        self.assert_same(
            1,
            delivery_statements.DELIVERIES_OF,
            ("user-07",),
            self.client.query,
            TableName=TARGETS_TABLE,
            KeyConditionExpression="user_id = :u",
            ProjectionExpression="delivery_id",
            ExpressionAttributeValues={":u": {"S": "user-07"}},
        )
        self.assert_same(
            None,
            delivery_statements.PENDING,
            ("sale",),
            self.client.query,
            TableName=TARGETS_TABLE,
            IndexName=DELIVERY_INDEX,
            KeyConditionExpression="delivery_id = :d",
            ProjectionExpression="user_id",
            ExpressionAttributeValues={":d": {"S": "sale"}},
        )
        # 80 targets of 46 bytes; those that a filter takes out are paid for.
        targets, naming = delivery_statements.TARGETS, delivery_statements.TARGETS_NAMING
        scan = {"TableName": TARGETS_TABLE}
        self.assert_same(1, targets, (), self.client.scan, **scan)
        scan |= {"FilterExpression": "contains(#text, :part)"}
        scan |= {"ExpressionAttributeNames": {"#text": "text"}}
        scan |= {"ExpressionAttributeValues": {":part": {"S": "user-1"}}}
        self.assert_same(1, naming, ("user-1",), self.client.scan, **scan)
        self.assertEqual(20, len(self.statements.rows(naming, "user-1")))

    def test_pages_of_statements_end_after_one_megabyte(self):
        for _ in range(4):
            self.add_part(3700)
        request = statement(delivery_statements.PARTS, "news", ConsistentRead=True)
        first = self.client.execute_statement(**request)
        self.checkpoint()
        second = self.client.execute_statement(**request, NextToken=first["NextToken"])
        self.assertNotIn("NextToken", second)
        numbers = [[part["order"]["N"] for part in page["Items"]] for page in (first, second)]
        self.assertEqual([["1", "2", "3"], ["4"]], numbers)
        self.assertEqual(4 * [user_ids(3700)], self.statements.parts("news"))

    def test_pages_of_any_size_give_the_same_rows(self):
        self.targets.add_all("news", [f"user-{number:02}" for number in range(30)])
        everybody = self.client.scan(TableName=TARGETS_TABLE, ConsistentRead=True)["Items"]
        self.checkpoint()
        for limit in (1, 7, 30, 100):
            rows = self.statements.rows(delivery_statements.TARGETS, Limit=limit)
            self.assertEqual(everybody, rows)
        token = self.execute(delivery_statements.TARGETS, Limit=7)["NextToken"]
        others = delivery_statements.TARGETS_NAMING
        self.refuse("NextToken does not match request", others, "user", NextToken=token)
        self.refuse("Invalid NextToken", delivery_statements.TARGETS, NextToken="no token")

    def test_parts_read_together_are_those_read_alone(self):
        for count in (90, 40, 10):
            self.add_part(count)
        self.checkpoint()
        expected = [user_ids(count) for count in (90, 40, 10)]
        self.assertEqual(expected, self.statements.parts("news"))
        numbers = [1, 2, 3, *range(4, 31)]
        groups = self.statements.parts_in_groups("news", numbers)
        self.assertEqual(expected + 27 * [None], groups)

    def test_reads_together_cost_what_the_operations_cost(self):
        for count in (90, 40):
            self.add_part(count)
        self.checkpoint()
        keys = [key(delivery_id="news", order=number) for number in (1, 2, 3)]
        reads = [statement(delivery_statements.PART, "news", number) for number in (1, 2, 3)]
        gets = [{"Get": {"TableName": PARTS_TABLE, "Key": part}} for part in keys]
        total = {"ReturnConsumedCapacity": "TOTAL"}
        expected = self.client.transact_get_items(TransactItems=gets, **total)
        actual = self.client.execute_transaction(TransactStatements=reads, **total)
        self.assertEqual(expected["ConsumedCapacity"], actual["ConsumedCapacity"])
        self.assertEqual([True, True, False], ["Item" in found for found in actual["Responses"]])
        for consistent in (True, False):
            request = {PARTS_TABLE: {"Keys": keys, "ConsistentRead": consistent}}
            expected = self.client.batch_get_item(RequestItems=request, **total)
            group = [{**read, "ConsistentRead": consistent} for read in reads]
            actual = self.client.batch_execute_statement(Statements=group, **total)
            self.assertEqual(expected["ConsumedCapacity"], actual["ConsumedCapacity"])

    def test_global_index_refuses_strongly_consistent_statements(self):
        message = "Strongly consistent read is not supported on Global Secondary Indexes"
        self.refuse(message, delivery_statements.PENDING, "news", ConsistentRead=True)

    def test_delivery_is_made_once(self):
        self.targets.add_all("news", ["ann", "bob"])
        self.targets.add_all("sale", ["bob"])
        self.assertEqual(["news", "sale"], self.statements.deliveries_of("bob"))
        self.assertEqual("Hello bob", self.statements.deliver("bob", "news"))
        self.checkpoint()
        self.assertIsNone(self.statements.deliver("bob", "news"))
        self.assertIsNone(self.statements.deliver("eve", "news"))
        self.assertEqual([], self.statements.rows(delivery_statements.TARGET, "bob", "news"))
        self.assertEqual(["sale"], self.statements.deliveries_of("bob"))
        self.assertEqual(["ann"], self.statements.pending("news"))

    def test_racing_statements_send_nothing_twice(self):
        users = [f"user-{number:02}" for number in range(24)]
        self.targets.add_all("news", users)
        pending = self.statements.pending("news")
        self.assertEqual(users, pending)
        first = sum(self.race(lambda _: self.run_over(pending[:15])), [])
        self.checkpoint()
        second = sum(self.race(lambda _: self.run_over(pending)), [])
        self.assertEqual((15, 9), (len(first), len(second)))
        self.assertEqual([f"Hello {user}" for user in users], sorted(first + second))
        self.assertEqual([], self.statements.pending("news"))

    def run_over(self, users):
        texts = [self.statements.deliver(user, "news") for user in users]
        return [text for text in texts if text is not None]


if __name__ == "__main__":
    unittest.main()
