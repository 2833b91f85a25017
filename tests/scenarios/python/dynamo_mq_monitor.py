"""A monitor of the message queue, fed by the stream of its table.

It keeps a gauge of each queue, counts what has happened in it, and archives every message which
leaves it, so the queue itself can forget messages at once. The stream can be switched on for a
queue which is already at work; what happened before stays unknown.
"""
import tables
from boto3.dynamodb.types import TypeDeserializer
from dynamo_mq import DLQ

METRICS_TABLE = "dynamo-mq-metrics"
ARCHIVE_TABLE = "dynamo-mq-archive"

_from_attribute_value = TypeDeserializer().deserialize


class QueueMonitor:
    """The metrics and the archive. `writes_for` is what the reader of a stream needs."""

    def __init__(self, dynamodb):
        self._client = dynamodb.meta.client
        self._metrics = dynamodb.Table(METRICS_TABLE)
        self._archive = dynamodb.Table(ARCHIVE_TABLE)

    def create(self):
        for table, key in ((self._metrics, "queue_type"), (self._archive, "id")):
            tables.create(
                self._client,
                TableName=table.name,
                AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"}],
                KeySchema=[{"AttributeName": key, "KeyType": "HASH"}],
                BillingMode="PAY_PER_REQUEST",
            )

    def writes_for(self, record):
        """What a record changes in the metrics, and which message it adds to the archive."""
        old, new = (
            _message(record["dynamodb"].get(image)) for image in ("OldImage", "NewImage")
        )
        if old is None:
            return [_count(new["queue_type"], messages=1, sent=1)]
        if new is None:
            put = {"TableName": ARCHIVE_TABLE, "Item": old}
            put["ConditionExpression"] = "attribute_not_exists(id)"
            return [{"Put": put}, _count(old["queue_type"], messages=-1, deleted=1)]
        if old["queue_type"] != new["queue_type"]:
            verb = "buried" if new["queue_type"] == DLQ else "redriven"
            return [
                _count(old["queue_type"], messages=-1),
                _count(new["queue_type"], messages=1, **{verb: 1}),
            ]
        if new["receive_count"] > old["receive_count"]:
            return [_count(new["queue_type"], received=1)]
        return []

    def metrics(self, queue_type):
        """What has been counted in a queue; `messages` is how many it has now."""
        key = {"queue_type": queue_type}
        item = self._metrics.get_item(Key=key, ConsistentRead=True).get("Item", key)
        return {name: int(value) for name, value in item.items() if name != "queue_type"}

    def archived(self, message_id):
        """A message as it was when it was deleted, or None."""
        return self._archive.get_item(Key={"id": message_id}, ConsistentRead=True).get("Item")

    def archived_ids(self):
        rows = tables.rows(self._archive.scan, ConsistentRead=True, ProjectionExpression="id")
        return sorted(row["id"] for row in rows)


def _message(image):
    if image is None:
        return None
    return {name: _from_attribute_value(value) for name, value in image.items()}


def _count(queue_type, **differences):
    additions = ", ".join(f"#{name} :{name}" for name in differences)
    return {
        "Update": {
            "TableName": METRICS_TABLE,
            "Key": {"queue_type": queue_type},
            "UpdateExpression": f"ADD {additions}",
            "ExpressionAttributeNames": {f"#{name}": name for name in differences},
            "ExpressionAttributeValues": {f":{name}": n for name, n in differences.items()},
        }
    }
