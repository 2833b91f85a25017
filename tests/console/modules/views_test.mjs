// Functions of the views that need no page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { expiriesFirst } from '../../../emulator/console/page/parts/due';
import { lineDiff } from '../../../emulator/console/page/parts/lines';
import { failed, pathsOf, progressOf, secondsOf } from '../../../emulator/console/page/views/moves/move';
import { filtersOf } from '../../../emulator/console/page/views/triggers/mapping';

test('two texts differ by the fewest lines', () => {
  const signs = (before, after) => lineDiff(before, after).map((line) => line.sign + line.text);
  assert.deepEqual(signs('', 'a\nb'), ['+a', '+b']);
  assert.deepEqual(signs('a\nb\nc', 'a\nc'), [' a', '-b', ' c']);
  assert.deepEqual(signs('a\nb', 'b\na'), ['-a', ' b', '+a']);
  assert.deepEqual(signs('x', 'x'), [' x']);
});

test('items that expire come before shards that end, each in its order', () => {
  const due = [{ what: 'transition', atMs: 1 }, { what: 'expiry', atMs: 2 }, { what: 'replication', atMs: 3 }, { what: 'expiry', atMs: 4 }];
  assert.deepEqual(expiriesFirst(due).map((one) => one.atMs), [2, 4, 1, 3]);
});

test('a moment is read as UTC, or with its own zone', () => {
  assert.equal(secondsOf('2026-01-03 09:00:00'), 1767430800);
  assert.equal(secondsOf('2026-01-03T10:00:00+01:00'), 1767430800);
  assert.equal(secondsOf('2026-01-03T09:00:00.000Z'), 1767430800);
  assert.equal(secondsOf('  '), undefined);
  assert.throws(() => secondsOf('yesterday'), /'yesterday' is no moment/);
});

test('a move knows how far it is, what failed and where its files are', () => {
  const bulk = { kind: 'bulk', status: 'IN_PROGRESS', arn: 'a/b/1', bucket: 'in', prefix: 'p/', reportBucket: 'out', reportFolder: 'r/', processedBytes: 25, totalBytes: 100, failedItems: 2, processedItems: 9, putItems: 6 };
  assert.deepEqual([progressOf(bulk), failed(bulk)], [0.25, 2]);
  assert.equal(progressOf({ ...bulk, status: 'CANCELLED' }), undefined);
  assert.deepEqual(pathsOf(bulk), [['files', 'in/p/'], ['report', 'out/r/manifest-summary.json']]);
  const imported = { kind: 'import', status: 'FAILED', arn: 'arn/import/017-ab', bucket: 'in', prefix: '', processedItems: 5, importedItems: 3, errors: 2 };
  assert.equal(failed(imported), 2);
  assert.deepEqual(pathsOf(imported), [['files', 'in/'], ['log of errors', 'aws-dynamodb-imports/017-ab/error.json']]);
});

test('patterns are lines of JSON', () => {
  assert.deepEqual(filtersOf(' {"eventName": ["INSERT"]} \n\n{"a": [1]}'), [{ Pattern: '{"eventName": ["INSERT"]}' }, { Pattern: '{"a": [1]}' }]);
  assert.throws(() => filtersOf('{"a"'), /The pattern \{"a" is not JSON/);
});
