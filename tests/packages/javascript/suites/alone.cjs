'use strict';
// What every test file does: all make a table of the same name, which works only if each begins in a
// universe that no other file is in.
const assert = require('node:assert/strict');
const { CreateTableCommand, DynamoDBClient, GetItemCommand, ListTablesCommand, PutItemCommand } =
  require('@aws-sdk/client-dynamodb');

const TableName = 'Orders';
const TABLE = {
  TableName,
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
};

async function behavesAsAlone(name) {
  // No configuration at all: the environment says where the server is.
  const client = new DynamoDBClient();
  try {
    assert.match(process.env.AWS_ENDPOINT_URL_DYNAMODB, /\/u\/worker-\w+$/);
    assert.deepEqual((await client.send(new ListTablesCommand({}))).TableNames, []);
    await client.send(new CreateTableCommand(TABLE));
    for (let round = 0; round < 50; ++round) {
      await client.send(new PutItemCommand({ TableName, Item: { id: { S: 'one' }, by: { S: name } } }));
      const { Item } = await client.send(new GetItemCommand({ TableName, Key: { id: { S: 'one' } } }));
      assert.equal(Item.by.S, name);
    }
  } finally {
    client.destroy();
  }
}

module.exports = { behavesAsAlone };
