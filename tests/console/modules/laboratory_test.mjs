import assert from 'node:assert/strict';
import test from 'node:test';
import { madeAnew, warningsOf } from '../../../emulator/console/page/views/laboratory/declaration';

test('a file says which universes it makes anew, among those that there are', () => {
  const file = JSON.stringify({ clock: { mode: 'frozen' }, universes: [{ name: 'a', from: 'default' }, { name: 'b', fixtures: [] }, { name: 'c' }, { name: 'new', fixtures: [] }] });
  assert.deepEqual(madeAnew(file, 'default', ['default', 'a', 'b', 'c']), ['a', 'b']);
  assert.deepEqual(madeAnew('{"fixtures": []}', 'test-1', ['default', 'test-1']), ['test-1']);
  assert.throws(() => madeAnew('{\n  "clock": }', 'default', []), /Line 2/);
});

test('warnings are those of the answer', () => {
  assert.deepEqual(warningsOf('{"warnings": ["w"]}'), ['w']);
  assert.deepEqual(warningsOf('{}'), []);
});
