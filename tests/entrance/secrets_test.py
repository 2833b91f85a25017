"""No secret is in a log, the journal of requests, a report, the data or a snapshot."""

import json
import os
import tempfile
import unittest

import boto3
from botocore.config import Config

from server import Server

TOKEN = "token-Zb41kQ"
SECRETS = {
    "the admin API's token": TOKEN,
    "a user's secret key": "alice/secret-Qw9x",
    "a session's secret key": "ci/secret-Lm3p",
    "a session's token": "ci/token-Ty7u",
    "a secret key that was set by the admin API": "bob/secret-Rt5v",
}
CREDENTIALS = {
    "account": "123456789012",
    "users": {"alice": {"keys": [{"id": "AKIAALICE", "secret": SECRETS["a user's secret key"]}]}},
    "roles": {"app": {}},
    "sessions": [
        {
            "role": "app", "session": "ci", "id": "ASIACI", "secret": SECRETS["a session's secret key"],
            "token": SECRETS["a session's token"], "expires": "2099-01-01T00:00:00Z",
        }
    ],
}


def client(url, *key):
    return boto3.client(
        "dynamodb", endpoint_url=url, region_name="us-east-1", aws_access_key_id=key[0],
        aws_secret_access_key=key[1], aws_session_token=key[2] if len(key) > 2 else None,
        config=Config(retries={"max_attempts": 1}),
    )


class Secrets(unittest.TestCase):
    def test_all_that_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            keys = os.path.join(folder, "keys.json")
            with open(keys, "w", encoding="utf-8") as file:
                json.dump(CREDENTIALS, file)
            flags = (
                "--db-path", "data", "--snapshots", "snapshots", "--log-level", "debug", "--auth", "iam-audit",
                "--credentials", keys, "--report", "report.json",
            )
            with Server(*flags, STATOR_ADMIN_TOKEN=TOKEN) as server:
                self.use(server)
                answers = self.answers(server)
                server.end()
                self.look(server, answers)

    def use(self, server):
        def admin(method, path, body=None):
            status, _, text = server.ask(
                method, "/_stator/v1/" + path, {"Authorization": "Bearer " + TOKEN}, json.dumps(body) if body else None
            )
            self.assertLess(status, 300, text)

        admin("PUT", "requests/settings", {"on": True, "bodies": "full"})
        more = json.loads(json.dumps(CREDENTIALS))
        more["users"]["bob"] = {
            "keys": [{"id": "AKIABOB", "secret": SECRETS["a secret key that was set by the admin API"]}]
        }
        admin("PUT", "credentials", more)
        alice = client(server.url, "AKIAALICE", SECRETS["a user's secret key"])
        alice.create_table(
            TableName="Table", BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        )
        alice.put_item(TableName="Table", Item={"id": {"S": "a"}})
        session = client(server.url, "ASIACI", SECRETS["a session's secret key"], SECRETS["a session's token"])
        session.get_item(TableName="Table", Key={"id": {"S": "a"}})
        client(server.url, "AKIABOB", SECRETS["a secret key that was set by the admin API"]).list_tables()
        for wrong in (("AKIAALICE", "another"), ("ASIACI", SECRETS["a session's secret key"], "another")):
            with self.assertRaises(Exception):
                client(server.url, *wrong).list_tables()
        admin("POST", "snapshots", {"name": "one"})
        server.ask("GET", "/_stator/v1/clock", {"Authorization": "Bearer " + TOKEN + "x"})

    def answers(self, server):
        texts = {}
        for path in (
            "/_stator/v1/requests", "/_stator/v1/report?format=json", "/_stator/v1/credentials", "/metrics",
            "/_stator/v1/laboratory", "/_stator/v1/snapshots", "/_stator/v1/clock",
        ):
            status, _, text = server.ask("GET", path, {"X-Stator-Admin-Token": TOKEN})
            self.assertEqual(status, 200, path)
            texts[path] = text
        self.assertIn("PutItem", texts["/_stator/v1/requests"])
        return texts

    def look(self, server, answers):
        places = {path: text.encode() for path, text in answers.items()}
        for folder, _, files in os.walk(server.directory):
            for name in files:
                with open(os.path.join(folder, name), "rb") as file:
                    places[os.path.join(folder, name)] = file.read()
        kinds = {os.path.basename(os.path.dirname(place)) for place in places}
        self.assertTrue({"data", "one"} <= kinds, kinds)
        for place, text in places.items():
            for what, secret in SECRETS.items():
                self.assertNotIn(secret.encode(), text, f"{what} is in {place}")
            self.assertNotIn(b"AWS4-HMAC-SHA256 Credential", text, f"an Authorization is in {place}")


if __name__ == "__main__":
    unittest.main()
