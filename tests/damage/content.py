"""The whole content of a server, as its API shows it, and comparisons of two contents.

A content is a dictionary. Its keys name a thing, such as "default us-east-1 Orders: items"; its values are
JSON, and lists are sorted unless their order has a meaning.
"""

import json
from collections import Counter

from client import Failed

# Only the clock's time and random draws change these.
_VOLATILE = {"LatestRestorableDateTime", "seed", "offsetMs", "nextDueMs"}
ITEMS, RECORDS = ": items", ": records"


def text_of(value):
    return json.dumps(value, sort_keys=True)


def read_content(client):
    """Everything that the server holds, by name."""
    universes = client.admin("GET", "universes")["universes"]
    content = {"universes": stable(universes)}
    for universe in universes:
        name = universe["name"]
        content[f"{name}: clock"] = stable(client.admin("GET", "clock", universe=name))
        for region in universe["regions"]:
            read_region(client, (name, region), content)
    return content


def stable(value):
    if isinstance(value, dict):
        return {name: stable(member) for name, member in value.items() if name not in _VOLATILE}
    return [stable(element) for element in value] if isinstance(value, list) else value


def read_region(client, place, content):
    title = " ".join(place)
    for table in client.call("ListTables", {}, place)["TableNames"]:
        read_table(client, place, table, content)
    backups = client.call("ListBackups", {}, place)["BackupSummaries"]
    content[f"{title}: backups"] = sorted(
        text_of(client.call("DescribeBackup", {"BackupArn": backup["BackupArn"]}, place)) for backup in backups
    )


def read_table(client, place, table, content):
    title = " ".join((*place, table))
    named = {"TableName": table}
    about = client.call("DescribeTable", named, place)["Table"]
    content[title] = about
    content[title + ITEMS] = scan(client, place, {**named, "ConsistentRead": True})
    for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        for index in about.get(kind, []):
            name = index["IndexName"]
            content[f"{title}: index {name}"] = scan(client, place, {**named, "IndexName": name})
    for index in about.get("VectorIndexes", []):
        content[f"{title}: vectors"] = search(client, place, table, index)
    for operation in ("DescribeTimeToLive", "DescribeContinuousBackups", "DescribeContributorInsights"):
        content[f"{title}: {operation}"] = stable(client.call(operation, named, place))
    content[f"{title}: tags"] = client.call("ListTagsOfResource", {"ResourceArn": about["TableArn"]}, place)
    content[f"{title}: policy"] = policy(client, place, about["TableArn"])
    if "LatestStreamArn" in about:
        read_stream(client, place, title, about["LatestStreamArn"], content)


def scan(client, place, request):
    """All items of a table or an index, sorted."""
    items = []
    page = {}
    while True:
        answer = client.call("Scan", {**request, **page}, place)
        items += [text_of(item) for item in answer["Items"]]
        if "LastEvaluatedKey" not in answer:
            return sorted(items)
        page = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}


def search(client, place, table, index):
    request = {
        "TableName": table, "IndexName": index["IndexName"], "TopK": 20,
        "SearchVector": [{"N": "0.5"}] * index["Dimensions"],
        "SearchConditionExpression": "genre = :g", "ExpressionAttributeValues": {":g": {"S": "jazz"}},
    }
    return client.call("SearchVectors", request, place)


def policy(client, place, arn):
    """The resource policy of a table, or None."""
    try:
        return client.call("GetResourcePolicy", {"ResourceArn": arn}, place)
    except Failed as error:
        if "PolicyNotFoundException" in str(error):
            return None
        raise


def read_stream(client, place, title, arn, content):
    about = client.call("DescribeStream", {"StreamArn": arn}, place)["StreamDescription"]
    content[f"{title}: stream"] = about
    records = []
    for shard in about["Shards"]:
        request = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
        iterator = client.call("GetShardIterator", request, place)["ShardIterator"]
        while iterator:
            answer = client.call("GetRecords", {"ShardIterator": iterator}, place)
            records += [text_of(record) for record in answer["Records"]]
            iterator = answer.get("NextShardIterator") if answer["Records"] else None
    content[title + RECORDS] = records


def differences(wanted, got):
    """Sentences about all things that are not the same."""
    found = []
    for name in sorted(wanted.keys() | got.keys()):
        if name not in got or name not in wanted:
            found.append(f"{name} is {'missing' if name not in got else 'new'}")
        elif wanted[name] != got[name]:
            found.append(f"{name}: {difference(wanted[name], got[name])}")
    return found


def difference(wanted, got):
    if not isinstance(wanted, list) or not isinstance(got, list):
        return f"{text_of(got)[:300]} instead of {text_of(wanted)[:300]}"
    before, after = Counter(map(text_of, wanted)), Counter(map(text_of, got))
    lost, more = before - after, after - before
    if not lost and not more:
        return "another order"
    return f"{lost.total()} missing {example(lost)}, {more.total()} new {example(more)}"


def example(elements):
    return f"({next(iter(elements))[:200]})" if elements else ""


def inventions(known, got):
    """Sentences about items, records and tables that never existed. `known` has all contents up to now."""
    found = []
    for name, value in got.items():
        if not name.endswith((ITEMS, RECORDS)):
            continue
        ever = set().union(*(content.get(name, ()) for content in known))
        found += [f"{name} has {element[:200]}" for element in value if element not in ever]
    return found
