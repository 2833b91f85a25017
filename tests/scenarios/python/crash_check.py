"""What must hold after a crash: no acknowledged write is lost, and each index equals one rebuilt.
"""
from crash_table import INDEXES, TABLE_NAME, key_of, rebuild, sort_value, to_key

SHOWN_CHARACTERS = 300


def check(connection, writers):
    """The violations found by one scan of the table and of each index; settles what was in flight."""
    problems = []
    items = _by_key(_scan(connection), "the table", problems)
    problems += _check_writers(writers, items)
    for index in INDEXES:
        rows = _by_key(_scan(connection, IndexName=index.name), index.name, problems)
        problems += _compare(index.name, rebuild(index, items.values()), rows)
    return problems


def check_thoroughly(connection, writers):
    """The same, then every item by GetItem, small pages, and each partition of each index by Query."""
    problems = check(connection, writers)
    items = {key: item for writer in writers for key, item in writer.items.items()}
    for page_size in (1, 37):
        paged = _by_key(_scan(connection, Limit=page_size), "the paged table", problems)
        problems += _compare(f"the table in pages of {page_size}", items, paged)
    for writer in writers:
        for key in writer.keys:
            request = {"TableName": TABLE_NAME, "Key": to_key(key), "ConsistentRead": True}
            stored = connection.call("GetItem", request).get("Item")
            if stored != items.get(key):
                problems.append(f"GetItem of {key} is {_show(stored)}, not {_show(items.get(key))}")
    for index in INDEXES:
        problems += _check_partitions(connection, index, rebuild(index, items.values()))
    return problems


def check_features(connection):
    """What the table was told to do besides keeping items, it still does."""
    problems = []
    named = {"TableName": TABLE_NAME}
    table = connection.call("DescribeTable", named)["Table"]
    recovery = connection.call("DescribeContinuousBackups", named)["ContinuousBackupsDescription"]
    destinations = connection.call("DescribeKinesisStreamingDestination", named)
    found = {
        "stream": table.get("StreamSpecification", {}).get("StreamEnabled"),
        "time to live": connection.call("DescribeTimeToLive", named)["TimeToLiveDescription"]["TimeToLiveStatus"],
        "recovery": recovery["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"],
        "destinations": [
            one["DestinationStatus"] for one in destinations["KinesisDataStreamDestinations"]
        ],
    }
    expected = {
        "stream": True, "time to live": "ENABLED", "recovery": "ENABLED", "destinations": ["ACTIVE"]
    }
    for feature, state in expected.items():
        if found[feature] != state:
            problems.append(f"{feature} is {found[feature]}, not {state}")
    return problems


def check_backups(connection, names):
    """Every backup that was acknowledged is there, and none besides one that was in flight."""
    listed = connection.call("ListBackups", {"TableName": TABLE_NAME, "Limit": 100})
    found = {one["BackupName"] for one in listed["BackupSummaries"]}
    return [f"backup {name} is gone" for name in names - found]


def _check_writers(writers, items):
    problems = []
    owned = set()
    for writer in writers:
        owned.update(writer.keys)
        torn = _torn_transaction(writer, items)
        if torn:
            problems.append(f"a transaction happened in part: {torn}")
        for key in writer.keys:
            stored = items.get(key)
            allowed = [writer.items.get(key)]
            if key in writer.in_flight:
                allowed.append(writer.in_flight[key])
            if stored not in allowed:
                shown = " or ".join(map(_show, allowed))
                problems.append(f"{key} is {_show(stored)}, acknowledged was {shown}")
        writer.settle({key: items.get(key) for key in writer.keys})
    problems += [f"{key} was never written" for key in items.keys() - owned]
    return problems


def _torn_transaction(writer, items):
    """The keys of a transaction in flight that were written, when others were not; else nothing."""
    _, keys = writer.transaction
    if not writer.in_flight or set(writer.in_flight) != keys:
        return []
    changing = [key for key in keys if writer.in_flight[key] != writer.items.get(key)]
    written = [key for key in changing if items.get(key) == writer.in_flight[key]]
    return written if 0 < len(written) < len(changing) else []


def _check_partitions(connection, index, expected):
    """Queries each partition of an index in both directions."""
    problems = []
    partitions = {}
    for key, row in expected.items():
        partitions.setdefault(row[index.hash]["S"], {})[key] = row
    for value, partition in partitions.items():
        for forward in (True, False):
            request = {
                "TableName": TABLE_NAME,
                "IndexName": index.name,
                "KeyConditionExpression": "#hash = :hash",
                "ExpressionAttributeNames": {"#hash": index.hash},
                "ExpressionAttributeValues": {":hash": {"S": value}},
                "ScanIndexForward": forward,
                "Limit": 11,
            }
            where = f"{index.name} of {value}, {'forward' if forward else 'backward'}"
            rows = connection.rows("Query", request)
            problems += _compare(where, partition, _by_key(rows, where, problems))
            order = [sort_value(index, row) for row in rows]
            if order != sorted(order, reverse=not forward):
                problems.append(f"{where} is out of order")
    return problems


def _scan(connection, **options):
    request = {"TableName": TABLE_NAME, "ConsistentRead": "IndexName" not in options, **options}
    return connection.rows("Scan", request)


def _by_key(rows, where, problems):
    by_key = {}
    for row in rows:
        if key_of(row) in by_key:
            problems.append(f"{where} has {key_of(row)} twice")
        by_key[key_of(row)] = row
    return by_key


def _compare(where, expected, actual):
    return [
        f"{where} has {_show(actual.get(key))} for {key}, a rebuilt one {_show(expected.get(key))}"
        for key in sorted(expected.keys() | actual.keys())
        if expected.get(key) != actual.get(key)
    ]


def _show(item):
    text = "nothing" if item is None else str(item)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"
