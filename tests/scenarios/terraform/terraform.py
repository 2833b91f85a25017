"""What Terraform's AWS provider does with a DynamoDB table, as far as DynamoDB sees it.

An apply is a list of requests, some of which wait for a status. A refresh reads the table and makes
of the answers what the provider keeps as its state: the arguments of aws_dynamodb_table. A plan has
nothing to do when that equals what was asked for. The requests are in requests.json.
"""
import json
import time
import urllib.error
import urllib.request

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

# A wait polls immediately and then every 20 ms.
WAIT_SECONDS = 0.02
WAITS_MAX = 1_500


class Refusal(Exception):
    """An answer other than 200."""

    def __init__(self, body):
        super().__init__(body)
        self.type = body.get("__type", "").rpartition("#")[2]


class Provider:
    """Speaks to one endpoint about one table; remembers the table's ARN like the state does."""

    def __init__(self, endpoint, table, region):
        self._endpoint = endpoint
        self._signer = SigV4Auth(Credentials("scenario", "scenario"), "dynamodb", region)
        self._known = {"table": table}

    def connect(self, endpoint):
        """The server has moved."""
        self._endpoint = endpoint

    def call(self, operation, request):
        """The answer to a request; raises Refusal."""
        signed = AWSRequest(
            "POST",
            self._endpoint + "/",
            data=json.dumps(request),
            headers={
                "Content-Type": "application/x-amz-json-1.0",
                "X-Amz-Target": f"DynamoDB_20120810.{operation}",
            },
        )
        self._signer.add_auth(signed)
        raw = urllib.request.Request(
            signed.url, data=signed.data.encode(), headers=dict(signed.headers), method="POST"
        )
        try:
            with urllib.request.urlopen(raw, timeout=60) as answer:
                # Some operations have an empty answer.
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            raise Refusal(json.load(error)) from None

    def apply(self, requests):
        for request in requests:
            self._carry_out(request)

    def refresh(self, requests):
        """The table's arguments, by name."""
        answers = {request["do"]: self._carry_out(request) for request in requests}
        return arguments_of(answers)

    def _carry_out(self, request):
        body = self._filled_in(request["with"])
        if "until_error" in request:
            return self._wait_for_refusal(request["do"], body, request["until_error"])
        in_a_row = 0
        for _ in range(WAITS_MAX):
            answer = self.call(request["do"], body)
            arn = answer.get("TableDescription", {}).get("TableArn")
            self._known.update({"arn": arn} if arn else {})
            holds = all(
                holds_at(answer, path, value) for path, value in request.get("until", {}).items()
            )
            in_a_row = in_a_row + 1 if holds else 0
            if in_a_row >= request.get("in_a_row", 1):
                return answer
            if not holds:
                time.sleep(WAIT_SECONDS)
        raise AssertionError(f"{request} was never answered so: {answer}")

    def _wait_for_refusal(self, operation, body, error_type):
        for _ in range(WAITS_MAX):
            try:
                self.call(operation, body)
            except Refusal as refusal:
                assert refusal.type == error_type, refusal
                return
            time.sleep(WAIT_SECONDS)
        raise AssertionError(f"{operation} {body} was never refused with {error_type}")

    def _filled_in(self, value):
        return filled_in(value, self._known)


def filled_in(value, known):
    """The value with ${name} replaced in every text of it."""
    if isinstance(value, dict):
        return {name: filled_in(member, known) for name, member in value.items()}
    if isinstance(value, list):
        return [filled_in(element, known) for element in value]
    if isinstance(value, str) and value.startswith("${"):
        return known[value[2:-1]]
    return value


def holds_at(answer, path, wanted):
    """Whether the answer has that value there, or one of several; null is for nothing there."""
    found = answer
    for name in path.split("."):
        if isinstance(found, list):
            named = {element.get("IndexName", element.get("Key")): element for element in found}
            found = named.get(name)
        else:
            found = found.get(name) if found is not None else None
    return found in (wanted if isinstance(wanted, list) else [wanted])


def arguments_of(answers):
    """What the provider makes of the answers of a refresh."""
    table = answers["DescribeTable"]["Table"]
    throughput = table.get("ProvisionedThroughput", {})
    stream = table.get("StreamSpecification", {})
    arguments = {
        "arn": table["TableArn"],
        "name": table["TableName"],
        "billing_mode": table.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED"),
        "read_capacity": throughput.get("ReadCapacityUnits"),
        "write_capacity": throughput.get("WriteCapacityUnits"),
        "attribute": {
            one["AttributeName"]: one["AttributeType"] for one in table["AttributeDefinitions"]
        },
        "local_secondary_index": {
            index["IndexName"]: local_index(index)
            for index in table.get("LocalSecondaryIndexes", [])
        },
        "global_secondary_index": {
            index["IndexName"]: global_index(index)
            for index in table.get("GlobalSecondaryIndexes", [])
        },
        "on_demand_throughput": on_demand_throughput(table),
        "warm_throughput": {
            "read_units_per_second": table["WarmThroughput"]["ReadUnitsPerSecond"],
            "write_units_per_second": table["WarmThroughput"]["WriteUnitsPerSecond"],
        },
        "stream_enabled": stream.get("StreamEnabled", False),
        "stream_view_type": stream.get("StreamViewType", ""),
        "stream_arn": table.get("LatestStreamArn", ""),
        "stream_label": table.get("LatestStreamLabel", ""),
        "server_side_encryption": server_side_encryption(table),
        "table_class": table.get("TableClassSummary", {}).get("TableClass", "STANDARD"),
        "deletion_protection_enabled": table["DeletionProtectionEnabled"],
        "point_in_time_recovery": point_in_time_recovery(answers["DescribeContinuousBackups"]),
        "ttl": time_to_live(answers["DescribeTimeToLive"]),
        "tags": {tag["Key"]: tag["Value"] for tag in answers["ListTagsOfResource"]["Tags"]},
    }
    arguments.update(keys_of(table))
    return arguments


def keys_of(described):
    names = {"HASH": "hash_key", "RANGE": "range_key"}
    return {names[key["KeyType"]]: key["AttributeName"] for key in described["KeySchema"]}


def projection_of(index):
    projection = {"projection_type": index["Projection"]["ProjectionType"]}
    if "NonKeyAttributes" in index["Projection"]:
        projection["non_key_attributes"] = sorted(index["Projection"]["NonKeyAttributes"])
    return projection


def local_index(index):
    return {"range_key": keys_of(index)["range_key"], **projection_of(index)}


# AWS: the provider takes an index's name only together with its throughput, which exists even on
# demand.
def global_index(index):
    return {
        "read_capacity": index["ProvisionedThroughput"]["ReadCapacityUnits"],
        "write_capacity": index["ProvisionedThroughput"]["WriteCapacityUnits"],
        **keys_of(index),
        **projection_of(index),
    }


def on_demand_throughput(table):
    maxima = table.get("OnDemandThroughput")
    return maxima and {
        "max_read_request_units": maxima["MaxReadRequestUnits"],
        "max_write_request_units": maxima["MaxWriteRequestUnits"],
    }


def server_side_encryption(table):
    description = table.get("SSEDescription")
    enabled = description is not None and description["Status"] == "ENABLED"
    return {"enabled": True} if enabled else None


def point_in_time_recovery(answer):
    recovery = answer["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
    if recovery["PointInTimeRecoveryStatus"] != "ENABLED":
        return {"enabled": False}
    return {"enabled": True, "recovery_period_in_days": recovery["RecoveryPeriodInDays"]}


def time_to_live(answer):
    description = answer["TimeToLiveDescription"]
    return {
        "enabled": description["TimeToLiveStatus"] == "ENABLED",
        "attribute_name": description.get("AttributeName", ""),
    }
