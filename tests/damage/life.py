"""A server's life after its start: writes, restores, a stop and a second start.

Damage in indexes, counters or free pages is not visible in reads. It appears when the server
gives numbers to tables and changes, and when it writes into its data file.
"""

import json

from client import DEFAULT
from content import RECORDS, scan, text_of
from fixture import BETWEEN, create, key

_ADDED = {"customer": {"S": "afterwards"}, "number": {"N": "1"}}
_STREAM = "default us-east-1 Orders" + RECORDS


def write_afterwards(client, content):
    """Adds a table and an item, and returns the items of all restored tables, by the restored thing."""
    stream = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
    create(client, DEFAULT, "Afterwards", {"id": "S"}, [key("id", "HASH")], StreamSpecification=stream)
    client.call("PutItem", {"TableName": "Afterwards", "Item": {"id": {"S": "new"}}})
    client.call("PutItem", {"TableName": "Orders", "Item": _ADDED})
    restored = {}
    for backup in content["default us-east-1: backups"]:
        summary = json.loads(backup)["BackupDescription"]["BackupDetails"]
        request = {"BackupArn": summary["BackupArn"], "TargetTableName": "Restored"}
        restored[summary["BackupName"]] = restore(client, "RestoreTableFromBackup", request)
    request = {"SourceTableName": "Orders", "TargetTableName": "Restored", "RestoreDateTime": BETWEEN}
    restored["time"] = restore(client, "RestoreTableToPointInTime", request)
    return restored


def restore(client, operation, request):
    client.call(operation, request)
    items = scan(client, DEFAULT, {"TableName": "Restored"})
    client.call("DeleteTable", {"TableName": "Restored"})
    return items


def undo_afterwards(client):
    """Removes the additions, and returns a sentence if the second start has lost them."""
    table = scan(client, DEFAULT, {"TableName": "Afterwards"})
    item = client.call("GetItem", {"TableName": "Orders", "Key": _ADDED, "ConsistentRead": True}).get("Item")
    client.call("DeleteTable", {"TableName": "Afterwards"})
    client.call("DeleteItem", {"TableName": "Orders", "Key": _ADDED})
    if table != [text_of({"id": {"S": "new"}})] or item != _ADDED:
        return f"the second start has lost writes: {table}, {item}"
    return None


def without_additions(content):
    """The content without the two records of the item that was added and removed.

    The records stay if their number is not two, or if one of their sequence numbers is not higher than all others.
    """
    rest, added = [], []
    for record in content.get(_STREAM, []):
        is_added = json.loads(record)["dynamodb"]["Keys"] == _ADDED
        (added if is_added else rest).append(record)
    if len(added) == 2 and min(map(sequence, added)) > max(map(sequence, rest)):
        return {**content, _STREAM: rest}
    return content


def sequence(record):
    return int(json.loads(record)["dynamodb"]["SequenceNumber"])
