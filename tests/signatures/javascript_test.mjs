// Correct signatures of the AWS SDK for JavaScript are accepted, and wrong ones are rejected.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import test from 'node:test'

const require = createRequire(new URL('../scenarios/javascript/', import.meta.url))
const { DynamoDBClient, ListTablesCommand, PutItemCommand, CreateTableCommand } = require('@aws-sdk/client-dynamodb')

function client (accessKeyId, secretAccessKey, sessionToken) {
  return new DynamoDBClient({
    endpoint: process.env.STATOR,
    region: 'us-west-2',
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey, sessionToken }
  })
}

test('a long-term key signs every size of body', async () => {
  const dynamodb = client('AKIAALICE00000000001', 'alice/secret+1')
  await dynamodb.send(new CreateTableCommand({
    TableName: 'SignedByJavaScript',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }]
  }))
  for (const size of [0, 1, 64, 300000]) {
    const Item = { id: { S: `größe ${size}` }, value: { S: 'x'.repeat(size) } }
    await dynamodb.send(new PutItemCommand({ TableName: 'SignedByJavaScript', Item }))
  }
})

test('a session signs with its token', async () => {
  await client('ASIACI00000000000001', 'ci/secret', 'ci/token+/==').send(new ListTablesCommand({}))
})

test('what is wrong is refused', async () => {
  const name = async (...key) => {
    try {
      await client(...key).send(new ListTablesCommand({}))
    } catch (error) {
      return error.name
    }
  }
  assert.equal(await name('AKIAALICE00000000001', 'wrong'), 'InvalidSignatureException')
  assert.equal(await name('AKIANOBODY', 'wrong'), 'UnrecognizedClientException')
  assert.equal(await name('ASIACI00000000000001', 'ci/secret'), 'UnrecognizedClientException')
  assert.equal(await name('ASIAGONE000000000001', 'gone/secret', 'gone/token'), 'ExpiredTokenException')
})
