"""The fixtures: every test finds an empty universe, though all make a table of the same name."""
import os

import pytest

TABLE = {
    "TableName": "Orders",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}


@pytest.mark.parametrize("number", range(6))
def test_each_is_alone(stator, number):
    client = stator.client()
    assert client.list_tables()["TableNames"] == []
    client.create_table(**TABLE)
    client.put_item(TableName="Orders", Item={"id": {"S": "one"}, "n": {"N": str(number)}})
    item = client.get_item(TableName="Orders", Key={"id": {"S": "one"}})["Item"]
    assert item["n"] == {"N": str(number)}


def test_the_environment_says_where(stator):
    assert os.environ["AWS_ENDPOINT_URL_DYNAMODB"] == stator.endpoint
    assert "/u/test-" in stator.endpoint


@pytest.fixture(scope="module")
def environment_outside():
    return dict(os.environ)


def test_the_environment_is_what_it_was(environment_outside):
    assert "/u/test-" not in environment_outside.get("AWS_ENDPOINT_URL_DYNAMODB", "")


def test_a_universe_has_a_clock(stator, stator_server):
    stator.admin("POST", "clock/freeze", {"at": "2030-01-01T00:00:00Z"})
    stator.advance("48h")
    assert "2030-01-03" in str(stator.admin("GET", "clock"))
    assert "2030" not in str(stator_server.admin("GET", "clock"))


def test_a_refusal_has_the_servers_sentence(stator):
    with pytest.raises(RuntimeError, match="clock/advance"):
        stator.advance("soon")
