"""Two hundred tests that share one server, eight at a time, each in a universe of its own.

All of them use the same table names, and each sets clock, seed, lag, faults, throttling, heat and
journal to something else (world.py). A test fails when anything of another one shows through.
"""
import json
import os

import pytest
from botocore.exceptions import ClientError

from world import Settings, World

TESTS = int(os.environ.get("WORLDS_TESTS", "200"))
# With a name here all tests share one universe; then they must fail, or they would prove nothing.
SHARED = os.environ.get("WORLDS_SHARED")
LARGE = "x" * 350_000


@pytest.fixture(params=range(TESTS))
def world(request):
    opened = open_world(request.param)
    yield opened
    opened.close()


def open_world(number, suffix=""):
    name = SHARED or f"python-{number}{suffix}"
    return World(os.environ["STATOR_ENDPOINT"], name, Settings(number))


def test_each_universe_is_a_world_of_its_own(world):
    before = world.controls()
    create_tables(world)
    sees_its_own_writes_after_its_own_lag(world)
    meets_its_own_fault(world)
    is_throttled_as_it_asked(world)
    loses_its_items_by_its_own_clock(world)
    keeps_its_own_controls(world, before)
    has_recorded_its_own_requests(world)
    answers_are_repeated_by_the_same_seed(world)


def create_tables(world):
    world.client.create_table(
        TableName="Orders",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
    )
    world.client.create_table(
        TableName="Small",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        ProvisionedThroughput={"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
    )
    shown = attempt(world, "DescribeTable", world.client.describe_table, TableName="Orders")
    created = shown["Table"]["CreationDateTime"].timestamp()
    assert abs(created - world.settings.date.timestamp()) < 1
    world.client.update_time_to_live(
        TableName="Orders",
        TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"},
    )


def order(world, name, **attributes):
    owner = {"N": str(world.settings.number)}
    return {"id": {"S": name}, "owner": owner, **attributes}


def attempt(world, operation, call, **arguments):
    """The answer to a request; the test's own fault, which comes once, is met and passed over."""
    try:
        return call(**arguments)
    except ClientError as error:
        if operation != world.settings.failing or world.settings.error not in str(error):
            raise
        return call(**arguments)


def put(world, item, table="Orders"):
    return attempt(world, "PutItem", world.client.put_item, TableName=table, Item=item)


def get(world, name, is_consistent=False):
    answer = attempt(
        world, "GetItem", world.client.get_item,
        TableName="Orders", Key={"id": {"S": name}}, ConsistentRead=is_consistent,
    )  # fmt: skip
    return answer.get("Item")


def sees_its_own_writes_after_its_own_lag(world):
    put(world, order(world, "first"))
    assert get(world, "first") is None
    assert get(world, "first", is_consistent=True) == order(world, "first")
    world.advance(world.settings.lag_ms - 1)
    assert get(world, "first") is None
    world.advance(1)
    assert get(world, "first") == order(world, "first")
    items = attempt(
        world, "Scan", world.client.scan, TableName="Orders", ConsistentRead=True
    )["Items"]  # fmt: skip
    assert items == [order(world, "first")]


def meets_its_own_fault(world):
    """Each operation is called once more, so the rule's second request has come by now."""
    client, key = world.client, {"id": {"S": "first"}}
    for _ in range(2):
        get(world, "first")
        put(world, order(world, "first"))
        attempt(world, "UpdateItem", client.update_item, TableName="Orders", Key=key)
        attempt(world, "DeleteItem", client.delete_item, TableName="Orders", Key={"id": {"S": "no"}})
        attempt(world, "Scan", client.scan, TableName="Orders")
        attempt(world, "DescribeTable", client.describe_table, TableName="Orders")
        attempt(
            world, "Query", client.query, TableName="Orders",
            KeyConditionExpression="id = :id", ExpressionAttributeValues={":id": {"S": "first"}},
        )  # fmt: skip
    rules = world.admin("GET", "faults")["rules"]
    assert [rule["name"] for rule in rules] == [f"fault-{world.settings.number}"]
    assert rules[0]["fired"] == 1


def is_throttled_as_it_asked(world):
    """An item of 350 KB is more than a table of one unit has saved up; the others are refused."""
    refused = 0
    for name in ["a", "b", "c"]:
        try:
            put(world, order(world, name, text={"S": LARGE}), table="Small")
        except ClientError as error:
            assert error.response["Error"]["Code"] == "ProvisionedThroughputExceededException"
            refused += 1
    assert refused == (2 if world.settings.throttles else 0)


def loses_its_items_by_its_own_clock(world):
    """An hour of this universe is enough here and nothing anywhere else."""
    now = world.settings.date.timestamp()
    put(world, order(world, "soon", expires={"N": str(int(now) + 3_600)}))
    put(world, order(world, "later", expires={"N": str(int(now) + 7_200)}))
    world.advance(3_600_000 + 3_000)  # deleted two seconds after it has expired
    assert get(world, "soon", is_consistent=True) is None
    assert get(world, "later", is_consistent=True) is not None
    shown = world.admin("GET", "clock")["now"]
    assert shown.startswith(world.settings.date.strftime("%Y-%m-%dT01:"))


def keeps_its_own_controls(world, before):
    after = world.controls()
    assert after["requests/settings"] == before["requests/settings"]
    assert after["consistency"]["mode"] == "oldest-legal"
    assert after["consistency"]["lag"] == before["consistency"]["lag"]
    for member in ["throttle", "heat"]:
        assert after["throughput"][member] == before["throughput"][member]
    assert after["clock"]["mode"] == "frozen"


def has_recorded_its_own_requests(world):
    counters = world.admin("GET", "counters")
    text = json.dumps(counters)
    assert sum(row["requests"] for row in counters["operations"]) == world.requests_sent, text
    assertions = [{"metric": "faults", "least": 1}, {"metric": "faults", "most": 1}]
    judged = world.admin("POST", "assertions", {"assertions": assertions})
    assert judged["passed"], judged


def answers_are_repeated_by_the_same_seed(world):
    if SHARED:
        return
    twin = open_world(world.settings.number, suffix="-twin")
    try:
        create_tables(twin)
        sees_its_own_writes_after_its_own_lag(twin)
        assert twin.answers == world.answers[: len(twin.answers)]
    finally:
        twin.close()
