"""Makes a table with an item, and finds it: usage: items.py ENDPOINT [keep|find]."""
import sys

import boto3

endpoint, *halves = sys.argv[1:]
client = boto3.client(
    "dynamodb",
    endpoint_url=endpoint.replace("0.0.0.0", "127.0.0.1"),
    region_name="eu-west-2",
    aws_access_key_id="packages",
    aws_secret_access_key="packages",
)
ITEM = {"id": {"S": "one"}, "n": {"N": "38"}}
if halves in ([], ["keep"]):
    client.create_table(
        TableName="Things",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    client.put_item(TableName="Things", Item=ITEM)
if halves in ([], ["find"]):
    found = client.get_item(TableName="Things", Key={"id": {"S": "one"}}, ConsistentRead=True)
    assert found["Item"] == ITEM, found
