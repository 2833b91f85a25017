"""Four ways to organise data with sort keys, after the AWS Database Blog.

Device logs by time, places by a hierarchical key, chat messages by author or by time, and documents
with their facets and versions side by side. Written against the resource, whose condition builder
makes the expressions.
"""
import zlib

import tables
from boto3.dynamodb.conditions import Attr, Key

UNLIMITED = {"BillingMode": "PAY_PER_REQUEST"}


def _definition(name, attribute_type):
    return {"AttributeName": name, "AttributeType": attribute_type}


def _key_schema(hash_attribute, range_attribute):
    return [
        {"AttributeName": hash_attribute, "KeyType": "HASH"},
        {"AttributeName": range_attribute, "KeyType": "RANGE"},
    ]


class DeviceLog:
    """What devices reported, by Unix seconds."""

    TABLE_NAME = "device_log"

    def __init__(self, dynamodb):
        self._dynamodb = dynamodb
        self._table = dynamodb.Table(self.TABLE_NAME)

    def create(self):
        tables.create(
            self._dynamodb.meta.client,
            TableName=self.TABLE_NAME,
            AttributeDefinitions=[_definition("deviceID", "S"), _definition("timestamp", "N")],
            KeySchema=_key_schema("deviceID", "timestamp"),
            **UNLIMITED,
        )

    def write(self, device_id, timestamp, **readings):
        self._table.put_item(Item={"deviceID": device_id, "timestamp": timestamp, **readings})

    def at(self, device_id, timestamp):
        return self._query(device_id, Key("timestamp").eq(timestamp))

    def before(self, device_id, timestamp, **options):
        return self._query(device_id, Key("timestamp").lt(timestamp), **options)

    def until(self, device_id, timestamp, **options):
        return self._query(device_id, Key("timestamp").lte(timestamp), **options)

    def after(self, device_id, timestamp, **options):
        return self._query(device_id, Key("timestamp").gt(timestamp), **options)

    def since(self, device_id, timestamp, **options):
        return self._query(device_id, Key("timestamp").gte(timestamp), **options)

    def between(self, device_id, first, last, **options):
        return self._query(device_id, Key("timestamp").between(first, last), **options)

    def latest(self, device_id):
        """The newest entry of a device, or None."""
        condition = Key("deviceID").eq(device_id)
        page = self._table.query(KeyConditionExpression=condition, ScanIndexForward=False, Limit=1)
        return page["Items"][0] if page["Items"] else None

    def _query(self, device_id, condition, newest_first=False, page_size=None):
        request = {"KeyConditionExpression": Key("deviceID").eq(device_id) & condition}
        request["ScanIndexForward"] = not newest_first
        if page_size:
            request["Limit"] = page_size
        return tables.rows(self._table.query, **request)


class Places:
    """Places of one kind under a sort key COUNTRY-STATE-CITY which narrows from left to right."""

    TABLE_NAME = "places"

    def __init__(self, dynamodb):
        self._dynamodb = dynamodb
        self._table = dynamodb.Table(self.TABLE_NAME)

    def create(self):
        tables.create(
            self._dynamodb.meta.client,
            TableName=self.TABLE_NAME,
            AttributeDefinitions=[_definition("kind", "S"), _definition("country-state-city", "S")],
            KeySchema=_key_schema("kind", "country-state-city"),
            **UNLIMITED,
        )

    def add_all(self, kind, places):
        """Adds places given as {key: population}, through the resource's own batch writer."""
        with self._table.batch_writer() as batch:
            for place, population in places.items():
                batch.put_item(
                    Item={"kind": kind, "country-state-city": place, "population": population}
                )

    def within(self, kind, prefix, newest_first=False, **options):
        """The keys of all places below a prefix, in the order of the keys."""
        condition = Key("kind").eq(kind) & Key("country-state-city").begins_with(prefix)
        request = {
            "KeyConditionExpression": condition,
            "ScanIndexForward": not newest_first,
            **options,
        }
        return [row["country-state-city"] for row in tables.rows(self._table.query, **request)]

    def larger_than(self, kind, prefix, population):
        """The same, filtered by an attribute outside the key."""
        return self.within(kind, prefix, FilterExpression=Attr("population").gt(population))

    def count(self, kind, prefix):
        condition = Key("kind").eq(kind) & Key("country-state-city").begins_with(prefix)
        request = {"KeyConditionExpression": condition, "Select": "COUNT"}
        return sum(page["Count"] for page in tables.pages(self._table.query, **request))


class ChatRooms:
    """Messages of chat rooms by author, and by time through a local index with the reversed
    template.

    A busy room is spread over partitions `room-1` … `room-N`; its readers ask each of them.
    """

    TABLE_NAME = "chat"
    BY_AUTHOR = "user_name#yyyy-MM-dd:HH:mm:ss"
    BY_TIME = "yyyy-MM-dd:HH:mm:ss#user_name"
    TIME_INDEX = "time-index"

    def __init__(self, dynamodb):
        self._dynamodb = dynamodb
        self._table = dynamodb.Table(self.TABLE_NAME)

    def create(self):
        tables.create(
            self._dynamodb.meta.client,
            TableName=self.TABLE_NAME,
            AttributeDefinitions=[
                _definition("chatroomID", "S"),
                _definition(self.BY_AUTHOR, "S"),
                _definition(self.BY_TIME, "S"),
            ],
            KeySchema=_key_schema("chatroomID", self.BY_AUTHOR),
            LocalSecondaryIndexes=[
                {
                    "IndexName": self.TIME_INDEX,
                    "KeySchema": _key_schema("chatroomID", self.BY_TIME),
                    "Projection": {"ProjectionType": "KEYS_ONLY"},
                }
            ],
            **UNLIMITED,
        )

    def say(self, room, user_name, time, text):
        self._table.put_item(
            Item={
                "chatroomID": room,
                self.BY_AUTHOR: f"{user_name}#{time}",
                self.BY_TIME: f"{time}#{user_name}",
                "text": text,
            }
        )

    def say_sharded(self, room, shard_count, user_name, time, text):
        """Says it in the partition which this author and time belong to."""
        shard = zlib.crc32(f"{user_name}#{time}".encode()) % shard_count + 1
        self.say(f"{room}-{shard}", user_name, time, text)

    def by_author(self, room, user_name, time_prefix=""):
        """The texts of one author in the order they were said."""
        condition = Key(self.BY_AUTHOR).begins_with(f"{user_name}#{time_prefix}")
        return [message["text"] for message in self._query(room, condition)]

    def by_time(self, room, time_prefix):
        """Who said what, in the order of time. The index keeps keys only; the texts come from the
        table.
        """
        condition = Key(self.BY_TIME).begins_with(time_prefix)
        request = {"IndexName": self.TIME_INDEX, "ConsistentRead": True}
        request["ProjectionExpression"] = "#author, #text"
        request["ExpressionAttributeNames"] = {"#author": self.BY_AUTHOR, "#text": "text"}
        messages = self._query(room, condition, **request)
        return [(message[self.BY_AUTHOR].split("#")[0], message["text"]) for message in messages]

    def index_rows(self, room):
        """What the time index itself holds of a room."""
        return self._query(room, Key(self.BY_TIME).gte(" "), IndexName=self.TIME_INDEX)

    def by_author_sharded(self, room, shard_count, user_name):
        """The texts of one author from all partitions of a room, merged by time."""
        condition = Key(self.BY_AUTHOR).begins_with(f"{user_name}#")
        messages = []
        for shard in range(1, shard_count + 1):
            messages += self._query(f"{room}-{shard}", condition)
        return [
            message["text"]
            for message in sorted(messages, key=lambda message: message[self.BY_TIME])
        ]

    def _query(self, room, condition, **options):
        condition = Key("chatroomID").eq(room) & condition
        return tables.rows(self._table.query, KeyConditionExpression=condition, **options)


class Documents:
    """Documents whose facets and versions lie side by side; `v_0` is a copy of the newest version,
    kept in step with it by transactions. A document whose metadata are locked gets no new version.

    Thread-safe, besides `history` and `everything`: a resource has one builder of `Key` conditions
    for all its threads, and two which build at once get each other's placeholders.
    """

    TABLE_NAME = "documents"

    def __init__(self, dynamodb):
        self._client = dynamodb.meta.client
        self._table = dynamodb.Table(self.TABLE_NAME)

    def create(self):
        tables.create(
            self._client,
            TableName=self.TABLE_NAME,
            AttributeDefinitions=[_definition("document_id", "S"), _definition("facet", "S")],
            KeySchema=_key_schema("document_id", "facet"),
            **UNLIMITED,
        )

    def set_facet(self, document_id, facet, **attributes):
        self._table.put_item(Item={"document_id": document_id, "facet": facet, **attributes})

    def facet(self, document_id, facet):
        """One facet by an equality on the sort key, or None."""
        items = self._table.query(
            KeyConditionExpression="document_id = :document_id AND facet = :facet",
            ExpressionAttributeValues={":document_id": document_id, ":facet": facet},
            ConsistentRead=True,
        )["Items"]
        return items[0] if items else None

    def save_version(self, document_id, number, request=None, **attributes):
        """Saves a version under its number, which becomes the newest: in both places or in neither.

        A number can be saved only once, and none after a greater one. Repeating a request which has
        a name of its own saves nothing again.
        """
        unlocked = {
            "TableName": self.TABLE_NAME,
            "Key": {"document_id": document_id, "facet": "metadata"},
            "ConditionExpression": "attribute_not_exists(locked)",
        }
        version = {"document_id": document_id, "number": number, **attributes}
        numbered = {
            "TableName": self.TABLE_NAME,
            "Item": {**version, "facet": f"v_{number}"},
            "ConditionExpression": "attribute_not_exists(facet)",
        }
        newest = {
            "TableName": self.TABLE_NAME,
            "Item": {**version, "facet": "v_0"},
            "ConditionExpression": "attribute_not_exists(facet) OR #number < :number",
            "ExpressionAttributeNames": {"#number": "number"},
            "ExpressionAttributeValues": {":number": number},
        }
        self._client.transact_write_items(
            TransactItems=[{"ConditionCheck": unlocked}, {"Put": numbered}, {"Put": newest}],
            **({"ClientRequestToken": request} if request else {}),
        )

    def at_one_moment(self, document_id, *facets):
        """Facets as they all were at one moment, each an item or None."""
        gets = [
            {"TableName": self.TABLE_NAME, "Key": {"document_id": document_id, "facet": facet}}
            for facet in facets
        ]
        response = self._client.transact_get_items(TransactItems=[{"Get": get} for get in gets])
        return [found.get("Item") for found in response["Responses"]]

    def history(self, document_id):
        """`v_0`, `v_1`, … in the order of the sort key."""
        condition = Key("document_id").eq(document_id) & Key("facet").begins_with("v_")
        return tables.rows(self._table.query, KeyConditionExpression=condition, ConsistentRead=True)

    def everything(self, document_id):
        condition = Key("document_id").eq(document_id)
        return tables.rows(self._table.query, KeyConditionExpression=condition, ConsistentRead=True)
