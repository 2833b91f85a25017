import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startStator } from '../support/server.mjs';
import { callAs } from '../support/signing.mjs';
import { checkAccess } from '../support/world.mjs';
import { world } from '../support/shared.mjs';

const TABLE = { TableName: 'Music', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }], AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }] };
const CREDENTIALS = {
  account: '123456789012',
  policies: { ReadMusic: { Version: '2012-10-17', Statement: [{
    Sid: 'OwnItems', Effect: 'Allow', Action: ['dynamodb:GetItem'], Resource: 'arn:aws:dynamodb:*:*:table/Music',
    Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': '${aws:username}' } },
  }] } },
  users: { alice: { attach: ['ReadMusic'], keys: [{ id: 'AKIAALICE', secret: 'a' }] }, setup: { keys: [{ id: 'AKIASETUP', secret: 's' }] } },
  admin: ['AKIASETUP'],
};

async function withJudge(flag, work) {
  const file = join(world().files, 'credentials.json');
  writeFileSync(file, JSON.stringify(CREDENTIALS));
  const stator = await startStator('--auth', flag, '--credentials', file, '--journal-bodies', 'full');
  try {
    const asked = (user, operation, input) => callAs({ id: `AKIA${user.toUpperCase()}`, secret: user[0] }, stator.url, operation, input);
    assert.equal((await asked('setup', 'CreateTable', TABLE)).status, 200);
    const get = (pk) => asked('alice', 'GetItem', { TableName: 'Music', Key: { pk: { S: pk } } });
    await work({ stator, get, page: (path, looks) => world().page(path, { ...looks, stator }) });
  } finally {
    await world().close();
    await stator.stop();
  }
}

test('where nobody judges, that is said, with how somebody would', async () => {
  const page = await world().page('/permissions');
  await page.sees('Nobody judges here what requests may do');
  await page.sees('stator --auth iam-audit --credentials credentials.json');
  await checkAccess(page);
});

test('where nobody judges, the journal tells what requests needed, and of which it cannot', async () => {
  const stator = await startStator('--journal');
  try {
    for (const TableName of ['app-users', 'app-orders']) {
      await stator.call('CreateTable', { ...TABLE, TableName });
      await stator.call('GetItem', { TableName, Key: { pk: { S: 'a' } } });
    }
    const page = await world().page('/permissions', { stator });
    await page.click('summary', 'The least policy');
    await page.sees('so nobody knows what they needed');
    await stator.admin('PUT', 'requests/settings', { bodies: 'full' });
    for (const TableName of ['app-users', 'app-orders']) await stator.call('Scan', { TableName });
    await page.click('checkbox', 'names that begin alike as one');
    await page.sees(':table/app-*"');
    await checkAccess(page);
  } finally {
    await world().close();
    await stator.stop();
  }
});

test('a refused request is explained: the statement, the condition, what it had and wanted', () => withJudge('iam', async ({ get, page: open }) => {
  assert.equal((await get('alice')).status, 200);
  const refused = await get('bob');
  assert.equal(refused.status, 400);
  const page = await open('/permissions');
  await page.sees('Requests are judged.');
  await page.sees('1 refused');
  await page.click('checkbox', 'refused only');
  await page.becomes("document.querySelectorAll('tr[aria-rowindex]').length", 1);
  await page.click('row', 'GetItem');
  await page.leadsTo(/^\/permissions\?refused=on&decision=\d+$/);
  await page.sees(refused.body.message ?? refused.body.Message);
  await page.sees('Statement OwnItems of identity policy');
  await page.sees('ForAllValues:StringEquals on dynamodb:LeadingKeys fails: it has bob, and wants alice');
  await page.key('Escape');
  await page.click('checkbox', 'refused only');
  await page.evaluate("document.querySelector('table[role=grid]').focus()");
  for (const key of ['ArrowDown', 'ArrowDown']) await page.key(key);
  await page.sees('Allowed by statement OwnItems');
  for (const [dark, width] of [[false, 1280], [true, 400]]) {
    await page.show({ dark, width });
    await page.becomes('[innerWidth, document.documentElement.scrollWidth]', [width, width]);
    await checkAccess(page);
  }
  // The journal has the same explanation.
  await page.show();
  await page.click('link', 'Requests');
  await page.click('row', 'AccessDeniedException');
  await page.sees('it has bob, and wants alice');
}));

test('the least policy is written; an audit refuses nothing, and says what it would', () => withJudge('iam-audit', async ({ get, page: open }) => {
  await get('alice');
  assert.equal((await get('bob')).status, 200);
  const page = await open('/permissions');
  await page.sees('Requests are audited');
  await page.sees('1 refused');
  await page.click('summary', 'The least policy');
  await page.choose('Of whom', 'arn:aws:iam::123456789012:user/alice');
  await page.sees('"Sid": "ReadMusic"');
  const policy = () => page.evaluate("document.querySelector('.runs pre')?.innerText ?? '{}'").then(JSON.parse);
  assert.deepEqual((await policy()).Statement[0].Resource, ['arn:aws:dynamodb:us-east-1:123456789012:table/Music']);
  await page.click('checkbox', 'any account');
  await page.until(async () => (await policy()).Statement?.[0].Resource[0] === 'arn:aws:dynamodb:us-east-1:*:table/Music', 'any account');
  await page.click('checkbox', 'held to items and attributes');
  await page.until(async () => (await policy()).Statement?.[0].Condition?.['ForAllValues:StringEquals']?.['dynamodb:LeadingKeys'] !== undefined, 'a condition');
  await checkAccess(page);
  await page.click('button', 'Forget all');
  await page.sees('Nothing was asked yet.');
}));

test('the policy of a table is written, compared, saved if unchanged, and deleted', async () => {
  const { stator } = world();
  await stator.call('CreateTable', { ...TABLE, TableName: 'Vault', StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } });
  const { TableArn: ResourceArn } = (await stator.call('DescribeTable', { TableName: 'Vault' })).Table;
  const kept = async () => JSON.parse((await stator.call('GetResourcePolicy', { ResourceArn })).Policy);
  const page = await world().page('/tables/Vault');
  await page.click('.tabs a', 'Policy');
  await page.sees('refuse nothing: Stator runs without --auth iam');
  await page.sees('another account reads it');
  await page.click('button', 'nobody deletes items');
  await page.sees('+      "Effect": "Deny",');
  await page.click('button', 'Save if unchanged');
  await page.sees('revision');
  assert.equal((await kept()).Statement[0].Effect, 'Deny');
  await page.fill('Policy of the table', JSON.stringify({ ...(await kept()), Statement: [{ Effect: 'Allow', Principal: '*', Action: 'dynamodb:GetItem', Resource: ResourceArn }] }));
  await page.control('Enter');
  await page.sees('grants unbounded access');
  // Another client changes it while it is edited here.
  const other = { Version: '2012-10-17', Statement: [{ Sid: 'Other', Effect: 'Deny', Principal: '*', Action: ['dynamodb:Scan'], Resource: ResourceArn }] };
  const mine = JSON.stringify({ ...other, Statement: [{ ...other.Statement[0], Sid: 'Mine' }] }, null, 2);
  await page.fill('Policy of the table', mine);
  await stator.call('PutResourcePolicy', { ResourceArn, Policy: JSON.stringify(other) });
  await page.sees('Somebody else has changed it meanwhile.');
  await page.click('button', 'Save if unchanged');
  await page.sees('PolicyNotFoundException');
  assert.equal((await kept()).Statement[0].Sid, 'Other');
  await page.becomes("[...document.querySelectorAll('.diff .del')].some((one) => one.innerText.includes('Other'))", true);
  for (const [dark, width] of [[false, 1280], [true, 400]]) {
    await page.show({ dark, width });
    await page.becomes('[innerWidth, document.documentElement.scrollWidth]', [width, width]);
    await checkAccess(page);
  }
  await page.show();
  await page.click('button', 'Save if unchanged');
  await page.until(async () => (await kept()).Statement[0].Sid === 'Mine', 'the policy that was written here');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('Delete the policy?');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('nobody deletes items');
  assert.deepEqual((await stator.admin('GET', 'policies')).policies, []);
  await stator.call('DeleteTable', { TableName: 'Vault' });
});
