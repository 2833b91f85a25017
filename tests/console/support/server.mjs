// A Stator of our own on a free port, and what a test puts into it.
import { spawn } from 'node:child_process';

export async function startStator(...flags) {
  const binary = process.env.STATOR_BINARY;
  const child = spawn(binary, ['--port', '0', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      const match = /listening on (http:\/\/\S+)\n/.exec(said);
      if (match) resolve(match[1]);
    });
    child.once('exit', () => reject(new Error(`${binary} has ended: ${said}`)));
  });
  return new Stator(url, child);
}

export class Stator {
  constructor(url, child) {
    this.url = url;
    this.child = child;
  }

  async stop() {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }

  // As an SDK would; the journal sees it.
  async call(operation, input, options = {}) {
    return (await this.exchange('/', operation, input, options)).body;
  }

  // The reply as a whole, of DynamoDB's API or of the console's way to it.
  async exchange(path, operation, input, { universe = 'default', region = 'us-east-1', expectError = false } = {}) {
    const service = /(Streams?|ShardIterator|Records)$/.test(operation) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': `${service}.${operation}`, 'X-Amz-Date': '20260101T000000Z',
        'X-Stator-Universe': universe,
        Authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
      },
      body: JSON.stringify(input),
    });
    const body = await response.json();
    if (response.ok === expectError) throw new Error(`${operation}: ${JSON.stringify(body)}`);
    return { body, id: response.headers.get('x-amzn-requestid') };
  }

  async admin(method, path, body) {
    const response = await fetch(`${this.url}/_stator/v1/${path}`, { method, body: body && JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.message}`);
    return answer;
  }

  async write(table, items) {
    const batches = [];
    for (let i = 0; i < items.length; i += 25) batches.push(items.slice(i, i + 25));
    const worker = async () => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) {
        await this.call('BatchWriteItem', { RequestItems: { [table]: batch.map((Item) => ({ PutRequest: { Item } })) } });
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
  }
}

const STATES = ['open', 'open', 'paid', 'sent', 'paid'];

// A shop: orders with indexes, a stream and a time to live; customers; a queue.
export async function makeShop(stator, orders = 240) {
  await stator.admin('POST', 'clock/freeze', { at: '2026-01-03T09:00:00Z' });
  await stator.call('CreateTable', {
    TableName: 'Orders', BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [['customer', 'S'], ['placed', 'N'], ['state', 'S'], ['total', 'N']].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    KeySchema: [{ AttributeName: 'customer', KeyType: 'HASH' }, { AttributeName: 'placed', KeyType: 'RANGE' }],
    GlobalSecondaryIndexes: [{
      IndexName: 'by_state', Projection: { ProjectionType: 'ALL' },
      KeySchema: [{ AttributeName: 'state', KeyType: 'HASH' }, { AttributeName: 'placed', KeyType: 'RANGE' }],
    }],
    LocalSecondaryIndexes: [{
      IndexName: 'by_total', Projection: { ProjectionType: 'KEYS_ONLY' },
      KeySchema: [{ AttributeName: 'customer', KeyType: 'HASH' }, { AttributeName: 'total', KeyType: 'RANGE' }],
    }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  for (const [TableName, key] of [['Customers', 'customer'], ['Queue', 'id']]) {
    await stator.call('CreateTable', {
      TableName, BillingMode: 'PAY_PER_REQUEST', AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
      KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
    });
  }
  await stator.call('UpdateTimeToLive', { TableName: 'Orders', TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } });
  const start = 1767312000;
  const items = Array.from({ length: orders }, (_, i) => ({
    customer: { S: `c-${1021 + (i % 40)}` }, placed: { N: String(start + i * 437) },
    ...(i % 7 === 6 ? {} : { state: { S: STATES[i % STATES.length] } }), total: { N: ((i * 7919) % 20000 / 100).toFixed(2) },
    lines: { L: Array.from({ length: 1 + (i % 3) }, (_, n) => ({ M: { sku: { S: `A-${7 + n}` }, n: { N: String(1 + n) } } })) },
    ...(i % 3 ? { ttl: { N: String(start + 172800 + i * 600) } } : {}), version: { N: String(1 + (i % 4)) },
    ...(i % 5 === 0 ? { tags: { SS: ['gift', 'express'] } } : {}),
  }));
  await stator.write('Orders', items);
  await stator.write('Customers', Array.from({ length: 40 }, (_, i) => ({ customer: { S: `c-${1021 + i}` }, name: { S: `Customer ${i}` } })));
}
