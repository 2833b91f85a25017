"""A universe for one test, with every setting derived from the test's number.

No two tests have a setting in common, so a setting that leaks from one universe into another makes
some test see what it did not ask for.
"""
import datetime
import http.client
import json

import boto3
from botocore.config import Config

FIRST_DAY = datetime.datetime(2030, 1, 1, tzinfo=datetime.timezone.utc)
# Each test makes another one of these fail, so that a rule of another test's universe is noticed.
FAILING = ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "Scan", "DescribeTable"]
# SDKs do not retry any of these by default, and none could occur by itself.
ERRORS = ["InternalServerError", "ServiceUnavailable", "RequestLimitExceeded"]
CONTROLS = ["clock", "consistency", "faults", "throughput", "requests/settings"]

_session = boto3.session.Session(
    aws_access_key_id="worlds", aws_secret_access_key="worlds", region_name="eu-west-2"
)


class Settings:
    """What one test sets. `number` is from 0; tests with different numbers differ in all of it."""

    def __init__(self, number):
        self.number = number
        self.seed = 1_000 + number
        self.date = FIRST_DAY + datetime.timedelta(days=number)
        self.lag_ms = 1_000 + number
        self.throttles = number % 2 == 0
        self.measures_heat = number % 3 == 0
        self.capacity = 100 + number
        self.bodies = ["none", "redacted", "full"][number % 3]
        self.failing = FAILING[number % len(FAILING)]
        self.error = ERRORS[number % len(ERRORS)]

    def date_text(self):
        return self.date.strftime("%Y-%m-%dT%H:%M:%SZ")


class World:
    """The universe of one test, reached by the endpoint's path alone. Empty, at the test's date."""

    def __init__(self, endpoint, name, settings):
        self.settings = settings
        self.endpoint = f"{endpoint}/u/{name}"
        self._name = name
        self._root = http.client.HTTPConnection(endpoint.removeprefix("http://"), timeout=60)
        self.requests_sent = 0
        self.answers = []
        self.client = _session.client(
            "dynamodb",
            endpoint_url=self.endpoint,
            config=Config(retries={"total_max_attempts": 1}, parameter_validation=False),
        )
        self.client.meta.events.register("before-send.dynamodb", self._count)
        self.client.meta.events.register("response-received.dynamodb", self._keep)
        self._begin()

    def close(self):
        self.client.close()
        self._root.close()

    def admin(self, method, path, body=None):
        """The answer of the admin API, about this universe."""
        return self._call(method, f"/u/{self._name}/_stator/v1/{path}", body)

    def controls(self):
        """Every setting of this universe, as the admin API shows it."""
        return {control: self.admin("GET", control) for control in CONTROLS}

    def advance(self, milliseconds):
        self.admin("POST", "clock/advance", {"ms": milliseconds})

    def _begin(self):
        self._call("POST", "/_stator/v1/universes", {"name": self._name}, passing=[409])
        reset = {"seed": self.settings.seed, "at": self.settings.date_text()}
        self._call("POST", f"/_stator/v1/universes/{self._name}/reset", reset)
        rule = {
            "name": f"fault-{self.settings.number}",
            "match": {"operation": self.settings.failing, "nth": 2},
            "fault": {"error": self.settings.error},
        }
        self.admin("PUT", "faults", {"rules": [rule]})
        self.admin(
            "PUT", "consistency", {"mode": "oldest-legal", "lag": self.settings.lag_ms}
        )
        self.admin(
            "PUT",
            "throughput",
            {
                "throttle": "aws" if self.settings.throttles else "off",
                "heat": self.settings.measures_heat,
            },
        )
        journal = {
            "on": True, "capacity": self.settings.capacity, "bodies": self.settings.bodies
        }  # fmt: skip
        self.admin("PUT", "requests/settings", journal)

    def _call(self, method, path, body, passing=()):
        text = None if body is None else json.dumps(body)
        self._root.request(method, path, text, {"Content-Type": "application/json"})
        reply = self._root.getresponse()
        answer = reply.read().decode()
        if reply.status >= 300 and reply.status not in passing:
            raise AssertionError(f"{method} {path} {text}: {reply.status} {answer}")
        return json.loads(answer)

    def _count(self, **_):
        self.requests_sent += 1

    def _keep(self, response_dict, **_):
        headers = {name.lower(): value for name, value in response_dict["headers"].items()}
        self.answers.append((response_dict["status_code"], headers, response_dict["body"]))
