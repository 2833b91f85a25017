#!/usr/bin/python3
"""boto3 on libstator through ctypes, as examples/libstator/python has it.

usage: library_test.py LIBRARY
"""

import os
import socket
import sys
import threading
import unittest
from pathlib import Path

LIBRARY = os.path.abspath(sys.argv.pop())
os.environ.update(
    LIBSTATOR=LIBRARY,
    AWS_ACCESS_KEY_ID="test",
    AWS_SECRET_ACCESS_KEY="test",
    AWS_DEFAULT_REGION="us-east-1",
    AWS_EC2_METADATA_DISABLED="true",
)
sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples/libstator/python"))

import boto3
from boto3.dynamodb.conditions import Key
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionClosedError
from stator_library import Stator, StatorError

TABLE = {
    "TableName": "Music",
    "AttributeDefinitions": [{"AttributeName": "Artist", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "Artist", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}
ITEM = {"Artist": {"S": "Arooj Aftab"}, "Year": {"N": "2021"}}
KEY = {"Artist": ITEM["Artist"]}


def no_socket(*_):
    raise AssertionError("boto3 opened a socket")


class LibraryTest(unittest.TestCase):
    def setUp(self):
        self.connect, socket.socket.connect = socket.socket.connect, no_socket
        self.stator = Stator()
        self.client = self.stator.attach(boto3.client("dynamodb"))

    def tearDown(self):
        self.stator.close()
        socket.socket.connect = self.connect

    def test_a_client_works_as_ever(self):
        self.client.create_table(**TABLE)
        self.client.get_waiter("table_exists").wait(TableName="Music")
        self.client.put_item(TableName="Music", Item=ITEM)
        reply = self.client.get_item(TableName="Music", Key=KEY)
        self.assertEqual(reply["Item"], ITEM)
        self.assertEqual(len(reply["ResponseMetadata"]["RequestId"]), 52)
        pages = self.client.get_paginator("scan").paginate(TableName="Music")
        self.assertEqual(sum(page["Count"] for page in pages), 1)

    def test_a_resource_works_as_ever(self):
        dynamodb = boto3.resource("dynamodb")
        self.stator.attach(dynamodb.meta.client)
        music = dynamodb.create_table(**TABLE)
        with music.batch_writer() as batch:
            for number in range(60):
                batch.put_item(Item={"Artist": str(number), "Text": "ü" * 1000})
        found = music.query(KeyConditionExpression=Key("Artist").eq("7"))["Items"]
        self.assertEqual(found[0]["Text"], "ü" * 1000)

    def test_an_error_is_an_exception(self):
        with self.assertRaises(self.client.exceptions.ResourceNotFoundException):
            self.client.get_item(TableName="None", Key=KEY)
        self.client.create_table(**TABLE)
        with self.assertRaisesRegex(ClientError, "ConditionalCheckFailed"):
            self.client.put_item(
                TableName="Music", Item=ITEM, ConditionExpression="attribute_exists(Artist)")

    def test_an_endpoint_names_a_universe(self):
        self.client.create_table(**TABLE)
        other = self.stator.attach(
            boto3.client("dynamodb", endpoint_url="http://localhost/u/test-17"))
        self.assertEqual(other.list_tables()["TableNames"], [])
        self.assertEqual(self.stator.execute("ListTables", {}, "default").json(), {"TableNames": ["Music"]})

    def test_streams_are_there(self):
        self.client.create_table(
            **TABLE, StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"})
        streams = self.stator.attach(boto3.client("dynamodbstreams"))
        self.assertEqual(len(streams.list_streams()["Streams"]), 1)

    def test_a_lost_reply_is_a_broken_connection(self):
        self.client.create_table(**TABLE)
        rule = {"rules": [{"match": {"operation": "PutItem"}, "fault": {"drop": "after"}, "times": 1}]}
        self.assertEqual(self.stator.admin("PUT", "/_stator/v1/faults", rule).status, 200)
        once = self.stator.attach(
            boto3.client("dynamodb", config=Config(retries={"total_max_attempts": 1})))
        with self.assertRaises(ConnectionClosedError):
            once.put_item(TableName="Music", Item=ITEM)
        # The item was written in any case, and a client that retries does not notice.
        self.assertEqual(self.client.scan(TableName="Music")["Count"], 1)
        self.assertEqual(self.stator.admin("PUT", "/_stator/v1/faults", rule).status, 200)
        reply = self.client.put_item(TableName="Music", Item=ITEM)
        self.assertEqual(reply["ResponseMetadata"]["RetryAttempts"], 1)

    def test_many_threads_share_a_client(self):
        self.client.create_table(**TABLE)

        def write(number):
            for turn in range(20):
                self.client.put_item(
                    TableName="Music", Item={"Artist": {"S": f"{number}-{turn}"}})

        threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.client.scan(TableName="Music")["Count"], 80)

    def test_bad_options_are_a_sentence(self):
        with self.assertRaisesRegex(StatorError, "'port' is an option of the server"):
            Stator({"port": 8000})


if __name__ == "__main__":
    unittest.main(verbosity=0, argv=sys.argv)
