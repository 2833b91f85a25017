// Scenario 2, organising data with sort keys: every operator on sort keys, both directions, and key
// order.

import assert from 'node:assert/strict';

import { PutItemCommand, ScanCommand, paginateQuery } from '@aws-sdk/client-dynamodb';

import { cancelled, race, refused, scenario, sequence } from './harness.js';
import { ChatRooms, DeviceLog, Documents, Places } from './sort_keys.js';
import * as tables from './tables.js';

// 2018-09-04T00:00:00Z and six-hour steps around it.
const MIDNIGHT = 1536019200;
const TIMES = sequence(9, (step) => MIDNIGHT + (step - 4) * 21600);

const deviceTest = scenario(
  (deployment) => ({ log: new DeviceLog(deployment.documentClient()) }),
  async (it) => {
    await it.log.create();
    for (const time of [...TIMES].reverse()) {
      await it.log.write('thermometer', time, { celsius: (time - MIDNIGHT) / 3600 });
    }
    await it.log.write('barometer', MIDNIGHT, { pascal: 101325 });
    await it.checkpoint();
  },
);

async function assertTimes(rows, expected) {
  assert.deepEqual(
    (await rows).map((row) => row.timestamp),
    expected,
  );
}

deviceTest('comparisons of numeric sort keys', async ({ log }) => {
  await assertTimes(log.before('thermometer', MIDNIGHT), TIMES.slice(0, 4));
  await assertTimes(log.until('thermometer', MIDNIGHT), TIMES.slice(0, 5));
  await assertTimes(log.after('thermometer', MIDNIGHT), TIMES.slice(5));
  await assertTimes(log.since('thermometer', MIDNIGHT), TIMES.slice(4));
  await assertTimes(log.at('thermometer', MIDNIGHT), [MIDNIGHT]);
  await assertTimes(log.at('thermometer', MIDNIGHT + 1), []);
  await assertTimes(log.since('barometer', 0), [MIDNIGHT]);
  await assertTimes(log.since('hygrometer', 0), []);
});

deviceTest('BETWEEN includes both ends', async ({ log }) => {
  await assertTimes(log.between('thermometer', TIMES[2], TIMES[6]), TIMES.slice(2, 7));
  await assertTimes(log.between('thermometer', TIMES[2] + 1, TIMES[6] - 1), TIMES.slice(3, 6));
  await assertTimes(log.between('thermometer', MIDNIGHT, MIDNIGHT), [MIDNIGHT]);
  await assertTimes(log.between('thermometer', MIDNIGHT + 1, MIDNIGHT + 2), []);
});

deviceTest('newest first', async ({ log }) => {
  const newestFirst = { newestFirst: true };
  const reversed = (first, end) => TIMES.slice(first, end).reverse();
  await assertTimes(log.before('thermometer', MIDNIGHT, newestFirst), reversed(0, 4));
  await assertTimes(log.after('thermometer', MIDNIGHT, newestFirst), reversed(5));
  await assertTimes(log.between('thermometer', TIMES[2], TIMES[6], newestFirst), reversed(2, 7));
  assert.equal((await log.latest('thermometer')).timestamp, TIMES[8]);
  assert.equal(await log.latest('hygrometer'), undefined);
});

deviceTest('pages of any size give the same rows', async ({ log }) => {
  for (const pageSize of [1, 2, 3, 4, 5, 100]) {
    const rows = TIMES.slice(0, 5);
    await assertTimes(log.until('thermometer', MIDNIGHT, { pageSize }), rows);
    const options = { pageSize, newestFirst: true };
    await assertTimes(log.until('thermometer', MIDNIGHT, options), [...rows].reverse());
  }
});

deviceTest('reversed bounds and values of another type are refused', async ({ log }) => {
  await refused(
    'ValidationException',
    'Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or ' +
      'equal to lower bound; lower bound operand: AttributeValue: {N:2}, ' +
      'upper bound operand: AttributeValue: {N:1}',
    log.between('thermometer', 2, 1),
  );
  await refused(
    'ValidationException',
    'One or more parameter values were invalid: Condition parameter type does not match schema type',
    log.before('thermometer', 'noon'),
  );
});

const CITIES = {
  'CAN-ON-Toronto': 2731571,
  'USA-CA-San Francisco': 883305,
  'USA-TX-Austin': 964254,
  'USA-TX-Dallas': 1345047,
  'USA-TX-Houston': 2325502,
  'USA-TX-Houston Heights': 41486,
  'USA-WA-Seattle': 744955,
  USB: 0,
};

const placesTest = scenario(
  (deployment) => ({ places: new Places(deployment.documentClient()) }),
  async (it) => {
    await it.places.create();
    await it.places.addAll('city', CITIES);
    await it.places.addAll('airport', { 'USA-TX-DFW': 1, 'USA-TX-IAH': 2 });
    await it.checkpoint();
  },
);

placesTest('a prefix narrows from country to city', async ({ places }) => {
  const cities = Object.keys(CITIES);
  assert.deepEqual(await places.within('city', 'U'), cities.slice(1));
  assert.deepEqual(await places.within('city', 'USA'), cities.slice(1, 7));
  assert.deepEqual(await places.within('city', 'USA-TX'), cities.slice(2, 6));
  assert.deepEqual(await places.within('city', 'USA-TX-Houston'), cities.slice(4, 6));
  assert.deepEqual(await places.within('city', 'USA-TX-houston'), []);
  assert.deepEqual(await places.within('airport', 'USA'), ['USA-TX-DFW', 'USA-TX-IAH']);
});

placesTest('a prefix backwards and in pages', async ({ places }) => {
  const texan = Object.keys(CITIES).slice(2, 6);
  const backwards = { ScanIndexForward: false };
  assert.deepEqual(await places.within('city', 'USA-TX', { Limit: 1 }), texan);
  texan.reverse();
  assert.deepEqual(await places.within('city', 'USA-TX', backwards), texan);
  assert.deepEqual(await places.within('city', 'USA-TX', { ...backwards, Limit: 3 }), texan);
});

placesTest('filter and count', async ({ places }) => {
  const large = ['USA-TX-Dallas', 'USA-TX-Houston'];
  assert.deepEqual(await places.largerThan('city', 'USA', 1000000), large);
  assert.equal(await places.count('city', 'USA'), 6);
  assert.equal(await places.count('city', 'MEX'), 0);
});

const MESSAGES = [
  ['amsg', '2017-12-31:23:59:59', 'bye 2017'],
  ['amsg', '2018-01-01:00:00:00', 'hello 2018'],
  ['bob', '2018-01-01:00:00:00', 'same second'],
  ['amsg', '2018-08-01:09:00:00', 'august'],
  ['am', '2018-08-02:10:00:00', 'another author'],
  ['amsg', '2018-08-15:12:30:00', 'mid august'],
  ['bob', '2018-09-01:08:00:00', 'september'],
];

const chatTest = scenario(
  (deployment) => ({ chat: new ChatRooms(deployment.documentClient()) }),
  (it) => it.chat.create(),
);

chatTest('messages by author and by time', async (it) => {
  for (const message of [...MESSAGES].reverse()) await it.chat.say('seattle', ...message);
  await it.chat.say('boston', 'amsg', '2018-08-03:00:00:00', 'elsewhere');
  await it.checkpoint();
  const { chat } = it;
  assert.deepEqual(await chat.byAuthor('seattle', 'amsg', '2018'), [
    'hello 2018',
    'august',
    'mid august',
  ]);
  assert.deepEqual(await chat.byAuthor('seattle', 'amsg', '2018-08'), ['august', 'mid august']);
  assert.deepEqual(await chat.byAuthor('seattle', 'am'), ['another author']);
  assert.deepEqual(await chat.byTime('seattle', '2018-08'), [
    ['amsg', 'august'],
    ['am', 'another author'],
    ['amsg', 'mid august'],
  ]);
  assert.deepEqual(await chat.byTime('seattle', '2018-01-01:00:00:00'), [
    ['amsg', 'hello 2018'],
    ['bob', 'same second'],
  ]);
  assert.deepEqual(await chat.byTime('boston', '2018'), [['amsg', 'elsewhere']]);
});

chatTest('the time index holds keys only', async (it) => {
  for (const message of MESSAGES) await it.chat.say('seattle', ...message);
  await it.checkpoint();
  const rows = await it.chat.indexRows('seattle');
  const byTime = MESSAGES.map(([author, time]) => `${time}#${author}`).sort();
  assert.deepEqual(
    rows.map((row) => row[ChatRooms.BY_TIME]),
    byTime,
  );
  const names = ['chatroomID', ChatRooms.BY_AUTHOR, ChatRooms.BY_TIME].sort();
  for (const row of rows) assert.deepEqual(Object.keys(row).sort(), names);
});

chatTest('a busy room is spread over partitions', async (it) => {
  for (const number of sequence(20)) {
    const time = `2018-08-01:00:00:${String(number).padStart(2, '0')}`;
    await it.chat.saySharded('seattle', 2, number, 'amsg', time, `text ${number}`);
  }
  await it.checkpoint();
  for (const shard of [1, 2]) {
    assert.equal((await it.chat.byAuthor(`seattle-${shard}`, 'amsg')).length, 10);
  }
  const texts = sequence(20, (number) => `text ${number}`);
  assert.deepEqual(await it.chat.byAuthorSharded('seattle', 2, 'amsg'), texts);
});

const documentTest = scenario(
  (deployment) => ({ documents: new Documents(deployment.documentClient()) }),
  (it) => it.documents.create(),
);

documentTest('facets of different shapes lie side by side', async (it) => {
  const metadata = { title: 'Plan', tags: new Set(['draft', 'secret']), pages: 3 };
  const permissions = { readers: ['ann', 'bob'], public: false, owner: { name: 'ann' } };
  await it.documents.setFacet('doc-1', 'metadata', metadata);
  await it.documents.setFacet('doc-1', 'permissions', permissions);
  await it.documents.saveVersion('doc-1', 1, { body: new Uint8Array([0, 255]), size: 0.5 });
  await it.documents.setFacet('doc-2', 'metadata', { title: 'Other' });
  await it.checkpoint();
  const key = { document_id: 'doc-1' };
  assert.deepEqual(await it.documents.facet('doc-1', 'metadata'), {
    ...key,
    facet: 'metadata',
    ...metadata,
  });
  assert.deepEqual(await it.documents.facet('doc-1', 'permissions'), {
    ...key,
    facet: 'permissions',
    ...permissions,
  });
  const { body, size } = await it.documents.facet('doc-1', 'v_1');
  assert.deepEqual([[...body], size], [[0, 255], 0.5]);
  assert.equal(await it.documents.facet('doc-1', 'v_2'), undefined);
  const facets = (await it.documents.everything('doc-1')).map((item) => item.facet);
  assert.deepEqual(facets, ['metadata', 'permissions', 'v_0', 'v_1']);
});

documentTest('history keeps a copy of the newest version', async (it) => {
  await it.documents.setFacet('doc-1', 'metadata', { title: 'Plan' });
  await it.documents.saveVersion('doc-1', 1, { body: 'one' });
  await it.checkpoint();
  await it.documents.saveVersion('doc-1', 2, { body: 'two', note: null });
  await it.checkpoint();
  const history = await it.documents.history('doc-1');
  assert.deepEqual(
    history.map((item) => item.facet),
    ['v_0', 'v_1', 'v_2'],
  );
  assert.deepEqual(
    history.map((item) => item.body),
    ['two', 'one', 'two'],
  );
  assert.deepEqual(history[0], { ...history[2], facet: 'v_0' });
});

// Asserts the existing versions, as {body: number}, and that `v_0` is the last of them.
async function assertVersions(it, numbers) {
  const history = await it.documents.history('doc-1');
  const expected = Object.entries(numbers).map(([body, number]) => [`v_${number}`, number, body]);
  expected.unshift(['v_0', ...expected.at(-1).slice(1)]);
  assert.deepEqual(
    history.map(({ facet, number, body }) => [facet, number, body]),
    expected,
  );
}

const FAILED = 'ConditionalCheckFailed';

documentTest('a version is saved only once', async (it) => {
  await it.documents.saveVersion('doc-1', 1, { body: 'one' });
  await it.checkpoint();
  const again = it.documents.saveVersion('doc-1', 1, { body: 'other' });
  await cancelled(['None', FAILED, FAILED], again);
  await assertVersions(it, { one: 1 });
});

documentTest('a version older than the newest is saved nowhere', async (it) => {
  await it.documents.saveVersion('doc-1', 1, { body: 'one' });
  await it.documents.saveVersion('doc-1', 3, { body: 'three' });
  await it.checkpoint();
  const late = it.documents.saveVersion('doc-1', 2, { body: 'two' });
  await cancelled(['None', 'None', FAILED], late);
  await it.checkpoint();
  await assertVersions(it, { one: 1, three: 3 });
});

documentTest('a locked document gets no version', async (it) => {
  await it.documents.saveVersion('doc-1', 1, { body: 'one' });
  await it.documents.setFacet('doc-1', 'metadata', { locked: true });
  await it.checkpoint();
  const next = it.documents.saveVersion('doc-1', 2, { body: 'two' });
  await cancelled([FAILED, 'None', 'None'], next);
  const again = it.documents.saveVersion('doc-1', 1, { body: 'two' });
  await cancelled([FAILED, FAILED, FAILED], again);
  await assertVersions(it, { one: 1 });
  await it.documents.setFacet('doc-1', 'metadata', { title: 'Plan' });
  await it.documents.saveVersion('doc-1', 2, { body: 'two' });
  await assertVersions(it, { one: 1, two: 2 });
});

documentTest('a repeated request saves nothing again', async (it) => {
  await it.documents.saveVersion('doc-1', 1, { body: 'one' }, 'save-1');
  await it.documents.saveVersion('doc-1', 2, { body: 'two' }, 'save-2');
  await it.checkpoint();
  await it.documents.saveVersion('doc-1', 1, { body: 'one' }, 'save-1');
  await assertVersions(it, { one: 1, two: 2 });
  const other = it.documents.saveVersion('doc-1', 3, { body: 'three' }, 'save-2');
  await assert.rejects(other, { name: 'IdempotentParameterMismatchException' });
  await assertVersions(it, { one: 1, two: 2 });
});

// Asserts that a version exists exactly if the newest is that or a later one.
async function assertInStep(it, number) {
  const [newest, version] = await it.documents.atOneMoment('doc-1', 'v_0', `v_${number}`);
  assert.equal(version !== undefined, newest.number >= number);
}

// Saves new versions, or watches them, until version `until` exists; resolves to how many it saved.
async function authorOrReader(it, worker, until) {
  let saved = 0;
  for (;;) {
    const { number } = await it.documents.facet('doc-1', 'v_0');
    if (number >= until) return saved;
    try {
      if (worker % 2 === 1) {
        await assertInStep(it, number + 1);
      } else {
        await it.documents.saveVersion('doc-1', number + 1, { body: `by ${worker}` });
        saved += 1;
      }
    } catch (error) {
      if (error.name !== 'TransactionCanceledException') throw error;
    }
  }
}

documentTest('racing authors keep versions in step', async (it) => {
  await it.documents.saveVersion('doc-1', 1, { body: 'by nobody' });
  const first = await race((worker) => authorOrReader(it, worker, 20));
  await it.checkpoint();
  const second = await race((worker) => authorOrReader(it, worker, 40));
  const versions = (await it.documents.history('doc-1')).slice(1);
  // The sort keys are strings: v_10 sorts before v_2.
  versions.sort((a, b) => a.number - b.number);
  assert.deepEqual(
    versions.map((version) => version.number),
    sequence(40, (number) => number + 1),
  );
  const newest = await it.documents.facet('doc-1', 'v_0');
  assert.deepEqual(newest, { ...versions.at(-1), facet: 'v_0' });
  const saved = [...first, ...second].reduce((sum, count) => sum + count);
  assert.equal(saved, 39);
});

// Sort keys of each type, in ascending order as written here.
const NUMBERS = [
  `-1${'0'.repeat(125)}`,
  ...['-100', '-10', '-9.5', '-1', '-0.5', `-0.${'0'.repeat(129)}1`, '0', `0.${'0'.repeat(129)}1`],
  ...['0.5', '1', '9', '9.99', '10', '100', '100.5', '12345678901234567890123456789012345678'],
  `1${'0'.repeat(38)}`,
  `99${'0'.repeat(124)}`,
];
const STRINGS = [
  ...[' ', '!', '-', '0', '10', '9', 'A', 'AA', 'B', '_', 'a', 'a\u0000', 'aa', 'b', 'z', '~'],
  ...['\u007f', '\u0080', 'é', 'あ', '\uffee', '\u{1f600}'],
];
const BINARIES = [
  ...[[0], [0, 0], [0, 255], [1], [127], [127, 255], [128], [128, 0], [254], [255], [255, 0]],
].map((bytes) => new Uint8Array(bytes));

const orderTest = scenario((deployment) => ({ client: deployment.client() }));

function createOrderTable(it, type) {
  return tables.create(it.client, {
    TableName: 'key_order',
    AttributeDefinitions: tables.definitions({ partition: 'S', position: type }),
    KeySchema: tables.keySchema('partition', 'position'),
    BillingMode: 'PAY_PER_REQUEST',
  });
}

function put(it, position, attributes = {}) {
  const Item = { partition: { S: 'p' }, position, ...attributes };
  return it.client.send(new PutItemCommand({ TableName: 'key_order', Item }));
}

// The positions that satisfy a condition on the sort key.
async function query(it, condition, operands, options = {}) {
  const values = { ':p': { S: 'p' } };
  operands.forEach((operand, index) => (values[`:${'ab'[index]}`] = operand));
  const request = {
    TableName: 'key_order',
    KeyConditionExpression: `#partition = :p${condition && ` AND #position ${condition}`}`,
    ExpressionAttributeNames: {
      '#partition': 'partition',
      ...(condition && { '#position': 'position' }),
    },
    ExpressionAttributeValues: values,
    ...options,
  };
  const rows = await tables.rows(paginateQuery({ client: it.client }, request));
  return rows.map((row) => row.position);
}

async function assertOrder(it, type, values) {
  await createOrderTable(it, type);
  const ascending = values.map((value) => ({ [type]: value }));
  for (const position of ascending.filter((_, index) => index % 2 === 0)) await put(it, position);
  for (const position of ascending.filter((_, index) => index % 2 === 1)) await put(it, position);
  await it.checkpoint();
  assert.deepEqual(await query(it, '', []), ascending);
  const backwards = { ScanIndexForward: false, Limit: 3 };
  assert.deepEqual(await query(it, '', [], backwards), [...ascending].reverse());
  for (const [index, position] of ascending.entries()) {
    assert.deepEqual(await query(it, '= :a', [position]), [position]);
    assert.deepEqual(await query(it, '< :a', [position]), ascending.slice(0, index));
    assert.deepEqual(await query(it, '>= :a', [position]), ascending.slice(index));
    const middle = ascending.slice(index, index + 3);
    const bounds = [middle[0], middle.at(-1)];
    assert.deepEqual(await query(it, 'BETWEEN :a AND :b', bounds), middle);
  }
}

orderTest('numbers are ordered by value', (it) => assertOrder(it, 'N', NUMBERS));
orderTest('strings are ordered by UTF-8 bytes', (it) => assertOrder(it, 'S', STRINGS));
orderTest('binaries are ordered by unsigned bytes', (it) => assertOrder(it, 'B', BINARIES));

orderTest('spellings of one number are one key', async (it) => {
  await createOrderTable(it, 'N');
  for (const spelling of ['1000', '1e3', '1000.00', '+01000', '10E2']) {
    await put(it, { N: spelling }, { written: { S: spelling } });
  }
  await it.checkpoint();
  const { Items } = await it.client.send(new ScanCommand({ TableName: 'key_order' }));
  assert.deepEqual(Items, [
    { partition: { S: 'p' }, position: { N: '1000' }, written: { S: '10E2' } },
  ]);
});
