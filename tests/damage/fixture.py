"""The tables that a test damages: definitions and writes, in an order that never changes."""

import json
import random

from client import DEFAULT

EUROPE = ("default", "eu-west-1")
LABORATORY = ("lab", "us-east-1")
TWIN = ("twin", "us-east-1")
ARN = "arn:aws:dynamodb:us-east-1:123456789012:table/Orders"
FROZEN = "2026-11-21T00:00:00Z"
# Seconds since 1970: between the first and the second writes. Tables can be restored to it ten minutes later.
BETWEEN = 1795219230


def key(attribute, kind):
    return {"AttributeName": attribute, "KeyType": kind}


def index(name, keys, projection=None):
    return {"IndexName": name, "KeySchema": keys, "Projection": projection or {"ProjectionType": "ALL"}}


def create(client, place, table, types, keys, **more):
    attributes = [{"AttributeName": name, "AttributeType": kind} for name, kind in types.items()]
    request = {"TableName": table, "AttributeDefinitions": attributes, "KeySchema": keys, **more}
    if "ProvisionedThroughput" not in request:
        request["BillingMode"] = "PAY_PER_REQUEST"
    client.call("CreateTable", request, place)


def create_orders(client):
    create(
        client, DEFAULT, "Orders", {"customer": "S", "number": "N", "status": "S", "total": "N", "day": "S"},
        [key("customer", "HASH"), key("number", "RANGE")],
        GlobalSecondaryIndexes=[
            index("by-status", [key("status", "HASH"), key("total", "RANGE")]),
            index("by-day", [key("day", "HASH")], {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["total"]}),
        ],
        LocalSecondaryIndexes=[index("by-total", [key("customer", "HASH"), key("total", "RANGE")])],
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        Tags=[{"Key": "team", "Value": "shop"}, {"Key": "cost", "Value": "42"}],
    )
    named = {"TableName": "Orders"}
    ttl = {"Enabled": True, "AttributeName": "expires"}
    client.call("UpdateTimeToLive", {**named, "TimeToLiveSpecification": ttl})
    recovery = {"PointInTimeRecoveryEnabled": True}
    client.call("UpdateContinuousBackups", {**named, "PointInTimeRecoverySpecification": recovery})
    statement = {
        "Sid": "read", "Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::123456789012:root"},
        "Action": "dynamodb:GetItem", "Resource": ARN,
    }
    text = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
    client.call("PutResourcePolicy", {"ResourceArn": ARN, "Policy": text})


def create_others(client):
    vectors = {
        "IndexName": "by-mood", "VectorAttribute": {"AttributeName": "mood"}, "Dimensions": 3,
        "DistanceFunction": "COSINE", "Projection": {"ProjectionType": "ALL"},
        "SearchSchema": [{"AttributeName": "genre", "SearchSchemaElementType": "HASH"}],
    }
    create(client, DEFAULT, "Songs", {"id": "S", "genre": "S"}, [key("id", "HASH")], VectorIndexes=[vectors])
    create(
        client, DEFAULT, "Blobs", {"id": "B"}, [key("id", "HASH")], DeletionProtectionEnabled=True,
        ProvisionedThroughput={"ReadCapacityUnits": 7, "WriteCapacityUnits": 9},
    )
    client.call("UpdateContributorInsights", {"TableName": "Blobs", "ContributorInsightsAction": "ENABLE"})
    stream = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
    create(client, EUROPE, "Orders", {"id": "S"}, [key("id", "HASH")], StreamSpecification=stream)
    client.admin("POST", "universes", {"name": LABORATORY[0], "seed": 5})
    create(client, LABORATORY, "Runs", {"id": "S"}, [key("id", "HASH")])
    client.admin("POST", "clock/freeze", {"at": "2027-01-01T00:00:00Z"}, LABORATORY[0])


class Writer:
    """Writes items with random contents, drawn from `seed`. No key is written twice by one writer."""

    def __init__(self, client, seed):
        self._client = client
        self._random = random.Random(seed)

    def put(self, table, item, place=DEFAULT):
        self._client.call("PutItem", {"TableName": table, "Item": item}, place)

    def text(self, most):
        return "".join(self._random.choices("abcdefghijklmnopqrstuvwxyz ", k=self._random.randrange(1, most)))

    def order(self, number, size=300):
        return {
            "customer": {"S": f"customer-{number % 7}"}, "number": {"N": str(number)},
            "status": {"S": self._random.choice(["new", "paid", "sent"])}, "day": {"S": f"day-{number % 5}"},
            "total": {"N": str(self._random.randrange(1, 10**6))}, "note": {"S": self.text(size)},
            "expires": {"N": str(4_000_000_000 + number)},
            "lines": {"L": [{"M": {"sku": {"S": self.text(9)}, "count": {"N": "2"}}}, {"BOOL": True}, {"NULL": True}]},
        }

    def write(self, numbers):
        """Writes items to all tables. `numbers` are part of their keys."""
        for number in numbers:
            self.put("Orders", self.order(number))
            song = {"id": {"S": f"song-{number}"}, "genre": {"S": self._random.choice(["jazz", "folk"])}}
            song["mood"] = {"L": [{"N": str(self._random.randrange(1, 99) / 100)} for _ in range(3)]}
            self.put("Songs", song)
            if number % 3 == 0:
                self.put("Blobs", {"id": {"B": f"AAEC{number:04}"}, "set": {"NS": ["1", str(number + 2)]}})
                self.put("Orders", {"id": {"S": f"eu-{number}"}, "note": {"S": self.text(60)}}, EUROPE)
                self.put("Runs", {"id": {"S": f"run-{number}"}, "log": {"S": self.text(90)}}, LABORATORY)
        self.put("Orders", self.order(max(numbers) + 1, 30_000))  # several pages of the data file


def write_first(client, seed):
    create_orders(client)
    create_others(client)
    Writer(client, seed).write(range(40))
    client.call("CreateBackup", {"TableName": "Orders", "BackupName": "early"})
    client.admin("POST", "universes/default/fork", {"name": TWIN[0]})
    client.admin("POST", "clock/advance", {"by": "600s"})


def write_second(client, seed):
    create(client, DEFAULT, "Between", {"id": "S"}, [key("id", "HASH")])
    Writer(client, seed + 1).write(range(50, 58))
    order = {"customer": {"S": "customer-5"}, "number": {"N": "5"}}
    client.call("DeleteItem", {"TableName": "Orders", "Key": order})


def write_third(client, seed):
    """Overwrites, deletes and adds, also in the fork."""
    client.admin("POST", "clock/advance", {"by": "60s"})
    writer = Writer(client, seed + 2)
    writer.write([*range(10, 16), *range(100, 125)])
    for number in range(4):
        order = {"customer": {"S": f"customer-{number % 7}"}, "number": {"N": str(number)}}
        client.call("DeleteItem", {"TableName": "Orders", "Key": order})
    writer.put("Songs", {"id": {"S": "song-3"}, "title": {"S": "no vector"}}, TWIN)
    writer.put("Orders", writer.order(3), TWIN)
    client.call("CreateBackup", {"TableName": "Blobs", "BackupName": "late"})
    client.call("TransactWriteItems", {"TransactItems": put_songs(range(200, 204)), "ClientRequestToken": "damage-token-1"})
    create(client, DEFAULT, "Late", {"id": "S"}, [key("id", "HASH")])
    writer.put("Late", {"id": {"S": "late"}})


def put_songs(numbers):
    """Members of a transaction."""
    return [{"Put": {"TableName": "Songs", "Item": {"id": {"S": f"song-{n}"}, "n": {"N": "2"}}}} for n in numbers]


def write_transaction(client):
    """One write that is in the log as a whole or not at all."""
    put = {"Put": {"TableName": "Orders", "Item": {"customer": {"S": "last"}, "number": {"N": "1"}}}}
    client.call("TransactWriteItems", {"TransactItems": [*put_songs(range(300, 310)), put]})


def fork_again(client):
    """A change of several frames of the log. It counts only if all of them are there."""
    client.admin("POST", "universes/default/fork", {"name": "triplet"})
