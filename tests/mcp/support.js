// A server with data, an assistant at the end of `stator mcp`, and a raw line to it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export const BINARY = process.env.STATOR_BINARY;
export const MUSIC = 'Music';
export const ARTIST = 'Arooj Aftab';
// Items of ARTIST; each has a text of some hundred characters.
export const ALBUMS = 200;

const LISTENING = /^Stator is listening on http:\/\/127\.0\.0\.1:(\d+)$/;
const START_MS_MAX = 30_000;

// A developer's own settings must not affect the test.
function environment(more = {}) {
  const settings = { PATH: process.env.PATH, HOME: '/nonexistent', AWS_REGION: 'us-east-1' };
  return { ...settings, AWS_CONFIG_FILE: '/nonexistent/c', AWS_SHARED_CREDENTIALS_FILE: '/nonexistent/s', ...more };
}

// Owns one server process from `start` until `stop`.
export class Server {
  static async start(...flags) {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), 'stator-mcp-'));
    const given = flags.includes('--port') ? flags : ['--port', '0', ...flags];
    server.process = spawn(BINARY, [...given, '--snapshots', join(server.folder, 'snapshots')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: environment(),
    });
    const timer = setTimeout(() => server.process.kill('SIGKILL'), START_MS_MAX);
    const [line] = await once(createInterface({ input: server.process.stdout }), 'line');
    clearTimeout(timer);
    server.port = LISTENING.exec(line)[1];
    server.url = `http://127.0.0.1:${server.port}`;
    return server;
  }

  async stop() {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await exited;
    rmSync(this.folder, { recursive: true });
  }

  // A request to DynamoDB, as an application sends it.
  async ask(operation, body, { universe = '', streams = false } = {}) {
    const api = streams ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
    const reply = await fetch(`${this.url}${universe && `/u/${universe}`}/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': `${api}.${operation}`,
        'X-Amz-Date': '20260101T000000Z',
        Authorization:
          'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, ' +
          'SignedHeaders=host, Signature=0',
      },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${operation}: ${text}`);
    return text ? JSON.parse(text) : {};
  }

  async admin(method, path, body) {
    const reply = await fetch(this.url + path, { method, body: body && JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return reply.json();
  }

  // A table with a stream, and more items than one answer shows.
  async fill(options = {}) {
    await this.ask(
      'CreateTable',
      {
        TableName: MUSIC,
        AttributeDefinitions: [
          { AttributeName: 'artist', AttributeType: 'S' },
          { AttributeName: 'album', AttributeType: 'N' },
        ],
        KeySchema: [
          { AttributeName: 'artist', KeyType: 'HASH' },
          { AttributeName: 'album', KeyType: 'RANGE' },
        ],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      },
      options,
    );
    for (let first = 0; first < ALBUMS; first += 25) {
      const puts = Array.from({ length: Math.min(25, ALBUMS - first) }, (_, i) => ({
        PutRequest: { Item: { ...albumKey(first + i), notes: { S: 'é'.repeat(400) } } },
      }));
      await this.ask('BatchWriteItem', { RequestItems: { [MUSIC]: puts } }, options);
    }
  }
}

export function albumKey(number) {
  return { artist: { S: ARTIST }, album: { N: String(number) } };
}

// A client of the SDK, connected to `stator mcp FLAGS…`.
export async function connect(flags, more = {}) {
  const transport = new StdioClientTransport({
    command: BINARY,
    args: ['mcp', ...flags],
    env: environment(more),
    stderr: 'inherit',
  });
  const client = new Client({ name: 'stator-tests', version: '1' });
  await client.connect(transport);
  return client;
}

// The text of a result, which must not be an error.
export function textOf(result) {
  if (result.isError) throw new Error(result.content[0].text);
  return result.content[0].text;
}

export function jsonOf(result) {
  return JSON.parse(textOf(result));
}

// A session of `stator mcp` by hand, line by line.
export class RawSession {
  constructor(...flags) {
    this.process = spawn(BINARY, ['mcp', ...flags], { stdio: ['pipe', 'pipe', 'inherit'], env: environment() });
    this.exited = once(this.process, 'exit');
    this.answers = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  say(line) {
    this.process.stdin.write(typeof line === 'string' || line instanceof Buffer ? line : JSON.stringify(line));
    this.process.stdin.write('\n');
  }

  async hear() {
    const { value, done } = await this.answers.next();
    return done ? undefined : JSON.parse(value);
  }

  async ask(line) {
    this.say(line);
    return this.hear();
  }

  request(id, method, params) {
    return this.ask({ jsonrpc: '2.0', id, method, params });
  }

  initialize(protocolVersion) {
    const clientInfo = { name: 'by hand', version: '1' };
    return this.request(0, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
  }

  // Ends standard input; returns the remaining output and the exit status.
  async end() {
    this.process.stdin.end();
    const rest = [];
    for (let answer = await this.hear(); answer !== undefined; answer = await this.hear()) rest.push(answer);
    const [code] = await this.exited;
    return { rest, code };
  }
}
