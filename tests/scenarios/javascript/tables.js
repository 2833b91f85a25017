// Operations on tables for each application: create one, collect all pages, write and read in
// batches.

import {
  CreateTableCommand,
  DeleteTableCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';

export const BATCH_WRITE_MAX = 25;
export const BATCH_GET_MAX = 100;

// Waiters poll immediately, then after 50 ms, and then a little less often each time.
export const POLLING = { maxWaitTime: 20, minDelay: 0.05, maxDelay: 0.5 };

// Creates a table and waits until it and its indexes are active.
export async function create(client, request) {
  await client.send(new CreateTableCommand(request));
  await waitUntilTableExists({ client, ...POLLING }, { TableName: request.TableName });
}

// Deletes a table and waits until it no longer exists.
export async function remove(client, TableName) {
  await client.send(new DeleteTableCommand({ TableName }));
  await waitUntilTableNotExists({ client, ...POLLING }, { TableName });
}

export function keySchema(hashAttribute, rangeAttribute) {
  const schema = [{ AttributeName: hashAttribute, KeyType: 'HASH' }];
  return rangeAttribute ? [...schema, { AttributeName: rangeAttribute, KeyType: 'RANGE' }] : schema;
}

// Attribute definitions from {name: type}.
export function definitions(types) {
  return Object.entries(types).map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  }));
}

// The items of all pages of one of the SDK's paginators.
export async function rows(paginator) {
  const items = [];
  for await (const page of paginator) items.push(...page.Items);
  return items;
}

// Writes in groups of 25. UnprocessedItems are sent again until none are left.
export async function writeAll(client, BatchWrite, tableName, writeRequests) {
  for (const group of groupsOf(BATCH_WRITE_MAX, writeRequests)) {
    let pending = { [tableName]: group };
    while (Object.keys(pending).length > 0) {
      const response = await client.send(new BatchWrite({ RequestItems: pending }));
      pending = response.UnprocessedItems;
    }
  }
}

// Reads in groups of 100. UnprocessedKeys are requested again until none are left.
export async function getAll(client, BatchGet, tableName, keys, options = {}) {
  const items = [];
  for (const group of groupsOf(BATCH_GET_MAX, keys)) {
    let pending = { [tableName]: { Keys: group, ...options } };
    while (Object.keys(pending).length > 0) {
      const response = await client.send(new BatchGet({ RequestItems: pending }));
      items.push(...(response.Responses[tableName] ?? []));
      pending = response.UnprocessedKeys;
    }
  }
  return items;
}

export function putRequest(Item) {
  return { PutRequest: { Item } };
}

export function deleteRequest(Key) {
  return { DeleteRequest: { Key } };
}

export function groupsOf(size, elements) {
  const groups = [];
  for (let first = 0; first < elements.length; first += size) {
    groups.push(elements.slice(first, first + size));
  }
  return groups;
}
