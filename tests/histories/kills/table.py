"""The table of both histories. Checkers and programs name an item by a text, HASH/RANGE."""

TABLE_NAME = "Histories"
KEY_NAMES = ("id", "part")


def create_request():
    return {
        "TableName": TABLE_NAME,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in KEY_NAMES],
        "KeySchema": [
            {"AttributeName": "id", "KeyType": "HASH"},
            {"AttributeName": "part", "KeyType": "RANGE"},
        ],
    }


def key_of(text):
    """Returns the Key member that names the item in a request."""
    return {name: {"S": part} for name, part in zip(KEY_NAMES, text.split("/"))}


def text_of(item):
    """Returns the text that names an item of a reply."""
    return "/".join(item[name]["S"] for name in KEY_NAMES)
