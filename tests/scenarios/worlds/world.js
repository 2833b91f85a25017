// A universe for one test, with every setting derived from the test's number; see world.py.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const FIRST_DAY_MS = Date.UTC(2040, 0, 1);
const DAY_MS = 86_400_000;
const CONTROLS = ['clock', 'consistency', 'faults', 'throughput', 'requests/settings'];
const ERRORS = ['InternalServerError', 'ServiceUnavailable', 'RequestLimitExceeded'];
const FAILING = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan', 'DescribeTable'];

// The settings of one test. `number` starts at 0; tests with different numbers differ in all of it.
export class Settings {
  constructor(number) {
    this.number = number;
    this.seed = 5_000 + number;
    this.dateMs = FIRST_DAY_MS + number * DAY_MS;
    this.lagMs = 2_000 + number;
    this.throttles = number % 2 === 1;
    this.capacity = 1_000 + number;
    this.failing = FAILING[number % FAILING.length];
    this.error = ERRORS[number % ERRORS.length];
  }
}

// The universe of one test, chosen only by the endpoint's path. Empty, at the test's date.
export class World {
  static async open(endpoint, name, settings) {
    const world = new World(endpoint, name, settings);
    await world.#begin();
    return world;
  }

  requestsSent = 0;
  #root;
  #name;

  constructor(endpoint, name, settings) {
    this.settings = settings;
    this.#root = endpoint;
    this.#name = name;
    this.client = new DynamoDBClient({
      endpoint: `${endpoint}/u/${name}`,
      region: 'eu-west-2',
      credentials: { accessKeyId: 'worlds', secretAccessKey: 'worlds' },
      maxAttempts: 1,
    });
    this.client.middlewareStack.add(
      (next) => (sent) => {
        this.requestsSent += 1;
        return next(sent);
      },
      { step: 'finalizeRequest' },
    );
  }

  close() {
    this.client.destroy();
  }

  admin(method, path, body) {
    return this.#call(method, `/u/${this.#name}/_stator/v1/${path}`, body);
  }

  async controls() {
    const shown = await Promise.all(CONTROLS.map((control) => this.admin('GET', control)));
    return Object.fromEntries(CONTROLS.map((control, i) => [control, shown[i]]));
  }

  advance(ms) {
    return this.admin('POST', 'clock/advance', { ms });
  }

  async #begin() {
    const { settings } = this;
    await this.#call('POST', '/_stator/v1/universes', { name: this.#name }, [409]);
    await this.#call('POST', `/_stator/v1/universes/${this.#name}/reset`, {
      seed: settings.seed,
      at: new Date(settings.dateMs).toISOString(),
    });
    const rule = {
      name: `fault-${settings.number}`,
      match: { operation: settings.failing, nth: 2 },
      fault: { error: settings.error },
    };
    await this.admin('PUT', 'faults', { rules: [rule] });
    await this.admin('PUT', 'consistency', { mode: 'oldest-legal', lag: settings.lagMs });
    await this.admin('PUT', 'throughput', { throttle: settings.throttles ? 'aws' : 'off' });
    await this.admin('PUT', 'requests/settings', { on: true, capacity: settings.capacity });
  }

  async #call(method, path, body, passing = []) {
    const reply = await fetch(this.#root + path, { method, body: body && JSON.stringify(body) });
    const text = await reply.text();
    if (!reply.ok && !passing.includes(reply.status)) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return JSON.parse(text);
  }
}
