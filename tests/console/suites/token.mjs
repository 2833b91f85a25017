// Where the server asks for a token: the page asks for it in turn, or takes it from a link.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Page } from '../support/page.mjs';
import { startStator } from '../support/server.mjs';
import { world } from '../support/shared.mjs';

const TOKEN = 'open-sesame/+?';

async function guarded(look) {
  const stator = await startStator('--admin-token', TOKEN);
  const page = await Page.open(world().browser);
  try {
    await stator.call('CreateTable', {
      TableName: 'Guarded', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    });
    await look(page, stator);
  } finally {
    await page.goto('about:blank');
    await stator.stop();
  }
}

test('without a token the page asks for one, and with it shows the tables', () => guarded(async (page, stator) => {
  await page.goto(`${stator.url}/_stator/console`);
  await page.sees('This Stator asks for a token');
  await page.fill('Token', TOKEN);
  await page.click('button', 'Unlock');
  await page.sees('Guarded');
  assert.equal(await page.evaluate("sessionStorage.getItem('stator-admin-token')"), TOKEN);
}));

test('a link may bring the token along, and does not show it', () => guarded(async (page, stator) => {
  await page.goto(`${stator.url}/_stator/console#token=${encodeURIComponent(TOKEN)}`);
  await page.sees('Guarded');
  assert.equal(await page.evaluate('location.hash'), '');
  assert.equal(await page.evaluate("Boolean(document.querySelector('dialog[open]'))"), false);
}));
