import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { binaryPath, start } from 'stator';

// Two Node.js start in each such test, which takes ten seconds where qemu runs them.
const PATIENT = { timeout: 120_000 };
const THINGS = {
  TableName: 'Things',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
};

// A connection to a server, which ends with it.
async function connected(port) {
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function isFree(port) {
  const socket = net.connect(port, '127.0.0.1');
  const [error] = await once(socket, 'error');
  return error.code === 'ECONNREFUSED';
}

// Resolves once there is no such process any more.
async function ended(pid) {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise(setImmediate);
  }
}

async function tablesOf(config) {
  const client = new DynamoDBClient(config);
  const { TableNames } = await client.send(new ListTablesCommand({}));
  client.destroy();
  return TableNames;
}

test('a server answers, has universes, and stops', async () => {
  const server = await start({ port: 0, region: 'eu-west-2', tableDelayMs: 0 });
  assert.equal(server.region, 'eu-west-2');
  assert.equal(server.endpoint, `http://127.0.0.1:${server.port}`);
  const client = new DynamoDBClient(server.clientConfig('one'));
  await client.send(new CreateTableCommand(THINGS));
  client.destroy();
  assert.deepEqual(await tablesOf(server.clientConfig('one')), ['Things']);
  assert.deepEqual(await tablesOf(server.clientConfig()), []);
  await server.stop();
  assert.ok(await isFree(server.port));
  await server.stop();
});

test('its program can be found', () => {
  assert.match(binaryPath(), /@stator\/linux-(x64|arm64)\/bin\/stator$/);
});

test('a wrong option is the reason why it does not start', async () => {
  await assert.rejects(start({ durability: 'often' }), /stator: --durability/);
  await assert.rejects(start({ args: ['--nonsense'] }), /nonsense/);
});

// Starts a server in a process of its own; the child does `then` once it has told the port.
async function parentOf(then) {
  const code = `import { start } from 'stator';
    const server = await start();
    console.log(server.port, server.pid);
    ${then}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [text] = await once(child.stdout, 'data');
  const [port, pid] = String(text).split(' ').map(Number);
  return { child, port, pid };
}

test('it ends with its parent, even when that is killed', PATIENT, async () => {
  const { child, port, pid } = await parentOf('setInterval(() => {}, 1000);');
  const socket = await connected(port);
  child.kill('SIGKILL');
  await once(socket.resume(), 'close');
  await ended(pid);
  assert.ok(await isFree(port));
});

test('it does not keep its parent alive', PATIENT, async () => {
  const { child, port, pid } = await parentOf("process.stdin.once('data', () => process.stdin.destroy());");
  const socket = await connected(port);
  child.stdin.write('go on\n');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  socket.destroy();
  await ended(pid);
  assert.ok(await isFree(port));
});
