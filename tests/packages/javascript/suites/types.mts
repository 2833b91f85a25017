import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { binaryPath, start, type Server } from 'stator';

const server: Server = await start({ port: 0, hostile: 'rough', tableDelayMs: 5 });
const endpoint: string = server.endpoint;
new DynamoDBClient(server.clientConfig('one'));
console.log(endpoint, server.credentials.accessKeyId, server.env().AWS_REGION, binaryPath());
await server.stop();
// @ts-expect-error: no such level
await start({ hostile: 'cruel' });
