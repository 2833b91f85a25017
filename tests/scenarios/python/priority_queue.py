"""A priority queue of shipments on one table, after the AWS Database Blog.

An item is in a queue exactly while the attribute of that queue, `queued` or `DLQ`, stands at the
top level of the item: both indexes are sparse. Consumers never delete from a queue, they REMOVE its
attribute. Each update is guarded by the version inside `system_info`, so that of racing writers
exactly one wins and the others get ConditionalCheckFailedException.
"""
import re

import tables
from boto3.dynamodb.types import TypeDeserializer, TypeSerializer

TABLE_NAME = "shipments"
QUEUED_INDEX = "queued-last_updated_timestamp-index"
DLQ_INDEX = "DLQ-last_updated_timestamp-index"
PAGE_LIMIT = 250
VISIBILITY_TIMEOUT_SECONDS = 60

UNDER_CONSTRUCTION = "UNDER_CONSTRUCTION"
READY_TO_SHIP = "READY_TO_SHIP"
PROCESSING_SHIPMENT = "PROCESSING_SHIPMENT"
COMPLETED = "COMPLETED"
IN_DLQ = "IN_DLQ"

SAME_VERSION = "#sys.#v = :v"
SAME_VERSION_AND_QUEUED = "#sys.#v = :v and #sys.queued = :one"

UPDATE_STATUS = (
    "ADD #sys.#v :one SET #sys.#st = :st, #sys.last_updated_timestamp = :lut, "
    "last_updated_timestamp = :lut"
)
ENQUEUE = (
    "ADD #sys.#v :one SET queued = :one, #sys.queued = :one, #sys.queue_selected = :false, "
    "last_updated_timestamp = :lut, #sys.last_updated_timestamp = :lut, "
    "#sys.queue_added_timestamp = :lut, #sys.#st = :st"
)
PEEK = (
    "ADD #sys.#v :one SET #sys.queue_selected = :true, #sys.last_updated_timestamp = :lut, "
    "last_updated_timestamp = :lut, #sys.queue_peek_timestamp = :lut, "
    "#sys.peek_utc_timestamp = :ts, #sys.#st = :st"
)
REMOVE = (
    "ADD #sys.#v :one REMOVE #sys.peek_utc_timestamp, queued, #DLQ SET #sys.queued = :zero, "
    "#sys.queue_selected = :false, #sys.last_updated_timestamp = :lut, "
    "last_updated_timestamp = :lut, #sys.queue_remove_timestamp = :lut"
)
RESTORE = (
    "ADD #sys.#v :one REMOVE #DLQ SET #sys.queued = :one, queued = :one, "
    "#sys.queue_selected = :false, last_updated_timestamp = :lut, "
    "#sys.last_updated_timestamp = :lut, #sys.queue_add_timestamp = :lut, #sys.#st = :st"
)
TOUCH = "ADD #sys.#v :one SET last_updated_timestamp = :lut, #sys.last_updated_timestamp = :lut"
SEND_TO_DLQ = (
    "ADD #sys.#v :one REMOVE queued SET #DLQ = :one, #sys.queued = :zero, "
    "#sys.queue_selected = :false, last_updated_timestamp = :lut, "
    "#sys.last_updated_timestamp = :lut, #sys.dlq_add_timestamp = :lut, #sys.#st = :st"
)

NAMES = {"#sys": "system_info", "#v": "version", "#st": "status", "#DLQ": "DLQ"}
CONSTANTS = {":one": 1, ":zero": 0, ":true": True, ":false": False}

_to_attribute_value = TypeSerializer().serialize
_from_attribute_value = TypeDeserializer().deserialize


class ShipmentNotFound(Exception):
    """There is no shipment with this id."""


def encode(attributes):
    return {name: _to_attribute_value(value) for name, value in attributes.items()}


def decode(attributes):
    return {name: _from_attribute_value(value) for name, value in attributes.items()}


def create_table(client):
    """Creates the table with its two sparse indexes and its stream; waits until it is active."""
    tables.create(
        client,
        TableName=TABLE_NAME,
        AttributeDefinitions=[
            {"AttributeName": "id", "AttributeType": "S"},
            {"AttributeName": "queued", "AttributeType": "N"},
            {"AttributeName": "DLQ", "AttributeType": "N"},
            {"AttributeName": "last_updated_timestamp", "AttributeType": "S"},
        ],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        GlobalSecondaryIndexes=[
            _sparse_index(QUEUED_INDEX, "queued"),
            _sparse_index(DLQ_INDEX, "DLQ"),
        ],
        ProvisionedThroughput={"ReadCapacityUnits": 100, "WriteCapacityUnits": 100},
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    )


def _sparse_index(name, hash_attribute):
    return {
        "IndexName": name,
        "KeySchema": [
            {"AttributeName": hash_attribute, "KeyType": "HASH"},
            {"AttributeName": "last_updated_timestamp", "KeyType": "RANGE"},
        ],
        "Projection": {"ProjectionType": "ALL"},
        "ProvisionedThroughput": {"ReadCapacityUnits": 100, "WriteCapacityUnits": 100},
    }


class PriorityQueue:
    """The queue's operations. Thread-safe; `clock` returns the present as an aware datetime."""

    def __init__(self, client, clock):
        self._client = client
        self._clock = clock

    def put(self, shipment_id, data):
        """Stores a new shipment, in no queue yet; one of the same id is replaced."""
        now = timestamp(self._clock())
        shipment = {
            "id": shipment_id,
            "data": data,
            "system_info": {
                "id": shipment_id,
                "version": 1,
                "status": UNDER_CONSTRUCTION,
                "queued": 0,
                "queue_selected": False,
                "creation_timestamp": now,
                "last_updated_timestamp": now,
            },
            "last_updated_timestamp": now,
        }
        self._client.put_item(TableName=TABLE_NAME, Item=encode(shipment))
        return shipment

    def get(self, shipment_id):
        """The stored shipment by a strongly consistent read; raises ShipmentNotFound."""
        response = self._client.get_item(
            TableName=TABLE_NAME, Key=encode({"id": shipment_id}), ConsistentRead=True
        )
        if "Item" not in response:
            raise ShipmentNotFound(shipment_id)
        return decode(response["Item"])

    def delete(self, shipment_id):
        self._client.delete_item(TableName=TABLE_NAME, Key=encode({"id": shipment_id}))

    def update_status(self, shipment_id, status):
        return self._update(self.get(shipment_id), UPDATE_STATUS, {":st": status})

    def enqueue(self, shipment_id):
        """Puts a stored shipment at the end of the queue."""
        return self._update(self.get(shipment_id), ENQUEUE, {":st": READY_TO_SHIP})

    def peek(self):
        """Selects the oldest free shipment of the queue; None when there is none.

        A selected shipment becomes free again when its visibility timeout has passed. Loses to
        another consumer who selects the same shipment first.
        """
        now = self._clock()
        for shipment in self._in_queue():
            if _is_free(shipment, now):
                return self.select(shipment)
        return None

    def select(self, shipment):
        """Marks a shipment, as it was read, as selected by this consumer."""
        milliseconds = int(self._clock().timestamp() * 1000)
        return self._update(shipment, PEEK, {":ts": milliseconds, ":st": PROCESSING_SHIPMENT})

    def dequeue(self):
        """Selects the oldest free shipment and takes it out of the queue; None when there is none."""
        shipment = self.peek()
        return None if shipment is None else self.remove(shipment["id"])

    def remove(self, shipment_id):
        """Takes a shipment out of whichever queue it is in; it stays in the table."""
        return self._update(self.get(shipment_id), REMOVE, {})

    def restore(self, shipment_id):
        """Puts a shipment back at the end of the queue, also from the dead-letter queue."""
        return self._update(self.get(shipment_id), RESTORE, {":st": READY_TO_SHIP})

    def touch(self, shipment_id):
        """Moves a shipment to the end of the queue it is in."""
        return self._update(self.get(shipment_id), TOUCH, {})

    def send_to_dlq(self, shipment_id):
        """Moves a queued shipment to the dead-letter queue."""
        return self._update(
            self.get(shipment_id), SEND_TO_DLQ, {":st": IN_DLQ}, SAME_VERSION_AND_QUEUED
        )

    def stats(self):
        """How many shipments are queued and selected, with the first hundred ids of each."""
        queued, selected = [], []
        for shipment in self._in_queue("id, system_info"):
            queued.append(shipment["id"])
            if shipment["system_info"]["queue_selected"]:
                selected.append(shipment["id"])
        return {
            "total_in_queue": len(queued),
            "total_selected": len(selected),
            "total_not_started": len(queued) - len(selected),
            "first_100_ids": queued[:100],
            "first_100_selected_ids": selected[:100],
        }

    def dlq_stats(self):
        """How many shipments are in the dead-letter queue, with the first hundred ids."""
        ids = [
            shipment["id"]
            for shipment in self._pages(DLQ_INDEX, "#DLQ = :one", "id, #DLQ, system_info")
        ]
        return {"total_in_dlq": len(ids), "first_100_ids": ids[:100]}

    def _in_queue(self, projection=None):
        return self._pages(QUEUED_INDEX, "queued = :one", projection)

    def _pages(self, index, key_condition, projection=None):
        """The shipments of one index in its order, page by page."""
        request = {
            "TableName": TABLE_NAME,
            "IndexName": index,
            "KeyConditionExpression": key_condition,
            "Limit": PAGE_LIMIT,
            "ScanIndexForward": True,
            **_placeholders(key_condition + " " + (projection or ""), CONSTANTS),
        }
        if projection:
            request["ProjectionExpression"] = projection
        for page in tables.pages(self._client.query, **request):
            yield from map(decode, page["Items"])

    def _update(self, shipment, update, values, condition=SAME_VERSION):
        values = {
            **CONSTANTS,
            ":v": shipment["system_info"]["version"],
            ":lut": timestamp(self._clock()),
            **values,
        }
        response = self._client.update_item(
            TableName=TABLE_NAME,
            Key=encode({"id": shipment["id"]}),
            UpdateExpression=update,
            ConditionExpression=condition,
            ReturnValues="ALL_NEW",
            **_placeholders(update + " " + condition, values),
        )
        return decode(response["Attributes"])


def timestamp(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _is_free(shipment, now):
    system_info = shipment["system_info"]
    if not system_info["queue_selected"]:
        return True
    selected_seconds = now.timestamp() - float(system_info["peek_utc_timestamp"]) / 1000
    return selected_seconds > VISIBILITY_TIMEOUT_SECONDS


def _placeholders(expressions, values):
    """The names and values which the expressions mention; DynamoDB refuses unused ones."""
    used = set(re.findall(r"[#:]\w+", expressions))
    parameters = {
        "ExpressionAttributeValues": encode({key: values[key] for key in values if key in used})
    }
    names = {key: name for key, name in NAMES.items() if key in used}
    return {**parameters, "ExpressionAttributeNames": names} if names else parameters
