// The AWS SDK without a socket. LIBSTATOR is the path of the library, if the loader does not find
// it.
import {
  CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand,
} from "@aws-sdk/client-dynamodb";

import { Stator } from "./stator.mjs";

const stator = new Stator({ freeze: "2026-01-01T00:00:00Z" });
const dynamodb = new DynamoDBClient({
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
  requestHandler: stator.requestHandler(),
});

await dynamodb.send(new CreateTableCommand({
  TableName: "Music",
  AttributeDefinitions: [{ AttributeName: "Artist", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "Artist", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
}));
const Item = { Artist: { S: "Arooj Aftab" }, Year: { N: "2021" } };
await dynamodb.send(new PutItemCommand({ TableName: "Music", Item }));
const { Item: found } = await dynamodb.send(
  new GetItemCommand({ TableName: "Music", Key: { Artist: Item.Artist } }),
);
console.log(found.Year.N);
console.log(JSON.parse((await stator.admin("GET", "/_stator/v1/clock")).body).now);
await stator.close();
