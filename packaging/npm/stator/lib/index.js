'use strict';

const { spawn } = require('node:child_process');
const { binaryPath } = require('./binary.js');

const LISTENING = /^Stator is listening on (http:\/\/\S+)$/m;
const STOP_MS_MAX = 5_000;

// Converts { dbPath: 'DIR' } to --db-path DIR. true yields only the flag; false and undefined are
// omitted.
function optionFlags(options) {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return [value === true ? flag : `${flag}=${value}`];
  });
}

// Resolves with the server's URL once it serves requests. Rejects with the server's output if it
// ends before that.
function listening(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    let complained = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      const match = LISTENING.exec(said);
      if (match) resolve(match[1]);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complained = (complained + text).slice(-4_000);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      reject(new Error(complained.trim() || `stator ended with ${signal ?? code}.`));
    });
  });
}

class Server {
  #child;
  #ended;

  constructor(child, endpoint, region) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    this.endpoint = endpoint;
    this.port = Number(new URL(endpoint).port);
    this.pid = child.pid;
    this.region = region;
    this.credentials = { accessKeyId: 'stator', secretAccessKey: 'stator' };
  }

  clientConfig(universe) {
    const { region, credentials } = this;
    return { endpoint: this.endpointOf(universe), region, credentials };
  }

  endpointOf(universe) {
    return universe === undefined ? this.endpoint : `${this.endpoint}/u/${encodeURIComponent(universe)}`;
  }

  env(universe) {
    const endpoint = this.endpointOf(universe);
    return {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
      AWS_REGION: this.region,
      AWS_DEFAULT_REGION: this.region,
      AWS_ACCESS_KEY_ID: this.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: this.credentials.secretAccessKey,
    };
  }

  // Resolves once the process has ended and its port is free.
  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGTERM');
    const patience = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS_MAX);
    await this.#ended;
    clearTimeout(patience);
  }

  async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    await this.stop();
  }
}

// Starts a server and resolves once it serves requests. The server ends with this process,
// regardless of how that ends: its standard input is a pipe that no other process holds.
async function start({ region = 'us-east-1', args = [], env = process.env, ...options } = {}) {
  const flags = optionFlags({ port: 0, ...options });
  const child = spawn(binaryPath(), ['--exit-with-parent', ...flags, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const endpoint = await listening(child);
  const server = new Server(child, endpoint, region);
  // A test runner need not wait for the server to end.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.unref();
  return server;
}

module.exports = { start, binaryPath };
