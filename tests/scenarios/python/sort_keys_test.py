"""Scenario 2, organising data with sort keys: every operator on sort keys, both directions, and key
order.
"""
import unittest
from decimal import Decimal

import tables
from boto3.dynamodb.conditions import Key
from boto3.dynamodb.types import Binary
from botocore.exceptions import ClientError
from harness import ScenarioTest
from sort_keys import ChatRooms, DeviceLog, Documents, Places

# 2018-09-04T00:00:00Z and six-hour steps around it.
MIDNIGHT = 1536019200
TIMES = [MIDNIGHT + step * 21600 for step in range(-4, 5)]


class DeviceLogTest(ScenarioTest):
    def setUp(self):
        super().setUp()
        self.log.create()
        for time in reversed(TIMES):
            self.log.write("thermometer", time, celsius=Decimal(time - MIDNIGHT) / 3600)
        self.log.write("barometer", MIDNIGHT, pascal=101325)
        self.checkpoint()

    def connect(self):
        self.log = DeviceLog(self.deployment.resource())

    def assert_times(self, expected, rows):
        self.assertEqual(expected, [int(row["timestamp"]) for row in rows])

    def test_comparisons(self):
        self.assert_times(TIMES[:4], self.log.before("thermometer", MIDNIGHT))
        self.assert_times(TIMES[:5], self.log.until("thermometer", MIDNIGHT))
        self.assert_times(TIMES[5:], self.log.after("thermometer", MIDNIGHT))
        self.assert_times(TIMES[4:], self.log.since("thermometer", MIDNIGHT))
        self.assert_times([MIDNIGHT], self.log.at("thermometer", MIDNIGHT))
        self.assert_times([], self.log.at("thermometer", MIDNIGHT + 1))
        self.assert_times([MIDNIGHT], self.log.since("barometer", 0))
        self.assert_times([], self.log.since("hygrometer", 0))

    def test_between_includes_both_ends(self):
        self.assert_times(TIMES[2:7], self.log.between("thermometer", TIMES[2], TIMES[6]))
        self.assert_times(TIMES[3:6], self.log.between("thermometer", TIMES[2] + 1, TIMES[6] - 1))
        self.assert_times([MIDNIGHT], self.log.between("thermometer", MIDNIGHT, MIDNIGHT))
        self.assert_times([], self.log.between("thermometer", MIDNIGHT + 1, MIDNIGHT + 2))

    def test_newest_first(self):
        self.assert_times(TIMES[3::-1], self.log.before("thermometer", MIDNIGHT, newest_first=True))
        self.assert_times(TIMES[:4:-1], self.log.after("thermometer", MIDNIGHT, newest_first=True))
        middle = self.log.between("thermometer", TIMES[2], TIMES[6], newest_first=True)
        self.assert_times(TIMES[6:1:-1], middle)
        self.assertEqual(TIMES[-1], self.log.latest("thermometer")["timestamp"])
        self.assertIsNone(self.log.latest("hygrometer"))

    def test_pages_of_any_size_give_the_same_rows(self):
        for page_size in (1, 2, 3, 4, 5, 100):
            for newest_first in (False, True):
                options = {"newest_first": newest_first, "page_size": page_size}
                expected = TIMES[4::-1] if newest_first else TIMES[:5]
                self.assert_times(expected, self.log.until("thermometer", MIDNIGHT, **options))

    def test_numbers_come_back_exactly(self):
        self.assertEqual(Decimal("-6"), self.log.at("thermometer", TIMES[3])[0]["celsius"])
        precise = Decimal("12345678901234567890.123456789012345678")
        self.log.write("thermometer", precise, celsius=-precise)
        self.assertEqual(
            [{"deviceID": "thermometer", "timestamp": precise, "celsius": -precise}],
            self.log.at("thermometer", precise),
        )

    def test_reversed_bounds_are_refused(self):
        self.assert_refused(
            "ValidationException",
            (
                "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be"
                " greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2},"
                " upper bound operand: AttributeValue: {N:1}"
            ),
            self.log.between,
            "thermometer",
            2,
            1,
        )

    def test_value_of_another_type_is_refused(self):
        self.assert_refused(
            "ValidationException",
            (
                "One or more parameter values were invalid: Condition parameter type does not match"
                " schema type"
            ),
            self.log.before,
            "thermometer",
            "noon",
        )


class PlacesTest(ScenarioTest):
    CITIES = {
        "CAN-ON-Toronto": 2731571,
        "USA-CA-San Francisco": 883305,
        "USA-TX-Austin": 964254,
        "USA-TX-Dallas": 1345047,
        "USA-TX-Houston": 2325502,
        "USA-TX-Houston Heights": 41486,
        "USA-WA-Seattle": 744955,
        "USB": 0,
    }

    def setUp(self):
        super().setUp()
        self.places.create()
        self.places.add_all("city", self.CITIES)
        self.places.add_all("airport", {"USA-TX-DFW": 1, "USA-TX-IAH": 2})
        self.checkpoint()

    def connect(self):
        self.places = Places(self.deployment.resource())

    def test_prefix_narrows_from_country_to_city(self):
        cities = list(self.CITIES)
        self.assertEqual(cities[1:], self.places.within("city", "U"))
        self.assertEqual(cities[1:7], self.places.within("city", "USA"))
        self.assertEqual(cities[2:6], self.places.within("city", "USA-TX"))
        self.assertEqual(cities[4:6], self.places.within("city", "USA-TX-Houston"))
        self.assertEqual([], self.places.within("city", "USA-TX-houston"))
        self.assertEqual(["USA-TX-DFW", "USA-TX-IAH"], self.places.within("airport", "USA"))

    def test_prefix_backwards_and_in_pages(self):
        texan = list(self.CITIES)[2:6]
        self.assertEqual(texan[::-1], self.places.within("city", "USA-TX", newest_first=True))
        self.assertEqual(texan, self.places.within("city", "USA-TX", Limit=1))
        self.assertEqual(
            texan[::-1], self.places.within("city", "USA-TX", newest_first=True, Limit=3)
        )

    def test_filter_and_count(self):
        self.assertEqual(
            ["USA-TX-Dallas", "USA-TX-Houston"], self.places.larger_than("city", "USA", 1000000)
        )
        self.assertEqual(6, self.places.count("city", "USA"))
        self.assertEqual(0, self.places.count("city", "MEX"))


class ChatRoomsTest(ScenarioTest):
    MESSAGES = [
        ("amsg", "2017-12-31:23:59:59", "bye 2017"),
        ("amsg", "2018-01-01:00:00:00", "hello 2018"),
        ("bob", "2018-01-01:00:00:00", "same second"),
        ("amsg", "2018-08-01:09:00:00", "august"),
        ("am", "2018-08-02:10:00:00", "another author"),
        ("amsg", "2018-08-15:12:30:00", "mid august"),
        ("bob", "2018-09-01:08:00:00", "september"),
    ]

    def setUp(self):
        super().setUp()
        self.chat.create()

    def connect(self):
        self.chat = ChatRooms(self.deployment.resource())

    def test_messages_by_author_and_by_time(self):
        for message in reversed(self.MESSAGES):
            self.chat.say("seattle", *message)
        self.chat.say("boston", "amsg", "2018-08-03:00:00:00", "elsewhere")
        self.checkpoint()
        self.assertEqual(
            ["hello 2018", "august", "mid august"], self.chat.by_author("seattle", "amsg", "2018")
        )
        self.assertEqual(
            ["august", "mid august"], self.chat.by_author("seattle", "amsg", "2018-08")
        )
        self.assertEqual(["another author"], self.chat.by_author("seattle", "am"))
        self.assertEqual(
            [("amsg", "august"), ("am", "another author"), ("amsg", "mid august")],
            self.chat.by_time("seattle", "2018-08"),
        )
        self.assertEqual(
            [("amsg", "hello 2018"), ("bob", "same second")],
            self.chat.by_time("seattle", "2018-01-01:00:00:00"),
        )
        self.assertEqual([("amsg", "elsewhere")], self.chat.by_time("boston", "2018"))

    def test_time_index_holds_keys_only(self):
        for message in self.MESSAGES:
            self.chat.say("seattle", *message)
        self.checkpoint()
        rows = self.chat.index_rows("seattle")
        by_time = sorted(f"{time}#{author}" for author, time, _ in self.MESSAGES)
        self.assertEqual(by_time, [row[ChatRooms.BY_TIME] for row in rows])
        for row in rows:
            self.assertEqual({"chatroomID", ChatRooms.BY_AUTHOR, ChatRooms.BY_TIME}, set(row))

    def test_busy_room_is_spread_over_partitions(self):
        for number in range(20):
            self.chat.say_sharded(
                "seattle", 2, "amsg", f"2018-08-01:00:00:{number:02}", f"text {number}"
            )
        self.checkpoint()
        sizes = [len(self.chat.by_author(f"seattle-{shard}", "amsg")) for shard in (1, 2)]
        self.assertEqual(20, sum(sizes))
        self.assertTrue(all(sizes), sizes)
        self.assertEqual(
            [f"text {number}" for number in range(20)],
            self.chat.by_author_sharded("seattle", 2, "amsg"),
        )


class DocumentsTest(ScenarioTest):
    def setUp(self):
        super().setUp()
        self.documents.create()

    def connect(self):
        self.documents = Documents(self.deployment.resource())

    def test_facets_of_different_shapes_lie_side_by_side(self):
        self.documents.set_facet(
            "doc-1", "metadata", title="Plan", tags={"draft", "secret"}, pages=3
        )
        self.documents.set_facet(
            "doc-1", "permissions", readers=["ann", "bob"], public=False, owner={"name": "ann"}
        )
        self.documents.save_version("doc-1", 1, body=b"\x00\xff", size=Decimal("0.5"))
        self.documents.set_facet("doc-2", "metadata", title="Other")
        self.checkpoint()
        metadata = {
            "document_id": "doc-1",
            "facet": "metadata",
            "title": "Plan",
            "tags": {"draft", "secret"},
            "pages": 3,
        }
        self.assertEqual(metadata, self.documents.facet("doc-1", "metadata"))
        self.assertEqual({"name": "ann"}, self.documents.facet("doc-1", "permissions")["owner"])
        self.assertEqual(Binary(b"\x00\xff"), self.documents.facet("doc-1", "v_1")["body"])
        self.assertIsNone(self.documents.facet("doc-1", "v_2"))
        facets = [item["facet"] for item in self.documents.everything("doc-1")]
        self.assertEqual(["metadata", "permissions", "v_0", "v_1"], facets)

    def test_history_keeps_a_copy_of_the_newest_version(self):
        self.documents.set_facet("doc-1", "metadata", title="Plan")
        self.documents.save_version("doc-1", 1, body="one")
        self.checkpoint()
        self.documents.save_version("doc-1", 2, body="two", note=None)
        self.checkpoint()
        history = self.documents.history("doc-1")
        self.assertEqual(["v_0", "v_1", "v_2"], [item["facet"] for item in history])
        self.assertEqual(["two", "one", "two"], [item["body"] for item in history])
        self.assertEqual({**history[2], "facet": "v_0"}, history[0])

    def test_version_is_saved_only_once(self):
        self.documents.save_version("doc-1", 1, body="one")
        self.checkpoint()
        codes = ["None", "ConditionalCheckFailed", "ConditionalCheckFailed"]
        self.assert_cancelled(codes, self.documents.save_version, "doc-1", 1, body="other")
        self.assert_versions(one=1)

    def test_version_older_than_the_newest_is_saved_nowhere(self):
        self.documents.save_version("doc-1", 1, body="one")
        self.documents.save_version("doc-1", 3, body="three")
        self.checkpoint()
        codes = ["None", "None", "ConditionalCheckFailed"]
        self.assert_cancelled(codes, self.documents.save_version, "doc-1", 2, body="two")
        self.checkpoint()
        self.assert_versions(one=1, three=3)

    def test_locked_document_gets_no_version(self):
        self.documents.save_version("doc-1", 1, body="one")
        self.documents.set_facet("doc-1", "metadata", locked=True)
        self.checkpoint()
        codes = ["ConditionalCheckFailed", "None", "None"]
        self.assert_cancelled(codes, self.documents.save_version, "doc-1", 2, body="two")
        codes = ["ConditionalCheckFailed"] * 3
        self.assert_cancelled(codes, self.documents.save_version, "doc-1", 1, body="two")
        self.assert_versions(one=1)
        self.documents.set_facet("doc-1", "metadata", title="Plan")
        self.documents.save_version("doc-1", 2, body="two")
        self.assert_versions(one=1, two=2)

    def test_repeated_request_saves_nothing_again(self):
        self.documents.save_version("doc-1", 1, request="save-1", body="one")
        self.documents.save_version("doc-1", 2, request="save-2", body="two")
        self.checkpoint()
        self.documents.save_version("doc-1", 1, request="save-1", body="one")
        self.assert_versions(one=1, two=2)
        with self.assertRaises(ClientError) as caught:
            self.documents.save_version("doc-1", 3, request="save-2", body="three")
        code = caught.exception.response["Error"]["Code"]
        self.assertEqual("IdempotentParameterMismatchException", code)
        self.assert_versions(one=1, two=2)

    def assert_versions(self, **numbers):
        """Asserts which versions there are, as {body: number}, and that `v_0` is the last one."""
        history = self.documents.history("doc-1")
        expected = [(f"v_{number}", number, body) for body, number in numbers.items()]
        expected.insert(0, ("v_0", *expected[-1][1:]))
        self.assertEqual(
            expected, [(item["facet"], int(item["number"]), item["body"]) for item in history]
        )

    def test_racing_authors_keep_versions_in_step(self):
        self.documents.save_version("doc-1", 1, body="by nobody")
        first = self.race(lambda worker: self.author_or_reader(worker, until=20))
        self.checkpoint()
        second = self.race(lambda worker: self.author_or_reader(worker, until=40))
        versions = self.documents.history("doc-1")[1:]
        # The sort keys are strings: v_10 sorts before v_2.
        versions.sort(key=lambda version: version["number"])
        self.assertEqual(list(range(1, 41)), [int(version["number"]) for version in versions])
        self.assertEqual({**versions[-1], "facet": "v_0"}, self.documents.facet("doc-1", "v_0"))
        self.assertEqual(39, sum(first) + sum(second))

    def author_or_reader(self, worker, until):
        """Saves versions, or watches them, until there are so many; returns how many it saved."""
        saved = 0
        while True:
            newest = int(self.documents.facet("doc-1", "v_0")["number"])
            if newest >= until:
                return saved
            try:
                if worker % 2:
                    self.assert_in_step(newest + 1)
                else:
                    self.documents.save_version("doc-1", newest + 1, body=f"by {worker}")
                    saved += 1
            except ClientError as error:
                self.assertEqual(
                    "TransactionCanceledException", error.response["Error"]["Code"], error
                )

    def assert_in_step(self, number):
        """Asserts that a version is there exactly if the newest is that or a later one."""
        newest, version = self.documents.at_one_moment("doc-1", "v_0", f"v_{number}")
        self.assertEqual(newest["number"] >= number, version is not None, (newest, version))


class KeyOrderTest(ScenarioTest):
    """Sort keys of each type, in ascending order as written here."""

    NUMBERS = [
        "-1e125",
        "-100",
        "-10",
        "-9.5",
        "-1",
        "-0.5",
        "-1e-130",
        "0",
        "1e-130",
        "0.5",
        "1",
        "9",
    ]
    NUMBERS += [
        "9.99",
        "10",
        "1e2",
        "100.5",
        "12345678901234567890123456789012345678",
        "1e38",
        "9.9e125",
    ]
    STRINGS = [
        " ",
        "!",
        "-",
        "0",
        "10",
        "9",
        "A",
        "AA",
        "B",
        "_",
        "a",
        "a\u0000",
        "aa",
        "b",
        "z",
        "~",
    ]
    STRINGS += ["\u007f", "\u0080", "é", "あ", "\uffee", "\U0001f600"]
    BINARIES = [
        b"\x00",
        b"\x00\x00",
        b"\x00\xff",
        b"\x01",
        b"\x7f",
        b"\x7f\xff",
        b"\x80",
        b"\x80\x00",
    ]
    BINARIES += [b"\xfe", b"\xff", b"\xff\x00"]

    def connect(self):
        self.client = self.deployment.client()

    def create(self, attribute_type):
        tables.create(
            self.client,
            TableName="key_order",
            AttributeDefinitions=[
                {"AttributeName": "partition", "AttributeType": "S"},
                {"AttributeName": "position", "AttributeType": attribute_type},
            ],
            KeySchema=[
                {"AttributeName": "partition", "KeyType": "HASH"},
                {"AttributeName": "position", "KeyType": "RANGE"},
            ],
            BillingMode="PAY_PER_REQUEST",
        )

    def put(self, position, **attributes):
        item = {"partition": {"S": "p"}, "position": position, **attributes}
        self.client.put_item(TableName="key_order", Item=item)

    def query(self, condition="", *operands, **options):
        """The positions which satisfy a condition on the sort key."""
        values = {":p": {"S": "p"}, **dict(zip((":a", ":b"), operands))}
        rows = tables.rows(
            self.client.query,
            TableName="key_order",
            KeyConditionExpression="#partition = :p"
            + (" AND #position " + condition if condition else ""),
            ExpressionAttributeNames={"#partition": "partition"}
            | ({"#position": "position"} if condition else {}),
            ExpressionAttributeValues=values,
            **options,
        )
        return [row["position"] for row in rows]

    def assert_order(self, attribute_type, ascending):
        self.create(attribute_type)
        ascending = [{attribute_type: value} for value in ascending]
        for position in ascending[::2] + ascending[1::2]:
            self.put(position)
        self.checkpoint()
        self.assertEqual(ascending, self.query())
        self.assertEqual(ascending[::-1], self.query(ScanIndexForward=False, Limit=3))
        for index, position in enumerate(ascending):
            self.assertEqual([position], self.query("= :a", position))
            self.assertEqual(ascending[:index], self.query("< :a", position))
            self.assertEqual(ascending[index:], self.query(">= :a", position))
            middle = ascending[index : index + 3]
            self.assertEqual(middle, self.query("BETWEEN :a AND :b", middle[0], middle[-1]))

    def test_numbers_by_value(self):
        self.assert_order("N", [f"{Decimal(number):f}" for number in self.NUMBERS])

    def test_strings_by_utf8_bytes(self):
        self.assertEqual(self.STRINGS, sorted(self.STRINGS, key=str.encode))
        self.assert_order("S", self.STRINGS)

    def test_binaries_by_unsigned_bytes(self):
        self.assert_order("B", self.BINARIES)

    def test_spellings_of_one_number_are_one_key(self):
        self.create("N")
        for spelling in ("1000", "1e3", "1000.00", "+01000", "10E2"):
            self.put({"N": spelling}, written={"S": spelling})
        self.checkpoint()
        rows = self.client.scan(TableName="key_order")["Items"]
        self.assertEqual(
            [{"partition": {"S": "p"}, "position": {"N": "1000"}, "written": {"S": "10E2"}}], rows
        )


if __name__ == "__main__":
    unittest.main()
