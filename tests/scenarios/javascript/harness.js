// Parts that every scenario test shares: a deployment in one of three modes, a clock, and workers
// that race.
//
// Environment:
//   STATOR_BINARY      the server to start, once for each test
//   SCENARIO_MODE      memory (default), persistent, or restart
//   DYNAMODB_ENDPOINT  use this endpoint and start nothing (memory mode only)

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { Server } from './server.js';
import * as tables from './tables.js';

const MODES = ['memory', 'persistent', 'restart'];
export const WORKER_COUNT = 8;

// A server with its data, for the duration of one test.
class Deployment {
  static async open() {
    const deployment = new Deployment();
    if (deployment.endpoint) return deployment;
    try {
      await deployment.#start();
    } catch (error) {
      rmSync(deployment.#directory, { recursive: true });
      throw error;
    }
    return deployment;
  }

  #server;
  #directory;
  #clients = [];
  #createdTables = new Set();

  constructor() {
    this.mode = process.env.SCENARIO_MODE ?? 'memory';
    this.endpoint = process.env.DYNAMODB_ENDPOINT;
    assert(MODES.includes(this.mode), `SCENARIO_MODE must be one of ${MODES.join(', ')}`);
    assert(
      !this.endpoint || this.mode === 'memory',
      'DYNAMODB_ENDPOINT can only be used in memory mode',
    );
  }

  // A new low-level client for the server as it runs now. A failed request fails the test: the SDK
  // does not retry.
  client() {
    const client = this.#open(DynamoDBClient);
    client.middlewareStack.add(
      (next, context) => (request) => {
        if (context.commandName === 'CreateTableCommand') {
          this.#createdTables.add(request.input.TableName);
        }
        return next(request);
      },
      { step: 'initialize' },
    );
    return client;
  }

  // A new client of DynamoDB Streams for the server as it runs now.
  streamsClient() {
    return this.#open(DynamoDBStreamsClient);
  }

  // Like client(), but with JavaScript values instead of attribute values.
  documentClient() {
    return DynamoDBDocumentClient.from(this.client(), {
      marshallOptions: { removeUndefinedValues: true },
    });
  }

  // In restart mode, stops the server by SIGTERM and starts it on the same data; otherwise does
  // nothing. Resolves to whether it restarted: older clients are then unusable.
  async checkpoint() {
    if (this.mode !== 'restart') return false;
    await this.#server.stop();
    this.#destroyClients();
    await this.#start();
    return true;
  }

  // Stops the server and removes its data, or removes the test's tables from an external endpoint.
  async close() {
    try {
      await (this.#server ? this.#server.stop() : this.#deleteCreatedTables());
    } finally {
      this.#destroyClients();
      if (this.#directory) rmSync(this.#directory, { recursive: true });
    }
  }

  async #start() {
    const binary = resolve(process.env.STATOR_BINARY);
    this.#directory ??= mkdtempSync(join(tmpdir(), 'scenario-'));
    const dataPath = this.mode === 'memory' ? undefined : join(this.#directory, 'data');
    if (dataPath) mkdirSync(dataPath, { recursive: true });
    this.#server = await Server.start(binary, join(this.#directory, 'log'), dataPath);
    this.endpoint = this.#server.endpoint;
  }

  #open(Client) {
    const client = new Client({
      endpoint: this.endpoint,
      region: 'eu-west-2',
      credentials: { accessKeyId: 'scenario', secretAccessKey: 'scenario' },
      maxAttempts: 1,
    });
    this.#clients.push(client);
    return client;
  }

  #destroyClients() {
    for (const client of this.#clients.splice(0)) client.destroy();
  }

  async #deleteCreatedTables() {
    const client = this.client();
    const { TableNames } = await client.send(new ListTablesCommand({}));
    for (const name of TableNames) {
      if (this.#createdTables.has(name)) await tables.remove(client, name);
    }
  }
}

// A clock which tests set: each reading is a millisecond after the one before, so none are equal.
export class Clock {
  #milliseconds = Date.UTC(2026, 0, 2, 3, 4, 5);

  now() {
    this.#milliseconds += 1;
    return new Date(this.#milliseconds);
  }

  advance(seconds) {
    this.#milliseconds += seconds * 1000;
  }
}

// Returns a function that defines tests. Each test gets an object with a deployment, a clock, the
// result of `connect(deployment, clock)` on new clients, and `checkpoint()`: the border between two
// phases, which the data must survive and connections need not. `prepare` runs before each test.
export function scenario(connect, prepare = async () => {}) {
  return (name, body) =>
    test(name, async () => {
      const deployment = await Deployment.open();
      try {
        const clock = new Clock();
        const it = { deployment, clock, ...connect(deployment, clock) };
        it.checkpoint = async () => {
          if (await deployment.checkpoint()) Object.assign(it, connect(deployment, clock));
        };
        await prepare(it);
        await body(it);
      } finally {
        await deployment.close();
      }
    });
}

// Runs work(worker) for all workers in parallel; returns the results in worker order.
export function race(work, workerCount = WORKER_COUNT) {
  return Promise.all(Array.from({ length: workerCount }, (_, worker) => work(worker)));
}

// Asserts that a call is rejected with exactly this error code and message.
export async function refused(code, message, call) {
  await assert.rejects(call, (error) => {
    assert.deepEqual({ code: error.name, message: error.message }, { code, message });
    return true;
  });
}

// Asserts that the condition of a call fails.
export function stale(call) {
  return refused('ConditionalCheckFailedException', 'The conditional request failed', call);
}

// Asserts that a transaction is cancelled, for exactly these reasons of its writes.
export async function cancelled(codes, call) {
  await assert.rejects(call, (error) => {
    const message =
      'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
      `[${codes.join(', ')}]`;
    assert.deepEqual(
      { code: error.name, message: error.message },
      { code: 'TransactionCanceledException', message },
    );
    const reasons = error.CancellationReasons.map((reason) => reason.Code);
    assert.deepEqual(reasons, codes);
    return true;
  });
}

export function isStale(error) {
  return error.name === 'ConditionalCheckFailedException';
}

// The numbers 0 … count - 1, mapped.
export function sequence(count, map = (number) => number) {
  return Array.from({ length: count }, (_, number) => map(number));
}
