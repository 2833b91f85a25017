"""What botocore signs is taken, and what it signs wrongly is refused in DynamoDB's words."""

import gzip
import hashlib
import http.client
import json
import os
import random
import re
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

    def test_a_body_is_hashed_before_it_is_unpacked(self):
        packed = gzip.compress(b'{"Limit":7}')
        request = botocore.awsrequest.AWSRequest(
            "POST", STATOR + "/", data=packed, headers={**HEADERS, "Content-Encoding": "gzip"})
        botocore.auth.SigV4Auth(botocore.credentials.Credentials(*ALICE), "dynamodb", "us-east-1").add_auth(request)
        self.assertIn("TableNames", self.send(request))

    def test_a_body_that_was_changed(self):
        request = botocore.awsrequest.AWSRequest("POST", STATOR + "/", data=b"{}", headers=dict(HEADERS))
        botocore.auth.SigV4Auth(botocore.credentials.Credentials(*ALICE), "dynamodb", "us-east-1").add_auth(request)
        self.assertIn("TableNames", self.send(request))
        request.data = b'{"Limit":1}'
        self.assertEqual(self.send(request)["message"], MISMATCH)


def replaced(headers, pattern, text):
    """Changes the Authorization header."""
    headers["Authorization"] = re.sub(pattern, text, headers["Authorization"])


def moved(headers, hours):
    """Dates the request to so many hours later, and its scope to the same day."""
    date = headers["X-Amz-Date"]
    year = str(int(date[:4]) + (1 if hours > 0 else -1))
    headers["X-Amz-Date"] = year + date[4:]
    replaced(headers, "/[0-9]{8}/", f"/{year}{date[4:8]}/")


def flip_digit(headers, chosen):
    """Another digit in the signature."""
    signature = re.search("Signature=([0-9a-f]{64})", headers["Authorization"]).group(1)
    at = chosen.randrange(64)
    other = chosen.choice([digit for digit in "0123456789abcdef" if digit != signature[at]])
    replaced(headers, signature, signature[:at] + other + signature[at + 1:])


INVALID, INCOMPLETE = "InvalidSignatureException", "IncompleteSignatureException"
# Changes of a correctly signed request: the change, and the error with which DynamoDB rejects it.
MUTATIONS = {
    "no signature": (lambda headers, _: headers.pop("Authorization"), "MissingAuthenticationTokenException",
                     "Request is missing Authentication Token"),
    "another scheme": (lambda headers, _: replaced(headers, "^AWS4", "AWS3"), "MissingAuthenticationTokenException",
                       "Request is missing Authentication Token"),
    "a digit": (flip_digit, INVALID, MISMATCH),
    "another operation": (lambda headers, _: headers.update({"X-Amz-Target": "DynamoDB_20120810.DescribeLimits"}),
                          INVALID, MISMATCH),
    "a header less": (lambda headers, _: replaced(headers, ";x-amz-target", ""), INVALID, MISMATCH),
    "a header that was not sent": (lambda headers, _: replaced(headers, ";x-amz-target", ";x-amz-target;x-more"),
                                   INVALID, MISMATCH),
    "another key": (lambda headers, _: replaced(headers, "Credential=[^/]*", "Credential=AKIANOBODY"),
                    "UnrecognizedClientException", "The security token included in the request is invalid."),
    "a slash in the key": (lambda headers, _: replaced(headers, "Credential=", "Credential=A/"), INCOMPLETE,
                           "Credential must have exactly 5 slash-delimited elements, e.g. "),
    "no region": (lambda headers, _: replaced(headers, "eu-west-1", "EU-WEST-1"), INVALID,
                  "Credential should be scoped to a valid region, not 'EU-WEST-1'. "),
    "another region": (lambda headers, _: replaced(headers, "eu-west-1", "eu-west-2"), INVALID, MISMATCH),
    "another service": (lambda headers, _: replaced(headers, "/dynamodb/", "/s3/"), INVALID,
                        "Credential should be scoped to correct service: 'dynamodb'. "),
    "another end": (lambda headers, _: replaced(headers, "aws4_request", "aws3_request"), INVALID,
                    "Credential should be scoped with a valid terminator: 'aws4_request', not 'aws3_request'. "),
    "another day": (lambda headers, _: replaced(headers, "/[0-9]{8}/", "/20200101/"), INVALID,
                    "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
                    "'20200101' != "),
    "a year ago": (lambda headers, _: moved(headers, -1), INVALID, "Signature expired: "),
    "in a year": (lambda headers, _: moved(headers, 1), INVALID, "Signature not yet current: "),
    "no time": (lambda headers, _: headers.update({"X-Amz-Date": "today"}), INCOMPLETE,
                "Date must be in ISO-8601 'basic format'. Got 'today'. "),
    "another algorithm": (lambda headers, _: replaced(headers, "SHA256", "SHA512"), INCOMPLETE,
                          "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA512' (only AWS4-HMAC-SHA256 for now). "),
    "no host": (lambda headers, _: replaced(headers, "host;", ""), INVALID,
                "'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization."),
    "a word": (lambda headers, _: replaced(headers, ", Signature", ", word, Signature"), INCOMPLETE,
               "'word' not a valid key=value pair (missing equal-sign) in Authorization header: "),
    "no Signature": (lambda headers, _: replaced(headers, ", Signature=.*", ""), INCOMPLETE,
                     "Authorization header requires 'Signature' parameter. "),
    "no Credential": (lambda headers, _: replaced(headers, "Credential=[^,]*, ", ""), INCOMPLETE,
                      "Authorization header requires 'Credential' parameter. "),
}


class Mutated(unittest.TestCase):
    def test_a_thousand_requests_get_the_right_error_each(self):
        seed = 23
        chosen, connection = random.Random(seed), http.client.HTTPConnection(STATOR.rpartition("/")[2])
        met = dict.fromkeys(MUTATIONS, 0)
        for number in range(1000):
            key = botocore.credentials.Credentials(*chosen.choice([ALICE, SESSION]))
            body = b'{"Limit":%d}' % chosen.randrange(1, 100)
            request = botocore.awsrequest.AWSRequest("POST", STATOR + "/", data=body, headers=dict(HEADERS))
            botocore.auth.SigV4Auth(key, "dynamodb", "eu-west-1").add_auth(request)
            headers = dict(request.headers.items())
            name = chosen.choice(list(MUTATIONS))
            change, code, message = MUTATIONS[name]
            change(headers, chosen)
            met[name] += 1
            connection.request("POST", "/", body, headers)
            reply = connection.getresponse()
            said = json.load(reply)
            with self.subTest(seed=seed, request=number, change=name):
                self.assertEqual(reply.status, 400, said)
                self.assertEqual(said["__type"].rpartition("#")[2], code)
                self.assertTrue(said["message"].startswith(message), said["message"])
        self.assertGreater(min(met.values()), 20, met)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
