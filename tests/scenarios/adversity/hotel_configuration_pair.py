"""Hotels saved in batches on a single table, with and without another try for UnprocessedItems.

A BatchWriteItem that succeeds may still have written only some of its items: the others come back,
to be sent again.
"""
from world import decode, encode, require_equal

TABLE_NAME = "hotel-configuration"
USER_INDEX = "user-index"
BATCH_WRITE_MAX = 25
HOTEL_COUNT = 4

GENERAL = "cfg-general"
ROOM = "cfg-room-"
ROOM_TYPE = "cfg-roomType-"
SELLABLE = "cfg-sellable-"
TAG = "cfg-tag-"
ALL = "cfg-"


class HotelConfiguration:
    """Saves and finds hotels, each of them one record for each of its nested objects."""

    def __init__(self, world):
        self._world = world
        self._client = world.client

    def create(self):
        self._world.create_table(
            TABLE_NAME,
            ("code", "itemType"),
            {"code": "S", "itemType": "S", "user": "S"},
            [(USER_INDEX, ("user",))],
        )

    def write(self, requests):
        """Writes one batch, all of it."""
        pending = {TABLE_NAME: requests}
        while pending:
            answer = self._world.patiently(self._client.batch_write_item, RequestItems=pending)
            pending = answer["UnprocessedItems"]
            if pending:
                self._world.wait(0.05)

    def save(self, records):
        self._write_all([{"PutRequest": {"Item": encode(record)}} for record in records])

    def delete(self, keys):
        self._write_all([{"DeleteRequest": {"Key": encode(key)}} for key in keys])

    def save_record(self, record):
        item = encode(record)
        self._world.patiently(self._client.put_item, TableName=TABLE_NAME, Item=item)

    def delete_record(self, key):
        self._world.patiently(self._client.delete_item, TableName=TABLE_NAME, Key=encode(key))

    def general(self, code):
        answer = self._world.patiently(
            self._client.get_item,
            TableName=TABLE_NAME,
            Key=encode({"code": code, "itemType": GENERAL}),
            ConsistentRead=True,
        )
        return decode(answer["Item"]) if "Item" in answer else None

    def records(self, code, prefix=ALL):
        """The records of a hotel whose item type has a prefix, in the order of their item types."""
        conditions = {"code": _condition("EQ", code), "itemType": _condition("BEGINS_WITH", prefix)}
        return self._query(KeyConditions=conditions, ConsistentRead=True)

    def hotels_of(self, user):
        """The codes of the hotels of a user, as the index has them."""
        found = self._query(IndexName=USER_INDEX, KeyConditions={"user": _condition("EQ", user)})
        return sorted(record["code"] for record in found)

    def _query(self, **request):
        pages = self._world.pages(self._client.query, TableName=TABLE_NAME, **request)
        return [decode(item) for page in pages for item in page["Items"]]

    def _write_all(self, requests):
        for first in range(0, len(requests), BATCH_WRITE_MAX):
            self.write(requests[first : first + BATCH_WRITE_MAX])


class CarelessHotelConfiguration(HotelConfiguration):
    """The mistake: takes a batch that was answered for one that was written."""

    def write(self, requests):
        request = {"RequestItems": {TABLE_NAME: requests}}
        self._world.patiently(self._client.batch_write_item, **request)


def _condition(operator, value):
    return {"AttributeValueList": [{"S": value}], "ComparisonOperator": operator}


def hotel_records(code, user, random):
    """The records of a hotel; with its rooms they are more than a batch can hold."""
    item_types = [f"{ROOM}{number}" for number in range(101, 101 + random.randint(12, 24))]
    item_types += [f"{ROOM_TYPE}{name}" for name in ("single", "double", "suite")]
    item_types += [f"{SELLABLE}{number}" for number in range(random.randint(2, 6))]
    item_types += [f"{TAG}{name}" for name in ("sea-view", "pets")]
    records = [{"code": code, "itemType": GENERAL, "user": user, "name": f"Hotel {code}"}]
    return records + [
        {"code": code, "itemType": item_type, "part": {"of": item_type}} for item_type in item_types
    ]


def change(world, hotels, code, stored):
    """Renovates a hotel: rooms go, sellables change, a tag comes; `stored` follows."""
    rooms = [key for key in sorted(stored) if key.startswith(ROOM)]
    closed = world.random.sample(rooms, 6)
    hotels.delete([{"code": code, "itemType": item_type} for item_type in closed])
    for item_type in closed:
        del stored[item_type]
    changed = [key for key in sorted(stored) if key.startswith(SELLABLE)]
    dearer = [{**stored[key], "price": world.random.randint(50, 500)} for key in changed]
    hotels.save(dearer)
    stored.update((record["itemType"], record) for record in dearer)
    tag = {"code": code, "itemType": f"{TAG}renovated", "part": {"by": "us"}}
    hotels.save_record(tag)
    stored[tag["itemType"]] = tag
    hotels.delete_record({"code": code, "itemType": f"{TAG}pets"})
    del stored[f"{TAG}pets"]


def check(hotels, code, stored):
    """Compares what is found of a hotel with what was saved."""
    require_equal(f"the general record of {code}", [stored[GENERAL]], [hotels.general(code)])
    for prefix in (SELLABLE, ALL):
        expected = [stored[key] for key in sorted(stored) if key.startswith(prefix)]
        require_equal(f"{prefix} of {code}", expected, hotels.records(code, prefix))


def play(world, is_mistaken):
    """Saves hotels and changes them; raises Broken unless every record is stored as it was last
    saved, and no other.
    """
    hotels = CarelessHotelConfiguration(world) if is_mistaken else HotelConfiguration(world)
    hotels.create()
    saved = {}
    for number in range(HOTEL_COUNT):
        code = f"hotel-{number}"
        records = hotel_records(code, f"user-{number % 2}", world.random)
        hotels.save(records)
        saved[code] = {record["itemType"]: record for record in records}
        world.wait(world.random.uniform(0.005, 0.08))
    for code, stored in saved.items():
        change(world, hotels, code, stored)
        world.wait(world.random.uniform(0.005, 0.08))
        check(hotels, code, stored)

    world.settle()
    require_equal("the hotels of user-1", ["hotel-1", "hotel-3"], hotels.hotels_of("user-1"))
    found = sorted(world.stored(TABLE_NAME), key=lambda item: (item["code"], item["itemType"]))
    expected = [stored[key] for _, stored in sorted(saved.items()) for key in sorted(stored)]
    require_equal("the records", expected, found)
