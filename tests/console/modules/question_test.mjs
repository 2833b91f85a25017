import assert from 'node:assert/strict';
import test from 'node:test';
import { fromStatement, toStatement } from '../../../emulator/console/page/api/partiql';
import { fromParams, toParams, toRequest } from '../../../emulator/console/page/api/question';
import { snippet } from '../../../emulator/console/page/api/snippets';
import { cdkText, createRequest, terraformText } from '../../../emulator/console/page/api/definition';
import { ruleOf, suspects } from '../../../emulator/console/page/api/rules';
import { saving } from '../../../emulator/console/page/api/save';

globalThis.location = { origin: 'http://localhost:8000' };
const WHERE = { universe: 'test-1', region: 'eu-west-1' };

const TABLE = {
  TableName: 'Orders', TableArn: 'arn', TableStatus: 'ACTIVE', CreationDateTime: 0, BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
  KeySchema: [{ AttributeName: 'customer', KeyType: 'HASH' }, { AttributeName: 'placed', KeyType: 'RANGE' }],
  AttributeDefinitions: [{ AttributeName: 'customer', AttributeType: 'S' }, { AttributeName: 'placed', AttributeType: 'N' }, { AttributeName: 'state', AttributeType: 'S' }],
  GlobalSecondaryIndexes: [{ IndexName: 'by_state', KeySchema: [{ AttributeName: 'state', KeyType: 'HASH' }, { AttributeName: 'placed', KeyType: 'RANGE' }], Projection: { ProjectionType: 'ALL' } }],
};

const QUESTION = {
  index: 'by_state', partition: 'it\'s "open"', sort: { name: 'placed', operator: 'between', type: 'N', values: ['1', '2'] },
  filters: [
    { name: 'total', operator: '>', type: 'N', values: ['9.99'] }, { name: 'address.city', operator: 'begins_with', type: 'S', values: ['Ber'] },
    { name: 'gone', operator: 'not_exists', type: 'S', values: [] }, { name: 'kind', operator: 'in', type: 'S', values: ['a', 'b'] }, { name: 'ok', operator: '=', type: 'BOOL', values: ['true'] },
  ],
  descending: true, consistent: false,
};

test('a question becomes a Query with placeholders for every name and value', () => {
  const request = toRequest(TABLE, QUESTION);
  assert.equal(request.KeyConditionExpression, '#state = :state AND #placed BETWEEN :placed AND :placed2');
  assert.equal(
    request.FilterExpression,
    '#total > :total AND begins_with(#address.#city, :address_city) AND attribute_not_exists(#gone) AND #kind IN (:kind, :kind2) AND #ok = :ok',
  );
  assert.deepEqual(request.ExpressionAttributeValues[':placed2'], { N: '2' });
  assert.equal(request.ScanIndexForward, false);
});

test('without a partition key it is a Scan; what is not complete is left out', () => {
  const request = toRequest(TABLE, { index: '', filters: [{ name: 'x', operator: '=', type: 'S', values: [''] }], descending: true, consistent: true });
  assert.deepEqual(request, { TableName: 'Orders', ConsistentRead: true });
});

test('the address holds the whole question', () => {
  const params = new URLSearchParams(Object.entries(toParams(QUESTION)).filter(([, value]) => value !== null));
  assert.deepEqual(fromParams(TABLE, params), { ...QUESTION, limit: undefined });
});

test('PartiQL and the builder stay in step both ways', () => {
  const statement = toStatement(TABLE, QUESTION);
  assert.equal(
    statement,
    'SELECT * FROM "Orders"."by_state" WHERE "state" = \'it\'\'s "open"\' AND "placed" BETWEEN 1 AND 2 AND "total" > 9.99 AND begins_with("address"."city", \'Ber\')' +
      ' AND "gone" IS MISSING AND "kind" IN [\'a\', \'b\'] AND "ok" = true ORDER BY "placed" DESC',
  );
  assert.deepEqual(fromStatement(TABLE, statement), QUESTION);
});

test('a statement that the builder cannot show is told apart', () => {
  for (const statement of [
    'SELECT customer FROM "Orders"', 'SELECT * FROM "Orders" WHERE a = 1 OR b = 2', 'SELECT * FROM "Others"', 'DELETE FROM "Orders"', 'SELECT * FROM "Orders" WHERE size(a) > 1',
  ]) {
    assert.equal(fromStatement(TABLE, statement), undefined, statement);
  }
});

test('requests can be copied as the CLI, JavaScript and Python have them', () => {
  const request = toRequest(TABLE, { ...QUESTION, filters: [] });
  const cli = snippet('cli', 'Query', request, WHERE);
  assert.match(cli, /^aws dynamodb query \\\n {2}--endpoint-url http:\/\/localhost:8000\/u\/test-1 \\\n {2}--region eu-west-1/);
  assert.match(cli, /--key-condition-expression '#state = :state AND #placed BETWEEN :placed AND :placed2'/);
  assert.match(cli, /--no-scan-index-forward/);
  assert.match(cli, /it'\\''s/);
  assert.match(snippet('javascript', 'Query', request, WHERE), /new QueryCommand\(\{[^]*":placed": 1/);
  assert.match(snippet('javascript', 'PutItem', { TableName: 'T', Item: { a: { SS: ['x'] } } }, WHERE), /PutItemCommand/);
  assert.match(snippet('python', 'Query', request, WHERE), /client\.query\(\n {4}TableName="Orders",[^]*ScanIndexForward=False/);
});

test('a definition can be made again from its text', () => {
  assert.deepEqual(createRequest(TABLE).GlobalSecondaryIndexes[0].Projection, { ProjectionType: 'ALL' });
  assert.match(terraformText({ table: TABLE, ttl: 'ttl' }), /resource "aws_dynamodb_table" "orders" \{\n {2}name {9}= "Orders"\n[^]*global_secondary_index[^]*ttl \{/);
  assert.match(cdkText({ table: TABLE }), /partitionKey: \{ name: 'customer', type: dynamodb\.AttributeType\.STRING \}/);
});

test('an item is saved on the condition that all of it is as it was', () => {
  const was = { customer: { S: 'c' }, placed: { N: '1' }, state: { S: 'open' }, old: { N: '1' } };
  const { operation, request } = saving('Orders', ['customer', 'placed'], was, { customer: { S: 'c' }, placed: { N: '1' }, state: { S: 'paid' }, fresh: { N: '2' } });
  assert.equal(operation, 'UpdateItem');
  assert.equal(request.UpdateExpression, 'SET #n0 = :v0, #n1 = :v1 REMOVE #n2');
  assert.equal(request.ConditionExpression, 'attribute_exists(#n3) AND #n0 = :v2 AND #n2 = :v3 AND attribute_not_exists(#n1)');
  assert.equal(saving('Orders', ['customer'], undefined, was).operation, 'PutItem');
  assert.equal(saving('Orders', ['customer'], was, { ...was, customer: { S: 'd' } }).operation, 'TransactWriteItems');
});

test('errors have a rule, and their words are found in the request', () => {
  const message = 'Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: name';
  assert.match(ruleOf('ValidationException', message).fix, /ExpressionAttributeNames/);
  assert.deepEqual(suspects(message), ['name']);
  assert.equal(ruleOf('ResourceNotFoundException').section, 'no-such-table-or-index');
  assert.equal(ruleOf('NoSuchThing', ''), undefined);
});
