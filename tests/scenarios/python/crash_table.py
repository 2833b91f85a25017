"""The table of the crash test, and what its indexes must hold for given items.

Two global indexes (one ALL, one sparse KEYS_ONLY) and a local one (sparse, INCLUDE).
"""
from collections import namedtuple

TABLE_NAME = "crash"

Index = namedtuple("Index", "name kind hash range projection included")

INDEXES = (
    Index("by_category", "GlobalSecondaryIndexes", "category", "score", "ALL", ()),
    Index("by_flag", "GlobalSecondaryIndexes", "flag", None, "KEYS_ONLY", ()),
    Index("by_label", "LocalSecondaryIndexes", "pk", "label", "INCLUDE", ("note",)),
)


def create_request():
    """The CreateTable request."""
    types = {"pk": "S", "sk": "N", "category": "S", "score": "N", "flag": "S", "label": "S"}
    request = {
        "TableName": TABLE_NAME,
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": types[name]} for name in types
        ],
        "KeySchema": _key_schema("pk", "sk"),
        "BillingMode": "PAY_PER_REQUEST",
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
    }
    for index in INDEXES:
        projection = {"ProjectionType": index.projection}
        if index.included:
            projection["NonKeyAttributes"] = list(index.included)
        description = {"IndexName": index.name, "KeySchema": _key_schema(index.hash, index.range)}
        request.setdefault(index.kind, []).append({**description, "Projection": projection})
    return request


def _key_schema(hash_attribute, range_attribute):
    schema = [{"AttributeName": hash_attribute, "KeyType": "HASH"}]
    if range_attribute:
        schema.append({"AttributeName": range_attribute, "KeyType": "RANGE"})
    return schema


def key_of(item):
    return item["pk"]["S"], int(item["sk"]["N"])


def to_key(key):
    return {"pk": {"S": key[0]}, "sk": {"N": str(key[1])}}


def rebuild(index, items):
    """The rows an index must hold for the items of the table, by the keys of the items."""
    rows = {}
    for item in items:
        key_attributes = {index.hash, index.range} - {None}
        if key_attributes <= item.keys():
            rows[key_of(item)] = _project(index, item, key_attributes)
    return rows


def _project(index, item, key_attributes):
    if index.projection == "ALL":
        return item
    projected = key_attributes | {"pk", "sk"} | set(index.included)
    return {name: value for name, value in item.items() if name in projected}


def sort_value(index, row):
    """What orders the rows of one partition of an index."""
    if index.range is None:
        return 0
    ((attribute_type, value),) = row[index.range].items()
    return int(value) if attribute_type == "N" else value.encode()
