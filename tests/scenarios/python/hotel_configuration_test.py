"""Scenario 5, hotel configuration: a single table read by legacy KeyConditions and written in
batches.
"""
import unittest
from decimal import Decimal

import tables
from harness import ScenarioTest
from hotel_configuration import GENERAL, ROOM, ROOM_TYPE, TABLE_NAME, HotelConfiguration


def hotel(code, rooms=4):
    """A hotel with something in each of its parts, in the order in which a query returns them."""
    return {
        "code": code,
        "name": f"Hotel {code}",
        "description": "",
        "currencyCode": "EUR",
        "defaultMarketing": {"tagLine": "Sleep well", "description": None},
        "options": {"bookable": True, "shoppable": False},
        "rooms": [
            {
                "number": f"{number:03}",
                "type": "DBL",
                "floor": number // 10,
                "attributes": [{"code": "SEA"}, []],
            }
            for number in range(rooms)
        ],
        "roomTypes": [
            {
                "code": "DBL",
                "name": "Double",
                "lowPrice": Decimal("99.5"),
                "highPrice": Decimal("149.99"),
            },
            {
                "code": "SGL",
                "name": "Single",
                "lowPrice": Decimal("59"),
                "highPrice": Decimal("1E+2"),
            },
        ],
        "pictures": [
            {
                "id": "1",
                "rawData": b"\x89PNG\r\n",
                "tags": {"main", "sea"},
                "pictureItemCode": "DBL",
            }
        ],
        "sellables": [
            {
                "code": "BRK",
                "quantity": 0,
                "pricePerUnit": Decimal("-0.01"),
                "inventoryType": "per_day",
            }
        ],
        "tags": [{"code": "SEA", "priceImpact": Decimal("10"), "priceUpdateUnit": "percent"}],
    }


class Throttled:
    """A resource whose table takes at most so many writes of a batch and returns the others
    unprocessed.
    """

    def __init__(self, dynamodb, writes_max):
        self._dynamodb = dynamodb
        self._writes_max = writes_max
        self.calls = 0

    def __getattr__(self, name):
        return getattr(self._dynamodb, name)

    def batch_write_item(self, RequestItems):
        self.calls += 1
        requests = RequestItems[TABLE_NAME]
        response = self._dynamodb.batch_write_item(
            RequestItems={TABLE_NAME: requests[: self._writes_max]}
        )
        rest = requests[self._writes_max :]
        return {**response, "UnprocessedItems": {TABLE_NAME: rest} if rest else {}}


class HotelTest(ScenarioTest):
    """A test with an empty configuration table."""

    def setUp(self):
        super().setUp()
        self.configuration.create_table()

    def connect(self):
        self.dynamodb = self.deployment.resource()
        self.configuration = HotelConfiguration(self.dynamodb)


class HotelConfigurationTest(HotelTest):
    def item_types(self, code, prefix, **options):
        return [
            record["itemType"] for record in self.configuration.records(code, prefix, **options)
        ]

    def test_hotel_comes_back_whole(self):
        self.configuration.save(hotel("PAR", rooms=60), "ann")
        self.configuration.save(hotel("PARIS", rooms=1), "bob")
        self.checkpoint()
        self.assertEqual(hotel("PAR", rooms=60), self.configuration.find("PAR"))
        self.assertEqual(hotel("PARIS", rooms=1), self.configuration.find("PARIS"))
        self.assertIsNone(self.configuration.find("PA"))

    def test_prefixes_select_the_parts(self):
        self.configuration.save(hotel("PAR"), "ann")
        self.checkpoint()
        rooms = [f"cfg-room-{number:03}" for number in range(4)]
        types = ["cfg-roomType-DBL", "cfg-roomType-SGL", "cfg-roomType-picture-1"]
        self.assertEqual(rooms, self.item_types("PAR", ROOM))
        self.assertEqual(types, self.item_types("PAR", ROOM_TYPE))
        self.assertEqual(rooms + types, self.item_types("PAR", "cfg-room"))
        self.assertEqual(["cfg-general"], self.item_types("PAR", "cfg-g"))
        self.assertEqual([], self.item_types("PAR", "cfg-rooms"))
        self.assertEqual(
            (rooms + types)[::-1], self.item_types("PAR", "cfg-room", ScanIndexForward=False)
        )
        self.assertEqual(rooms + types, self.item_types("PAR", "cfg-room", Limit=2))

    def test_nested_objects_are_written_on_their_own(self):
        expected = hotel("PAR")
        self.configuration.save(expected, "ann")
        self.configuration.save_part("PAR", "tags", {"code": "VIEW", "priceImpact": 5}, "bob")
        self.configuration.delete_part("PAR", "rooms", "001")
        self.configuration.delete_part("PAR", "rooms", "999")
        self.checkpoint()
        change = {
            "timeStamp": "2026-01-02T03:04:05",
            "eventName": "update",
            "objectName": "tag",
            "newValue": "VIEW",
        }
        self.configuration.save_part("PAR", "pendingChanges", change, "bob")
        self.configuration.save_part("PAR", "rooms", {"number": "002", "name": "renamed"}, "bob")
        expected["tags"].append({"code": "VIEW", "priceImpact": 5})
        expected["rooms"] = [
            expected["rooms"][0],
            {"number": "002", "name": "renamed"},
            expected["rooms"][3],
        ]
        expected["pendingChanges"] = [change]
        self.checkpoint()
        self.assertEqual(expected, self.configuration.find("PAR"))

    def test_general_record_is_read_alone(self):
        self.configuration.save(hotel("PAR"), "ann")
        self.checkpoint()
        general = self.configuration.general("PAR")
        self.assertEqual(
            ("cfg-general", "ann", ""),
            (general["itemType"], general["user"], general["description"]),
        )
        self.assertNotIn("rooms", general)
        self.assertIsNone(self.configuration.general("LON"))

    def test_index_finds_the_hotels_of_a_user(self):
        for code, user in (("PAR", "ann"), ("LON", "bob"), ("ROM", "ann")):
            self.configuration.save(hotel(code), user)
        self.checkpoint()
        names = {"PAR": "Hotel PAR", "ROM": "Hotel ROM"}
        rows = self.configuration.hotels_of("ann")
        self.assertEqual(names, {row["code"]: row["name"] for row in rows})
        for row in rows:
            self.assertEqual(
                {"code": row["code"], "itemType": GENERAL, "user": "ann", "name": row["name"]}, row
            )
        self.configuration.save({**hotel("PAR"), "name": "Ritz"}, "bob")
        self.assertEqual(["ROM"], [row["code"] for row in self.configuration.hotels_of("ann")])
        self.assertEqual(
            {"Ritz", "Hotel LON"}, {row["name"] for row in self.configuration.hotels_of("bob")}
        )
        self.assertEqual([], self.configuration.hotels_of("eve"))

    def test_deleted_hotel_is_gone(self):
        self.configuration.save(hotel("PAR", rooms=60), "ann")
        self.configuration.save(hotel("LON"), "ann")
        self.checkpoint()
        self.assertEqual(66, self.configuration.delete("PAR"))
        self.assertIsNone(self.configuration.find("PAR"))
        self.assertEqual(0, self.configuration.delete("PAR"))
        self.assertEqual(hotel("LON"), self.configuration.find("LON"))
        self.assertEqual(["LON"], [row["code"] for row in self.configuration.hotels_of("ann")])

    def test_unprocessed_writes_are_sent_again(self):
        throttled = Throttled(self.dynamodb, 10)
        HotelConfiguration(throttled).save(hotel("PAR", rooms=50), "ann")
        self.assertEqual(3 + 3 + 1, throttled.calls, "56 records in groups of 25, 25 and 6")
        self.checkpoint()
        self.assertEqual(hotel("PAR", rooms=50), self.configuration.find("PAR"))
        self.assertEqual(56, HotelConfiguration(Throttled(self.dynamodb, 10)).delete("PAR"))
        self.assertIsNone(self.configuration.find("PAR"))

    def test_racing_editors_keep_all_their_parts(self):
        self.configuration.save(hotel("PAR", rooms=0), "ann")

        def edit(worker):
            for number in range(20):
                room = {"number": f"{worker}{number:02}", "name": f"by {worker}"}
                self.configuration.save_part("PAR", "rooms", room, f"editor-{worker}")

        self.race(edit)
        self.checkpoint()
        numbers = [room["number"] for room in self.configuration.find("PAR")["rooms"]]
        self.assertEqual(
            [f"{worker}{number:02}" for worker in range(8) for number in range(20)], numbers
        )


class PictureTest(HotelTest):
    """A hotel whose pictures are larger than any one response may be."""

    PICTURE_BYTES = 390000
    COUNT = 45

    def test_large_hotel_is_read_in_pages_and_batches(self):
        ids = [f"{number:02}" for number in range(self.COUNT)]
        pictures = [
            {"id": picture_id, "rawData": picture_id.encode() * (self.PICTURE_BYTES // 2)}
            for picture_id in ids
        ]
        self.configuration.save({**hotel("PAR"), "pictures": pictures}, "ann")
        self.checkpoint()
        found = self.configuration.pictures("PAR", ids + ["missing"])
        self.assertEqual(pictures, sorted(found, key=lambda picture: picture["id"]))
        self.assertEqual(pictures, self.configuration.find("PAR")["pictures"])
        sizes = [page["Count"] for page in self.configuration.pages("PAR", "cfg-roomType-picture-")]
        self.assertEqual([3] * 15, sizes[:15])
        keys = [
            {"code": "PAR", "itemType": f"cfg-roomType-picture-{picture_id}"} for picture_id in ids
        ]
        response = self.dynamodb.batch_get_item(
            RequestItems={TABLE_NAME: {"Keys": keys, "ConsistentRead": True}}
        )
        unprocessed = response["UnprocessedKeys"][TABLE_NAME]
        self.assertTrue(unprocessed["ConsistentRead"])
        self.assertEqual(
            self.COUNT, len(response["Responses"][TABLE_NAME]) + len(unprocessed["Keys"])
        )
        self.assertLessEqual(
            len(response["Responses"][TABLE_NAME]) * self.PICTURE_BYTES, 16 * 1024 * 1024
        )


class RefusalTest(HotelTest):
    def refused(self, message, operation, **request):
        self.assert_refused("ValidationException", message, operation, **request)

    def test_key_conditions(self):
        table = self.dynamodb.Table(TABLE_NAME)
        code = {"AttributeValueList": ["PAR"], "ComparisonOperator": "EQ"}
        prefix = {"AttributeValueList": ["cfg-"], "ComparisonOperator": "BEGINS_WITH"}
        missed = "Query condition missed key schema element: code"
        self.refused(missed, table.query, KeyConditions={"itemType": prefix})
        self.refused(
            "Query key condition not supported", table.query, KeyConditions={"code": prefix}
        )
        contains = {"AttributeValueList": ["cfg-"], "ComparisonOperator": "CONTAINS"}
        message = "Attempted conditional constraint is not an indexable operation"
        self.refused(message, table.query, KeyConditions={"code": code, "itemType": contains})
        self.refused(
            (
                "Can not use both expression and non-expression parameters in the same request:"
                " Non-expression parameters: {KeyConditions} Expression parameters:"
                " {KeyConditionExpression}"
            ),
            table.query,
            KeyConditions={"code": code},
            KeyConditionExpression="code = :code",
            ExpressionAttributeValues={":code": "PAR"},
        )
        self.refused(
            "The table does not have the specified index: owner-index",
            table.query,
            IndexName="owner-index",
            KeyConditions={"user": code},
        )

    def batch_refused(self, message, *records):
        """Asserts that a batch of puts is refused and that none of it has been written."""
        puts = [tables.put_request(record) for record in records]
        self.refused(message, self.dynamodb.batch_write_item, RequestItems={TABLE_NAME: puts})
        self.assertEqual([], self.configuration.records("PAR", "cfg-"))

    def test_batch_is_limited_to_25_writes(self):
        self.batch_refused(
            (
                f"1 validation error detected: Value at 'RequestItems.{TABLE_NAME}.member' failed"
                " to satisfy constraint: Member must have length less than or equal to 25"
            ),
            *[{"code": "PAR", "itemType": f"cfg-room-{number}"} for number in range(26)],
        )

    def test_batch_is_refused_as_a_whole(self):
        first, second = ({"code": "PAR", "itemType": f"cfg-room-{number}"} for number in range(2))
        self.batch_refused("Provided list of item keys contains duplicates", first, second, first)
        self.batch_refused(
            "The provided key element does not match the schema", first, {"code": "PAR"}
        )
        self.batch_refused(
            (
                "One or more parameter values were invalid: Type mismatch for Index Key user "
                "Expected: S Actual: NULL IndexName: user-index"
            ),
            first,
            {"code": "PAR", "itemType": GENERAL, "user": None},
        )

    def test_index_key_must_not_be_empty(self):
        self.refused(
            (
                "One or more parameter values are not valid. A value specified for a secondary"
                " index key is not supported. The AttributeValue for a key attribute cannot contain"
                " an empty string value. IndexName: user-index, IndexKey: user"
            ),
            self.dynamodb.Table(TABLE_NAME).put_item,
            Item={"code": "PAR", "itemType": GENERAL, "user": ""},
        )


if __name__ == "__main__":
    unittest.main()
