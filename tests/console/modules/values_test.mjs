import assert from 'node:assert/strict';
import test from 'node:test';
import { compactJson, parseJson, writeJson } from '../../../emulator/console/page/api/json';
import { exportText, importItems, itemOf } from '../../../emulator/console/page/api/bulk';
import { itemFromPlain, itemToPlain, sameItem } from '../../../emulator/console/page/api/values';

const ITEM = {
  pk: { S: 'a "quoted" key' }, n: { N: '12345678901234567890.123' }, big: { N: '1E+120' }, yes: { BOOL: true }, no: { NULL: true },
  set: { SS: ['x', 'y'] }, numbers: { NS: ['1', '22222222222222222222'] }, bytes: { B: 'AAEC' }, many: { BS: ['AA==', 'AQ=='] },
  list: { L: [{ N: '1' }, { M: { deep: { SS: ['z'] } } }] }, map: { M: { b: { B: 'Zg==' }, s: { S: 'Zg==' } } }, empty: { M: {} },
};

test('an item that is shown as plain JSON and read again keeps its types and digits', () => {
  const text = writeJson(itemToPlain(ITEM));
  assert.deepEqual(itemOf(parseJson(text), ITEM), ITEM);
});

test('an edit keeps the types of what is beside it', () => {
  const text = writeJson(itemToPlain(ITEM)).replace('"x"', '"w"').replace('12345678901234567890.123', '7');
  const edited = itemOf(parseJson(text), ITEM);
  assert.deepEqual(edited.set, { SS: ['w', 'y'] });
  assert.deepEqual(edited.n, { N: '7' });
  assert.deepEqual(edited.bytes, ITEM.bytes);
});

test('DynamoDB JSON is known by its form, also within an export', () => {
  assert.deepEqual(itemOf(parseJson(JSON.stringify(ITEM))), ITEM);
  assert.deepEqual(itemOf(parseJson(JSON.stringify({ Item: ITEM }))), ITEM);
  assert.deepEqual(itemFromPlain({ S: 'text' }), { S: { S: 'text' } });
});

test('items are the same whatever the order of sets and attributes', () => {
  assert.ok(sameItem({ a: { SS: ['x', 'y'] }, b: { N: '1' } }, { b: { N: '1' }, a: { SS: ['y', 'x'] } }));
  assert.ok(!sameItem({ a: { L: [{ N: '1' }, { N: '2' }] } }, { a: { L: [{ N: '2' }, { N: '1' }] } }));
  assert.ok(!sameItem({ a: { S: '1' } }, { a: { N: '1' } }));
});

test('broken JSON is told by its line', () => {
  for (const [text, sentence] of [
    ['{\n  "a": 1,\n  b: 2\n}', /Line 3: a name must be in double quotes/], ['{"a": 1', /Line 1: a \} is missing/], ['{"a": 1, "a": 2}', /"a" is there twice/],
    ['{"a": 01}', /missing at the end of a map/], ['{"a": "x}', /a string does not end/], ['{} {}', /something follows/],
  ]) {
    assert.throws(() => parseJson(text), sentence, text);
  }
});

test('every format that is exported is imported as the same items', () => {
  const items = [{ pk: { S: 'a' }, n: { N: '1.50' } }, { pk: { S: 'b, "c"\nd' }, map: { M: { x: { L: [{ BOOL: false }] } } } }];
  for (const format of ['json', 'jsonl', 'dynamodb']) {
    assert.deepEqual(importItems(`items.${format}`, exportText(items, format), () => false), items, format);
  }
  assert.deepEqual(importItems('items.csv', exportText(items, 'csv'), (name) => name === 'pk'), items);
  assert.deepEqual(importItems('digits.csv', 'pk,n\n007,7\n', (name) => name === 'pk'), [{ pk: { S: '007' }, n: { N: '7' } }]);
  assert.throws(() => importItems('broken.jsonl', '{"a":1}\n{"a":}\n', () => false), /Line 2/);
});

test('one line has no blanks', () => {
  assert.equal(compactJson(itemToPlain({ a: { L: [{ N: '1' }] }, b: { S: 'x' } })), '{"a":[1],"b":"x"}');
});
