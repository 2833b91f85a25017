import assert from 'node:assert/strict';
import test from 'node:test';
import { anchorOf, blocksOf, piecesOf, targetOf } from '../../../emulator/console/page/api/markdown';
import { PAGES } from '../../../emulator/console/page/api/pages';
import { RULES_PAGE, allRules, ruleOf } from '../../../emulator/console/page/api/rules';
import '../../../emulator/console/page/pages';

const pages = globalThis.statorPages;
const anchors = (name) => blocksOf(pages[name]).filter((one) => one.kind === 'heading').map((one) => one.id);

test('every page that is offered is there, in that order', () => {
  assert.deepEqual(PAGES.map(([name]) => name), Object.keys(pages));
});

test('every rule has its section, and every section its rule', () => {
  const sections = allRules().map((one) => one.section);
  assert.deepEqual([...sections].sort(), anchors(RULES_PAGE).slice(1).sort());
});

test('an error leads to the rule for it', () => {
  const section = (type, message) => ruleOf(type, message)?.section;
  assert.equal(section('ValidationException', 'Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: name'), 'reserved-word');
  assert.equal(section('ValidationException', 'The provided key element does not match the schema'), 'key-that-does-not-fit');
  assert.equal(section('ProvisionedThroughputExceededException', ''), 'no-throughput-left');
  assert.equal(section('ValidationException', 'something else'), 'other-validation');
});

// The links of a page, in all of its texts.
function links(name) {
  const texts = blocksOf(pages[name]).flatMap((one) => (one.kind === 'table' ? [one.head, ...one.rows].flat() : one.kind === 'list' ? one.items : one.kind === 'code' ? [] : [one.text]));
  return texts.flatMap(piecesOf).filter((one) => one.kind === 'link').map((one) => targetOf(one.to, name)).filter(Boolean);
}

test('a link from page to page leads to a section that exists', () => {
  for (const name of Object.keys(pages)) {
    for (const { page, at } of links(name)) {
      if (pages[page] && at) assert.ok(anchors(page).includes(at), `${name}: ${page}#${at}`);
    }
  }
});

test('Markdown is taken apart: headings, text over lines, code, lists with longer items, tables', () => {
  const text = '# What `x` is\n<!-- runnable -->\n\nTwo\nlines.\n\n```sh\na | b\n```\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| `x\\|y` | z |\n![picture](p.webp)\n';
  assert.deepEqual(blocksOf(text), [
    { kind: 'heading', level: 1, text: 'What `x` is', id: 'what-x-is' },
    { kind: 'text', text: 'Two lines.' },
    { kind: 'code', text: 'a | b' },
    { kind: 'list', ordered: false, items: ['one more', 'two'] },
    { kind: 'table', head: ['a', 'b'], rows: [['`x|y`', 'z']] },
  ]);
  assert.deepEqual(piecesOf('Say **so** in `x[1]`, see [`PUT …`](CLOCK.md#steps).'), [
    { kind: 'text', text: 'Say ' }, { kind: 'bold', text: 'so' }, { kind: 'text', text: ' in ' }, { kind: 'code', text: 'x[1]' }, { kind: 'text', text: ', see ' },
    { kind: 'link', text: '`PUT …`', to: 'CLOCK.md#steps' }, { kind: 'text', text: '.' },
  ]);
  assert.equal(anchorOf('A table that is not found'), 'a-table-that-is-not-found');
  assert.deepEqual(targetOf('../CLOCK.md#steps', 'recipes/time.md'), { page: 'CLOCK.md', at: 'steps' });
  assert.equal(targetOf('https://docs.aws.amazon.com/', 'CLOCK.md'), undefined);
});
