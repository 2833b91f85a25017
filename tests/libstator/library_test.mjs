// The AWS SDK on libstator through koffi, as examples/libstator/node has it.
import assert from "node:assert/strict";
import net from "node:net";
import { createRequire } from "node:module";
import { test } from "node:test";

import { Stator } from "../../examples/libstator/node/stator.mjs";

const require = createRequire(new URL("../../examples/libstator/node/", import.meta.url));
const {
  CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand, ResourceNotFoundException,
  ScanCommand,
} = require("@aws-sdk/client-dynamodb");

const TABLE = {
  TableName: "Music",
  AttributeDefinitions: [{ AttributeName: "Artist", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "Artist", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
};

// A client of a library of its own, for as long as the test takes.
async function withClient(run, options = {}) {
  const stator = new Stator();
  const client = new DynamoDBClient({
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    requestHandler: stator.requestHandler(),
    ...options,
  });
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = () => assert.fail("the SDK opened a socket");
  try {
    await run(client, stator);
  } finally {
    net.Socket.prototype.connect = connect;
    await stator.close();
  }
}

test("a client works as ever", () =>
  withClient(async (client) => {
    await client.send(new CreateTableCommand(TABLE));
    const Item = { Artist: { S: "Arooj Aftab" }, Text: { S: "ü".repeat(2000) }, Data: { B: new Uint8Array([0, 255]) } };
    await client.send(new PutItemCommand({ TableName: "Music", Item }));
    const reply = await client.send(new GetItemCommand({ TableName: "Music", Key: { Artist: Item.Artist } }));
    assert.deepEqual(reply.Item, Item);
    assert.equal(reply.$metadata.requestId.length, 52);
  }));

test("an error is an exception", () =>
  withClient(async (client) => {
    const missing = client.send(new GetItemCommand({ TableName: "None", Key: { Artist: { S: "a" } } }));
    await assert.rejects(missing, ResourceNotFoundException);
  }));

test("many requests at once", () =>
  withClient(async (client) => {
    await client.send(new CreateTableCommand(TABLE));
    const writes = Array.from({ length: 300 }, (_, number) =>
      client.send(new PutItemCommand({ TableName: "Music", Item: { Artist: { S: `${number}` } } })),
    );
    await Promise.all(writes);
    assert.equal((await client.send(new ScanCommand({ TableName: "Music" }))).Count, 300);
  }));

test("a lost reply is retried", () =>
  withClient(async (client, stator) => {
    await client.send(new CreateTableCommand(TABLE));
    const rules = [{ match: { operation: "PutItem" }, fault: { drop: "after" }, times: 1 }];
    assert.equal((await stator.admin("PUT", "/_stator/v1/faults", { rules })).status, 200);
    const reply = await client.send(new PutItemCommand({ TableName: "Music", Item: { Artist: { S: "a" } } }));
    assert.equal(reply.$metadata.attempts, 2);
  }));

test("close waits for what is under way", async () => {
  const stator = new Stator();
  const replies = [stator.execute("CreateTable", TABLE), stator.execute("ListTables", {})];
  await stator.close();
  for (const reply of await Promise.all(replies)) assert.equal(reply.status, 200);
});

test("bad options are a sentence", () => {
  assert.throws(() => new Stator({ port: 8000 }), /'port' is an option of the server/);
});
