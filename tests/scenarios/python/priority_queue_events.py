"""What happens to the shipments of the priority queue, told by the stream of their table.

Each change becomes an entry in the history of its shipment and moves the shipment from one count to
another, so nobody has to scan the queue to watch it. Nothing here reads the table of the queue.
"""
import tables
from priority_queue import decode

HISTORY_TABLE = "shipment_history"
COUNTS_TABLE = "shipment_counts"

CREATED = "created"
DELETED = "deleted"
REPLACED = "replaced"
ENQUEUED = "enqueued"
RESTORED = "restored"
SELECTED = "selected"
REMOVED = "removed"
SENT_TO_DLQ = "sent to DLQ"
STATUS_CHANGED = "status changed"
TOUCHED = "touched"


class ShipmentEvents:
    """The history and the counts. `writes_for` is what the reader of a stream needs."""

    def __init__(self, dynamodb):
        self._client = dynamodb.meta.client
        self._history = dynamodb.Table(HISTORY_TABLE)
        self._counts = dynamodb.Table(COUNTS_TABLE)

    def create(self):
        tables.create(
            self._client,
            TableName=HISTORY_TABLE,
            AttributeDefinitions=[
                {"AttributeName": "id", "AttributeType": "S"},
                {"AttributeName": "sequence_number", "AttributeType": "S"},
            ],
            KeySchema=[
                {"AttributeName": "id", "KeyType": "HASH"},
                {"AttributeName": "sequence_number", "KeyType": "RANGE"},
            ],
            BillingMode="PAY_PER_REQUEST",
        )
        tables.create(
            self._client,
            TableName=COUNTS_TABLE,
            AttributeDefinitions=[{"AttributeName": "status", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "status", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
        )

    def writes_for(self, record):
        """What a record adds to the history and the counts."""
        change = record["dynamodb"]
        old, new = (
            decode(change[image]) if image in change else None for image in ("OldImage", "NewImage")
        )
        system_info = (new or old)["system_info"]
        entry = {
            "id": change["Keys"]["id"]["S"],
            # The numbers are as long as each other at any time, but not for ever.
            "sequence_number": change["SequenceNumber"].zfill(40),
            "event": event_of(old, new),
            "version": system_info["version"],
            "status": system_info["status"],
        }
        history = {
            "TableName": HISTORY_TABLE,
            "Item": entry,
            "ConditionExpression": "attribute_not_exists(id)",
        }
        return [{"Put": history}, *_count_moves(_status(old), _status(new))]

    def history(self, shipment_id):
        """What happened to a shipment, oldest first: (event, version, status after it)."""
        entries = tables.rows(
            self._history.query,
            KeyConditionExpression="id = :id",
            ExpressionAttributeValues={":id": shipment_id},
            ConsistentRead=True,
        )
        return [(entry["event"], int(entry["version"]), entry["status"]) for entry in entries]

    def counts(self):
        """How many shipments there are in each status which has any."""
        rows = tables.rows(self._counts.scan, ConsistentRead=True)
        return {row["status"]: int(row["shipments"]) for row in rows if row["shipments"]}


def event_of(old, new):
    """The name of a change, from the shipment before and after it."""
    if old is None:
        return CREATED
    if new is None:
        return DELETED
    before, after = old["system_info"], new["system_info"]
    if after["version"] <= before["version"]:
        return REPLACED
    if "queued" in new and "queued" not in old:
        return RESTORED if "DLQ" in old else ENQUEUED
    if "DLQ" in new and "DLQ" not in old:
        return SENT_TO_DLQ
    if {"queued", "DLQ"} & (set(old) - set(new)):
        return REMOVED
    if before.get("queue_peek_timestamp") != after.get("queue_peek_timestamp"):
        return SELECTED
    return TOUCHED if before["status"] == after["status"] else STATUS_CHANGED


def _status(shipment):
    return shipment["system_info"]["status"] if shipment else None


def _count_moves(old_status, new_status):
    """The updates which move a shipment from one count to another; None is no count."""
    if old_status == new_status:
        return []
    moves = [(old_status, -1), (new_status, 1)]
    return [
        {
            "Update": {
                "TableName": COUNTS_TABLE,
                "Key": {"status": status},
                "UpdateExpression": "ADD shipments :difference",
                "ExpressionAttributeValues": {":difference": difference},
            }
        }
        for status, difference in moves
        if status
    ]
