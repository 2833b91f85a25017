"""What botocore signs is taken, and what it signs wrongly is refused in DynamoDB's words."""

import hashlib
import json
import os
import unittest
import urllib.error
import urllib.request

import botocore.auth
import botocore.awsrequest
import botocore.credentials
import botocore.session
from botocore.config import Config
from botocore.exceptions import ClientError

STATOR = os.environ["STATOR"]
ALICE = ("AKIAALICE00000000001", "alice/secret+1", None)
SESSION = ("ASIACI00000000000001", "ci/secret", "ci/token+/==")
HEADERS = {"X-Amz-Target": "DynamoDB_20120810.ListTables", "Content-Type": "application/x-amz-json-1.0"}
MISMATCH = (
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access "
    "Key and signing method. Consult the service documentation for details."
)


def client(key, endpoint=STATOR, region="eu-west-1", service="dynamodb"):
    session = botocore.session.Session()
    return session.create_client(
        service, region_name=region, endpoint_url=endpoint, aws_access_key_id=key[0],
        aws_secret_access_key=key[1], aws_session_token=key[2],
        config=Config(retries={"max_attempts": 1}),
    )


class Signed(unittest.TestCase):
    def refused(self, key, code, message):
        with self.assertRaises(ClientError) as caught:
            client(key).list_tables()
        self.assertEqual(caught.exception.response["Error"], {"Code": code, "Message": message})

    def test_all_of_an_items_life(self):
        dynamodb = client(ALICE)
        dynamodb.create_table(
            TableName="Signed", BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        )
        for size in (0, 1, 63, 64, 65, 4096, 300_000):
            item = {"id": {"S": f"größe {size}"}, "value": {"S": "x" * size}}
            dynamodb.put_item(TableName="Signed", Item=item)
            found = dynamodb.get_item(TableName="Signed", Key={"id": item["id"]})
            self.assertEqual(found["Item"], item)
        dynamodb.delete_table(TableName="Signed")

    def test_a_session(self):
        client(SESSION).list_tables()

    def test_a_universe_by_its_path(self):
        client(ALICE, STATOR + "/u/other").list_tables()

    def test_streams(self):
        client(ALICE, service="dynamodbstreams").list_streams()

    def test_what_is_wrong(self):
        invalid = "The security token included in the request is invalid"
        self.refused((ALICE[0], "wrong", None), "InvalidSignatureException", MISMATCH)
        self.refused(("AKIANOBODY", "wrong", None), "UnrecognizedClientException", invalid + ".")
        inactive = ("AKIAALICE00000000002", "alice/secret+2", None)
        self.refused(inactive, "UnrecognizedClientException", invalid + ".")
        self.refused(SESSION[:2] + ("wrong",), "UnrecognizedClientException", invalid)
        self.refused(SESSION[:2] + (None,), "UnrecognizedClientException", invalid)
        self.refused(
            ("ASIAGONE000000000001", "gone/secret", "gone/token"), "ExpiredTokenException",
            "The security token included in the request is expired",
        )

    def send(self, request):
        prepared = request.prepare()
        sent = urllib.request.Request(
            prepared.url, data=request.data, headers=dict(request.headers.items()), method="POST"
        )
        try:
            with urllib.request.urlopen(sent) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def presigned(self, key, body=b"{}"):
        class QueryAuth(botocore.auth.SigV4QueryAuth):
            """Leaves the body where it is: botocore would make parameters of it."""

            def payload(self, request):
                return hashlib.sha256(body).hexdigest()

        request = botocore.awsrequest.AWSRequest("POST", STATOR + "/", headers=dict(HEADERS))
        credentials = botocore.credentials.Credentials(*key)
        QueryAuth(credentials, "dynamodb", "eu-west-1", expires=600).add_auth(request)
        request.data = body
        return request

    def test_a_query_form(self):
        self.assertIn("TableNames", self.send(self.presigned(ALICE)))
        self.assertIn("TableNames", self.send(self.presigned(SESSION)))
        swapped = self.presigned(ALICE)
        swapped.data = b'{"Limit":1}'
        self.assertEqual(self.send(swapped)["message"], MISMATCH)

    def test_a_body_that_was_changed(self):
        request = botocore.awsrequest.AWSRequest("POST", STATOR + "/", data=b"{}", headers=dict(HEADERS))
        botocore.auth.SigV4Auth(botocore.credentials.Credentials(*ALICE), "dynamodb", "us-east-1").add_auth(request)
        self.assertIn("TableNames", self.send(request))
        request.data = b'{"Limit":1}'
        self.assertEqual(self.send(request)["message"], MISMATCH)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
