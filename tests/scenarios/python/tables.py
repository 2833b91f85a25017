"""What each application does with tables: create one, read all pages, write and read in batches.

Works with the low-level client and with the resource's client alike: operations are handed over as
methods.
"""

BATCH_WRITE_MAX = 25
BATCH_GET_MAX = 100

# Waiters poll immediately and then every 50 ms.
POLLING = {"Delay": 0.05, "MaxAttempts": 400}


def create(client, **request):
    """Creates a table and waits until it and its indexes are active."""
    client.create_table(**request)
    client.get_waiter("table_exists").wait(TableName=request["TableName"], WaiterConfig=POLLING)


def delete(client, table_name):
    """Deletes a table and waits until it is gone."""
    client.delete_table(TableName=table_name)
    client.get_waiter("table_not_exists").wait(TableName=table_name, WaiterConfig=POLLING)


def pages(operation, **request):
    """The pages of a Query or Scan, following LastEvaluatedKey to the end."""
    while True:
        page = operation(**request)
        yield page
        if "LastEvaluatedKey" not in page:
            return
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def rows(operation, **request):
    """The items of all pages of a Query or Scan."""
    return [item for page in pages(operation, **request) for item in page["Items"]]


def write_all(batch_write_item, table_name, write_requests):
    """Writes in groups of 25; whatever comes back as UnprocessedItems is sent again until nothing
    does.
    """
    for group in groups_of(BATCH_WRITE_MAX, write_requests):
        pending = {table_name: group}
        while pending:
            pending = batch_write_item(RequestItems=pending)["UnprocessedItems"]


def get_all(batch_get_item, table_name, keys, **options):
    """Reads in groups of 100; whatever comes back as UnprocessedKeys is asked for again."""
    items = []
    for group in groups_of(BATCH_GET_MAX, keys):
        pending = {table_name: {"Keys": group, **options}}
        while pending:
            response = batch_get_item(RequestItems=pending)
            items += response["Responses"].get(table_name, [])
            pending = response["UnprocessedKeys"]
    return items


def put_request(item):
    return {"PutRequest": {"Item": item}}


def delete_request(key):
    return {"DeleteRequest": {"Key": key}}


def groups_of(size, elements):
    return [elements[first : first + size] for first in range(0, len(elements), size)]
