"""Lists of who is to receive what, delivered exactly once, kept in four ways.

All users of a delivery in one item, until the item is full; the list split over many items, whose
order a second table keeps; one item for each user, deleted as it is delivered; and a table for each
delivery, read by parallel scans. What decides is read with ConsistentRead, or settled by a
condition.
"""
from concurrent.futures import ThreadPoolExecutor

import tables
from botocore.exceptions import ClientError

LISTS_TABLE = "delivery_list"
PARTS_TABLE = "delivery_list_part"
ORDERS_TABLE = "delivery_order"
TARGETS_TABLE = "delivery_target"
DELIVERY_INDEX = "delivery_id-index"


def _create(client, table_name, hash_attribute, range_attribute=None, range_type="S", indexes=()):
    definitions = [{"AttributeName": hash_attribute, "AttributeType": "S"}]
    key_schema = [{"AttributeName": hash_attribute, "KeyType": "HASH"}]
    if range_attribute:
        definitions.append({"AttributeName": range_attribute, "AttributeType": range_type})
        key_schema.append({"AttributeName": range_attribute, "KeyType": "RANGE"})
    request = {"GlobalSecondaryIndexes": list(indexes)} if indexes else {}
    tables.create(
        client,
        TableName=table_name,
        AttributeDefinitions=definitions,
        KeySchema=key_schema,
        BillingMode="PAY_PER_REQUEST",
        **request,
    )


def _strings(values):
    return {"L": [{"S": value} for value in values]}


def is_full(error):
    """Whether an update was refused because the item would have passed 400 KB."""
    details = error.response["Error"]
    return details["Code"] == "ValidationException" and "Item size" in details["Message"]


class DeliveryList:
    """All users of a delivery in one item."""

    def __init__(self, client):
        self._client = client

    def create(self):
        _create(self._client, LISTS_TABLE, "delivery_id")

    def put(self, delivery_id, user_ids, **attributes):
        item = {"delivery_id": {"S": delivery_id}, "user_ids": _strings(user_ids), **attributes}
        self._client.put_item(TableName=LISTS_TABLE, Item=item)

    def append(self, delivery_id, user_ids):
        """Adds users at the end of the list; refused as a whole when the item would be too large."""
        self._client.update_item(
            TableName=LISTS_TABLE,
            Key={"delivery_id": {"S": delivery_id}},
            UpdateExpression="SET user_ids = list_append(if_not_exists(user_ids, :none), :more)",
            ExpressionAttributeValues={":none": {"L": []}, ":more": _strings(user_ids)},
        )

    def users(self, delivery_id):
        item = self._client.get_item(
            TableName=LISTS_TABLE, Key={"delivery_id": {"S": delivery_id}}, ConsistentRead=True
        ).get("Item", {"user_ids": {"L": []}})
        return [user["S"] for user in item["user_ids"]["L"]]


class SplitDeliveryList:
    """The list of a delivery in numbered parts. The order table says which parts there are, in
    order.
    """

    def __init__(self, client):
        self._client = client

    def create(self):
        _create(self._client, PARTS_TABLE, "delivery_id", "order", "N")
        _create(self._client, ORDERS_TABLE, "delivery_id")

    def open(self, delivery_id):
        """Starts a delivery without parts; no effect on one which exists."""
        try:
            self._client.put_item(
                TableName=ORDERS_TABLE,
                Item={
                    "delivery_id": {"S": delivery_id},
                    "order": {"L": []},
                    "nextSequence": {"N": "1"},
                },
                ConditionExpression="attribute_not_exists(delivery_id)",
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            pass

    def order(self, delivery_id):
        """The numbers of the parts, and the number the next one will have."""
        key = {"delivery_id": {"S": delivery_id}}
        item = self._client.get_item(TableName=ORDERS_TABLE, Key=key, ConsistentRead=True)["Item"]
        return [int(number["N"]) for number in item["order"]["L"]], int(item["nextSequence"]["N"])

    def add_sequence(self, delivery_id):
        """Takes the next number for a new part; every caller gets one of its own."""
        while True:
            _, sequence = self.order(delivery_id)
            try:
                self._client.update_item(
                    TableName=ORDERS_TABLE,
                    Key={"delivery_id": {"S": delivery_id}},
                    UpdateExpression=(
                        "SET #order = list_append(#order, :added), nextSequence = nextSequence +"
                        " :one"
                    ),
                    ConditionExpression="nextSequence = :sequence",
                    ExpressionAttributeNames={"#order": "order"},
                    ExpressionAttributeValues={
                        ":added": {"L": [{"N": str(sequence)}]},
                        ":sequence": {"N": str(sequence)},
                        ":one": {"N": "1"},
                    },
                )
                return sequence
            except self._client.exceptions.ConditionalCheckFailedException:
                continue

    def append(self, delivery_id, user_ids):
        """Adds users to the last part, or to a new one when that is full."""
        numbers, _ = self.order(delivery_id)
        if numbers:
            try:
                return self.append_to_part(delivery_id, numbers[-1], user_ids)
            except ClientError as error:
                if not is_full(error):
                    raise
        self.append_to_part(delivery_id, self.add_sequence(delivery_id), user_ids)

    def part(self, delivery_id, number):
        key = {"delivery_id": {"S": delivery_id}, "order": {"N": str(number)}}
        item = self._client.get_item(TableName=PARTS_TABLE, Key=key, ConsistentRead=True)["Item"]
        return [user["S"] for user in item["user_ids"]["L"]]

    def users(self, delivery_id):
        """All users, part by part in the order of the order table."""
        numbers, _ = self.order(delivery_id)
        return [user for number in numbers for user in self.part(delivery_id, number)]

    def pages(self, delivery_id):
        """The same by one strongly consistent Query, as the users of each page of at most 1 MB."""
        for page in tables.pages(
            self._client.query,
            TableName=PARTS_TABLE,
            KeyConditionExpression="delivery_id = :delivery_id",
            ExpressionAttributeValues={":delivery_id": {"S": delivery_id}},
            ConsistentRead=True,
        ):
            yield [user["S"] for part in page["Items"] for user in part["user_ids"]["L"]]

    def append_to_part(self, delivery_id, number, user_ids):
        self._client.update_item(
            TableName=PARTS_TABLE,
            Key={"delivery_id": {"S": delivery_id}, "order": {"N": str(number)}},
            UpdateExpression="SET user_ids = list_append(if_not_exists(user_ids, :none), :more)",
            ExpressionAttributeValues={":none": {"L": []}, ":more": _strings(user_ids)},
        )


class DeliveryTargets:
    """One item for each user of a delivery. Who deletes the item delivers; nobody else can."""

    def __init__(self, client):
        self._client = client

    def create(self):
        index = {
            "IndexName": DELIVERY_INDEX,
            "KeySchema": [
                {"AttributeName": "delivery_id", "KeyType": "HASH"},
                {"AttributeName": "user_id", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
        _create(self._client, TARGETS_TABLE, "user_id", "delivery_id", indexes=[index])

    def add_all(self, delivery_id, user_ids):
        puts = [
            tables.put_request(
                {**_target_key(user_id, delivery_id), "text": {"S": f"Hello {user_id}"}}
            )
            for user_id in user_ids
        ]
        tables.write_all(self._client.batch_write_item, TARGETS_TABLE, puts)

    def pending(self, delivery_id):
        """Who has not received it, by the index: what it says may be old, `deliver` settles it."""
        rows = tables.rows(
            self._client.query,
            TableName=TARGETS_TABLE,
            IndexName=DELIVERY_INDEX,
            KeyConditionExpression="delivery_id = :delivery_id",
            ExpressionAttributeValues={":delivery_id": {"S": delivery_id}},
        )
        return [row["user_id"]["S"] for row in rows]

    def deliveries_of(self, user_id):
        """What a user has still to receive, by a strongly consistent Query of the table."""
        rows = tables.rows(
            self._client.query,
            TableName=TARGETS_TABLE,
            KeyConditionExpression="user_id = :user_id",
            ExpressionAttributeValues={":user_id": {"S": user_id}},
            ConsistentRead=True,
        )
        return [row["delivery_id"]["S"] for row in rows]

    def deliver(self, user_id, delivery_id):
        """The text to send, for exactly one caller; None for every other."""
        try:
            deleted = self._client.delete_item(
                TableName=TARGETS_TABLE,
                Key=_target_key(user_id, delivery_id),
                ConditionExpression="attribute_exists(user_id)",
                ReturnValues="ALL_OLD",
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            return None
        return deleted["Attributes"]["text"]["S"]


def _target_key(user_id, delivery_id):
    return {"user_id": {"S": user_id}, "delivery_id": {"S": delivery_id}}


class DeliveryTable:
    """A table of its own for one delivery, read by parallel scans and dropped at the end."""

    def __init__(self, client, delivery_id):
        self._client = client
        self.table_name = f"delivery-{delivery_id}"

    def create(self):
        _create(self._client, self.table_name, "user_id")

    def add_all(self, user_ids):
        puts = [tables.put_request({"user_id": {"S": user_id}}) for user_id in user_ids]
        tables.write_all(self._client.batch_write_item, self.table_name, puts)

    def segment(self, number, total_segments, **options):
        """The users of one segment."""
        rows = tables.rows(
            self._client.scan,
            TableName=self.table_name,
            Segment=number,
            TotalSegments=total_segments,
            ConsistentRead=True,
            **options,
        )
        return [row["user_id"]["S"] for row in rows]

    def segments(self, total_segments, **options):
        """The users of all segments, scanned in parallel."""
        with ThreadPoolExecutor(total_segments) as pool:
            work = [
                pool.submit(self.segment, number, total_segments, **options)
                for number in range(total_segments)
            ]
            return [segment.result() for segment in work]

    def drop(self):
        tables.delete(self._client, self.table_name)
