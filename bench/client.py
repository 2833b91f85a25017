"""A plain client for scripts that measure single requests, and functions that fill their table."""

import http.client
import json
import time
import urllib.parse

AUTHORIZATION = "AWS4-HMAC-SHA256 Credential={}/20260101/us-east-1/dynamodb/aws4_request, " \
    "SignedHeaders=host, Signature=00"
TABLE = {
    "TableName": "Some-table", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
}


INDEXED = {
    **TABLE,
    "AttributeDefinitions": [
        {"AttributeName": "id", "AttributeType": "S"}, {"AttributeName": "g", "AttributeType": "S"}],
    "GlobalSecondaryIndexes": [{
        "IndexName": "by-g", "Projection": {"ProjectionType": "ALL"},
        "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}]}],
}
STREAM = {"StreamSpecification": {
    "StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}}
BATCH = 25


class Client:
    """One connection to a Stator."""

    def __init__(self, endpoint):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(endpoint).netloc)
        self.connection.connect()

    def ask(self, method, path, body=None, headers=None):
        """Returns the reply's JSON and its time in seconds."""
        text = None if body is None else json.dumps(body)
        begin = time.perf_counter()
        self.connection.request(method, path, text, headers or {})
        reply = self.connection.getresponse()
        answer = reply.read()
        seconds = time.perf_counter() - begin
        if reply.status != 200:
            raise SystemExit(f"{method} {path}: {reply.status} {answer.decode()}")
        return json.loads(answer), seconds

    @staticmethod
    def headers(universe, operation):
        return {
            "X-Amz-Target": f"DynamoDB_20120810.{operation}",
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Date": "20260101T000000Z",
            "Authorization": AUTHORIZATION.format(universe)}

    def call(self, universe, operation, body):
        return self.ask("POST", "/", body, self.headers(universe, operation))


def fill(client, table, items):
    """Creates a table with items of about 150 bytes."""
    client.call("default", "CreateTable", table)
    put_all(client, table, items)


def put_all(client, table, items):
    """Puts the items of fill() into an existing table."""
    for begin in range(0, items, BATCH):
        client.call("default", "BatchWriteItem", {"RequestItems": {table["TableName"]: [
            {"PutRequest": {"Item": {
                # Not in the order of the keys.
                "id": {"S": f"item-{number * 7919 % items:08d}"},
                "g": {"S": f"group-{number % 1000}"}, "data": {"S": "x" * 100}}}}
            for number in range(begin, min(begin + BATCH, items))]}})
