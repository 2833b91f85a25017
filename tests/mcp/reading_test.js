// Which tools there are, and each that reads, called against a server with data.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Ajv } from 'ajv';

import { ALBUMS, ARTIST, MUSIC, Server, albumKey, connect, jsonOf, textOf } from './support.js';

const UNIVERSE = 'test-17';
const SNAPSHOT = 'yesterday';
const TRIGGER = 'counted';
const VECTORS = 'Vectors';
const POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { AWS: '111122223333' }, Action: 'dynamodb:GetItem', Resource: '*' }],
};

let server;
let assistant;
let stream;
let shard;
let backup;
let exported;
let imported;
let bulk;

before(async () => {
  server = await Server.start('--journal', '--heat');
  await server.fill();
  await server.admin('POST', '/_stator/v1/universes', { name: UNIVERSE, from: 'default' });
  await server.ask('DeleteItem', { TableName: MUSIC, Key: albumKey(7) }, { universe: UNIVERSE });
  await server.admin('POST', '/_stator/v1/snapshots', { name: SNAPSHOT });
  const trigger = { Name: TRIGGER, Table: MUSIC, Url: 'http://127.0.0.1:9/', StartingPosition: 'LATEST' };
  await server.admin('PUT', '/_stator/v1/triggers', { mappings: [trigger] });
  stream = (await server.ask('DescribeTable', { TableName: MUSIC })).Table.LatestStreamArn;
  shard = await shardWithRecords();
  const created = await server.ask('CreateBackup', { TableName: MUSIC, BackupName: 'before' });
  backup = created.BackupDetails.BackupArn;
  await transfer();
  await server.ask('PutResourcePolicy', { ResourceArn: tableArn(), Policy: JSON.stringify(POLICY) });
  const replica = { Create: { RegionName: 'us-west-2' } };
  await server.ask('UpdateTable', { TableName: MUSIC, ReplicaUpdates: [replica] });
  await server.ask('CreateTable', {
    TableName: VECTORS,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    VectorIndexes: [
      {
        IndexName: 'near',
        VectorAttribute: { AttributeName: 'v' },
        Projection: { ProjectionType: 'ALL' },
        Dimensions: 1,
        DistanceFunction: 'COSINE',
      },
    ],
  });
  const started = await server.ask('StartBulkPutItems', {
    TableName: VECTORS,
    InputS3Configuration: { S3Bucket: 'nowhere', InputFormat: 'DYNAMODB_JSON' },
    OutputS3Configuration: { S3Bucket: 'nowhere', OutputType: ['ERROR'] },
  });
  bulk = started.BulkOperationDescription.BulkOperationArn;
  assistant = await connect(['--endpoint', server.url]);
});

after(async () => {
  await assistant?.close();
  await server?.stop();
});

const tableArn = () => stream.replace(/\/stream\/.*/, '');

// There is no bucket, so both have failed.
async function transfer() {
  const recovery = { PointInTimeRecoveryEnabled: true };
  await server.ask('UpdateContinuousBackups', { TableName: MUSIC, PointInTimeRecoverySpecification: recovery });
  const begun = await server.ask('ExportTableToPointInTime', { TableArn: tableArn(), S3Bucket: 'nowhere' });
  exported = begun.ExportDescription.ExportArn;
  const filled = await server.ask('ImportTable', {
    S3BucketSource: { S3Bucket: 'nowhere' },
    InputFormat: 'DYNAMODB_JSON',
    TableCreationParameters: {
      TableName: 'imported',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    },
  });
  imported = filled.ImportTableDescription.ImportArn;
}

// All albums are one artist's, so they are in one of the shards.
async function shardWithRecords() {
  const described = await server.ask('DescribeStream', { StreamArn: stream }, { streams: true });
  for (const { ShardId } of described.StreamDescription.Shards) {
    const position = { StreamArn: stream, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    const { ShardIterator } = await server.ask('GetShardIterator', position, { streams: true });
    const { Records } = await server.ask('GetRecords', { ShardIterator }, { streams: true });
    if (Records.length > 0) return ShardId;
  }
  throw new Error('the stream has no records');
}

const call = (name, args = {}) => assistant.callTool({ name, arguments: args });

// There are no global tables of the older version.
const REFUSED = ['DescribeGlobalTable', 'DescribeGlobalTableSettings'];

// This server was not told to check signatures, or what policies allow.
const UNASKED = {
  getCredentials: /nobody checks signatures here/,
  getDecisions: /nobody judges here/,
  getDecision: /nobody judges here/,
};

// Arguments for the tools that need some.
async function argumentsOf(name) {
  const table = { TableName: MUSIC };
  const position = { StreamArn: stream, ShardId: shard, ShardIteratorType: 'TRIM_HORIZON' };
  const statement = { Statement: `SELECT * FROM "${MUSIC}" WHERE artist = '${ARTIST}' AND album = 7` };
  const all = {
    GetItem: { ...table, Key: albumKey(7) },
    BatchGetItem: { RequestItems: { [MUSIC]: { Keys: [albumKey(7)] } } },
    TransactGetItems: { TransactItems: [{ Get: { ...table, Key: albumKey(7) } }] },
    Query: {
      ...table,
      KeyConditionExpression: 'artist = :a',
      ExpressionAttributeValues: { ':a': { S: ARTIST } },
      Limit: 3,
    },
    Scan: { ...table, Limit: 3 },
    SearchVectors: { TableName: VECTORS, IndexName: 'near', SearchVector: [{ N: '1' }], TopK: 3 },
    ExecuteStatement: statement,
    BatchExecuteStatement: { Statements: [statement] },
    ExecuteTransaction: { TransactStatements: [statement] },
    DescribeTable: table,
    DescribeBackup: { BackupArn: backup },
    DescribeExport: { ExportArn: exported },
    DescribeImport: { ImportArn: imported },
    DescribeBulkOperation: { BulkOperationArn: bulk },
    DescribeContinuousBackups: table,
    DescribeContributorInsights: table,
    DescribeKinesisStreamingDestination: table,
    DescribeGlobalTable: { GlobalTableName: MUSIC },
    DescribeGlobalTableSettings: { GlobalTableName: MUSIC },
    DescribeTableReplicaAutoScaling: table,
    GetResourcePolicy: { ResourceArn: tableArn() },
    getDiff: { a: 'universe:default', b: `universe:${UNIVERSE}` },
    DescribeTimeToLive: table,
    ListTagsOfResource: { ResourceArn: tableArn() },
    DescribeStream: { StreamArn: stream },
    GetShardIterator: position,
    getUniverse: { universe: UNIVERSE },
    getSnapshot: { snapshot: SNAPSHOT },
    getDecision: { number: '1' },
    getTriggerDeliveries: { name: TRIGGER },
    checkAssertions: { assertions: [{ operation: 'Scan', most: 0 }] },
  };
  if (name === 'GetRecords') {
    const { ShardIterator } = jsonOf(await call('GetShardIterator', position));
    return { ShardIterator, Limit: 3 };
  }
  return all[name] ?? {};
}

test('the tools are those that read, described for an assistant', async () => {
  const { tools } = await assistant.listTools();
  const names = tools.map((tool) => tool.name);
  for (const name of ['ListTables', 'Query', 'GetRecords', 'ExecuteStatement', 'getClock', 'listRequests', 'getReport'])
    assert.ok(names.includes(name), name);
  for (const name of ['PutItem', 'DeleteTable', 'BatchWriteItem', 'putClock', 'resetUniverse', 'clearRequests'])
    assert.ok(!names.includes(name), name);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
  for (const tool of tools) {
    assert.match(tool.name, /^[a-zA-Z0-9_-]{1,64}$/);
    assert.equal(tool.annotations.readOnlyHint, true, tool.name);
    assert.ok(tool.description.length > 10, tool.name);
    new Ajv({ strict: true, allowUnionTypes: true }).compile(tool.inputSchema);
  }
});

test('every tool answers', async (t) => {
  const { tools } = await assistant.listTools();
  for (const { name, inputSchema } of tools) {
    await t.test(name, async () => {
      const args = await argumentsOf(name);
      const validate = new Ajv().compile(inputSchema);
      assert.ok(validate(args), JSON.stringify(validate.errors));
      const result = await call(name, args);
      if (UNASKED[name]) {
        assert.match(result.content[0].text, UNASKED[name]);
        return;
      }
      if (REFUSED.includes(name)) {
        assert.match(result.structuredContent.__type, /#GlobalTableNotFoundException$/);
        return;
      }
      const text = textOf(result);
      if (result.structuredContent) assert.deepEqual(JSON.parse(text), result.structuredContent);
      else assert.equal(name, 'getMetrics');
    });
  }
});

test('what is read is what is there', async () => {
  assert.deepEqual(jsonOf(await call('ListTables')).TableNames, [MUSIC, VECTORS].sort());
  assert.equal(jsonOf(await call('GetItem', await argumentsOf('GetItem'))).Item.album.N, '7');
  assert.equal(jsonOf(await call('ExecuteStatement', await argumentsOf('ExecuteStatement'))).Items.length, 1);
  assert.equal(jsonOf(await call('GetRecords', await argumentsOf('GetRecords'))).Records.length, 3);
  assert.deepEqual(jsonOf(await call('ListTables', { region: 'eu-west-1' })).TableNames, []);
});

test('a universe can be looked into', async () => {
  const args = await argumentsOf('GetItem');
  assert.equal(jsonOf(await call('GetItem', { ...args, universe: UNIVERSE })).Item, undefined);
  const requests = jsonOf(await call('listRequests', { universe: UNIVERSE, operation: 'DeleteItem' }));
  assert.equal(requests.requests.length, 1);
  const other = await connect(['--endpoint', server.url, '--universe', UNIVERSE]);
  assert.equal(jsonOf(await other.callTool({ name: 'GetItem', arguments: args })).Item, undefined);
  const back = { ...args, universe: 'default' };
  assert.equal(jsonOf(await other.callTool({ name: 'GetItem', arguments: back })).Item.album.N, '7');
  await other.close();
});

test('looking leaves no trace in the journal', async () => {
  const recorded = async () => jsonOf(await call('listRequests')).recorded;
  const earlier = await recorded();
  await call('Scan', { TableName: MUSIC, Limit: 1 });
  assert.equal(await recorded(), earlier);
});

test("DynamoDB's errors come as its own JSON", async () => {
  const missing = await call('GetItem', { TableName: 'Musik', Key: albumKey(7) });
  assert.equal(missing.isError, true);
  assert.match(missing.structuredContent.__type, /#ResourceNotFoundException$/);
  const invalid = await call('Query', { TableName: MUSIC, KeyConditionExpression: 'artist = :a' });
  assert.match(JSON.parse(invalid.content[0].text).__type, /#ValidationException$/);
  const elsewhere = await call('DescribeTable', { TableName: MUSIC, region: 'eu-west-1' });
  assert.match(elsewhere.content.at(-1).text, /us-east-1/);
});

test('what the laboratory refuses is a sentence', async () => {
  const unknown = await call('getUniverse', { universe: 'nowhere' });
  assert.equal(unknown.isError, true);
  assert.match(unknown.structuredContent.message, /there is no universe 'nowhere'/);
  const incomplete = await call('getSnapshot');
  assert.match(incomplete.content[0].text, /'snapshot' is needed/);
  const stray = await call('getClock', { at: 'noon' });
  assert.match(stray.content[0].text, /'at' is no argument of this tool/);
});

test('a long answer is cut, and says how to get less', async () => {
  const long = await call('Scan', { TableName: MUSIC });
  assert.equal(long.structuredContent, undefined);
  assert.equal([...long.content[0].text].length, 40_000);
  const fitting = /^This is cut off: 40000 of (\d+) characters\. Of its 200 Items about (\d+) fit\./.exec(
    long.content[1].text,
  );
  assert.ok(fitting, long.content[1].text);
  assert.match(long.content[1].text, /Ask for less with Limit, ExclusiveStartKey or ProjectionExpression\.$/);
  const page = await call('Scan', { TableName: MUSIC, Limit: Number(fitting[2]) });
  assert.equal(page.content.length, 1);
  let items = 0;
  for (let key; items < ALBUMS; ) {
    const next = jsonOf(await call('Scan', { TableName: MUSIC, Limit: 60, ExclusiveStartKey: key }));
    items += next.Count;
    key = next.LastEvaluatedKey;
  }
  assert.equal(items, ALBUMS);
  const wide = await connect(['--endpoint', server.url, '--max-characters', '1000000']);
  assert.equal(jsonOf(await wide.callTool({ name: 'Scan', arguments: { TableName: MUSIC } })).Count, ALBUMS);
  await wide.close();
});

test('resources are the tables, the laboratory and the report', async () => {
  const { resources } = await assistant.listResources();
  const uris = resources.map((resource) => resource.uri);
  assert.deepEqual(uris, ['stator://tables', 'stator://laboratory', 'stator://report', `stator://tables/${MUSIC}`,
    `stator://tables/${VECTORS}`]);
  for (const uri of uris) {
    const { contents } = await assistant.readResource({ uri });
    assert.equal(contents[0].uri, uri);
    assert.ok(contents[0].text.length > 10, uri);
  }
  const { resourceTemplates } = await assistant.listResourceTemplates();
  assert.equal(resourceTemplates[0].uriTemplate, 'stator://tables/{table}');
  await assert.rejects(assistant.readResource({ uri: 'stator://tables/Musik' }), { code: -32002 });
  await assert.rejects(assistant.readResource({ uri: 'file:///etc/passwd' }), { code: -32002 });
});
