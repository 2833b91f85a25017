"""Hotel configuration on a single table, after the AWS sample of an enterprise application.

A hotel is one object to its users and many records to the table, all under the hotel's `code`: each
nested object is a record of its own, told apart by the prefix of its `itemType`. One query returns
the whole hotel. Reads use the legacy KeyConditions; writes go in batches.
"""
import tables

TABLE_NAME = "hotel-configuration"
USER_INDEX = "user-index"

GENERAL = "cfg-general"
ROOM = "cfg-room-"
ROOM_TYPE = "cfg-roomType-"
ROOM_TYPE_PICTURE = "cfg-roomType-picture-"
SELLABLE = "cfg-sellable-"
TAG = "cfg-tag-"
HISTORY = "cfg-history-"
ALL = "cfg-"

# The lists of a hotel, the prefix of their records, and the attribute completing the item type.
PARTS = {
    "pictures": (ROOM_TYPE_PICTURE, "id"),
    "rooms": (ROOM, "number"),
    "roomTypes": (ROOM_TYPE, "code"),
    "sellables": (SELLABLE, "code"),
    "tags": (TAG, "code"),
    "pendingChanges": (HISTORY, "timeStamp"),
}


def to_records(hotel, user):
    """The records of a hotel object; each of its nested objects becomes one of its own."""
    general = {name: value for name, value in hotel.items() if name not in PARTS}
    records = [{**general, "itemType": GENERAL, "user": user, "lastUpdatedBy": user}]
    for part in PARTS:
        records += [
            part_to_record(hotel["code"], part, element, user) for element in hotel.get(part, [])
        ]
    return records


def part_to_record(code, part, element, user):
    prefix, id_attribute = PARTS[part]
    item_type = f"{prefix}{element[id_attribute]}"
    return {"code": code, "itemType": item_type, "part": element, "lastUpdatedBy": user}


def from_records(records):
    """The hotel object of these records, whatever their order; None without a general record."""
    hotel = None
    parts = {}
    for record in records:
        if record["itemType"] == GENERAL:
            hotel = {
                name: record[name]
                for name in record
                if name not in ("itemType", "user", "lastUpdatedBy")
            }
        else:
            parts.setdefault(_part_of(record["itemType"]), []).append(record["part"])
    return hotel and {**hotel, **parts}


def _part_of(item_type):
    return next(part for part, (prefix, _) in PARTS.items() if item_type.startswith(prefix))


class HotelConfiguration:
    """Saves and finds hotels."""

    def __init__(self, dynamodb):
        self._dynamodb = dynamodb
        self._table = dynamodb.Table(TABLE_NAME)

    def create_table(self):
        tables.create(
            self._dynamodb.meta.client,
            TableName=TABLE_NAME,
            AttributeDefinitions=[
                {"AttributeName": "code", "AttributeType": "S"},
                {"AttributeName": "itemType", "AttributeType": "S"},
                {"AttributeName": "user", "AttributeType": "S"},
            ],
            KeySchema=[
                {"AttributeName": "code", "KeyType": "HASH"},
                {"AttributeName": "itemType", "KeyType": "RANGE"},
            ],
            GlobalSecondaryIndexes=[
                {
                    "IndexName": USER_INDEX,
                    "KeySchema": [{"AttributeName": "user", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["name"]},
                }
            ],
            BillingMode="PAY_PER_REQUEST",
        )

    def save(self, hotel, user):
        """Writes all records of a hotel; a part which the object no longer has is left alone."""
        puts = [tables.put_request(record) for record in to_records(hotel, user)]
        tables.write_all(self._dynamodb.batch_write_item, TABLE_NAME, puts)

    def save_part(self, code, part, element, user):
        """Writes one nested object."""
        self._table.put_item(Item=part_to_record(code, part, element, user))

    def delete_part(self, code, part, element_id):
        self._table.delete_item(Key={"code": code, "itemType": f"{PARTS[part][0]}{element_id}"})

    def general(self, code):
        """The general record of a hotel, or None."""
        return self._table.get_item(Key={"code": code, "itemType": GENERAL}).get("Item")

    def find(self, code):
        """The whole hotel by one query, or None."""
        return from_records(self.records(code, ALL))

    def records(self, code, prefix, **options):
        """The records whose item type has a prefix, in the order of their item types."""
        return [record for page in self.pages(code, prefix, **options) for record in page["Items"]]

    def pages(self, code, prefix, **options):
        return tables.pages(
            self._table.query,
            KeyConditions={
                "code": {"AttributeValueList": [code], "ComparisonOperator": "EQ"},
                "itemType": {"AttributeValueList": [prefix], "ComparisonOperator": "BEGINS_WITH"},
            },
            **options,
        )

    def hotels_of(self, user):
        """The code and name of each hotel a user has saved, as the index has them."""
        condition = {"user": {"AttributeValueList": [user], "ComparisonOperator": "EQ"}}
        return tables.rows(self._table.query, IndexName=USER_INDEX, KeyConditions=condition)

    def pictures(self, code, picture_ids):
        """These pictures, in no particular order, by batch reads."""
        keys = [
            {"code": code, "itemType": f"{ROOM_TYPE_PICTURE}{picture_id}"}
            for picture_id in picture_ids
        ]
        records = tables.get_all(
            self._dynamodb.batch_get_item, TABLE_NAME, keys, ConsistentRead=True
        )
        return [record["part"] for record in records]

    def delete(self, code):
        """Deletes all records of a hotel; returns how many."""
        keys = self.records(code, ALL, AttributesToGet=["code", "itemType"])
        tables.write_all(
            self._dynamodb.batch_write_item,
            TABLE_NAME,
            [tables.delete_request(key) for key in keys],
        )
        return len(keys)
