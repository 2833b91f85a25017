// DynamoDB's public API, used like an SDK: signed for a region, in a universe.
import { Store } from '../base/store';
import type { Where } from '../base/place';
import { noteStatus, tokenHeader } from '../base/token';
import type { Consumed, Item, OperationName, Operations } from './types';

// Path of the console's requests. They are not recorded in the request log and not subject to
// faults, so that the console does not change the things that it shows.
const QUIET = '/_stator/console/api';
const STREAMS = new Set<OperationName>(['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords']);
// Operations on items, which therefore consume capacity.
const COUNTED = /^((Get|Put|Update|Delete|BatchWrite|TransactWrite)Items?|Query|Scan|ExecuteStatement|SearchVectors)$/;
const LATENCIES_KEPT = 101;

export class ApiError extends Error {
  constructor(
    readonly operation: string,
    readonly type: string, // "ValidationException"
    message: string,
    readonly status: number,
    readonly body: { Item?: Item; CancellationReasons?: { Code: string; Message?: string; Item?: Item }[] } = {},
  ) {
    super(message);
  }
}

export interface Bill { requests: number; read: number; write: number; latencies: number[] }

// The requests of this console so far, and their cost.
export const bill = new Store<Bill>({ requests: 0, read: 0, write: 0, latencies: [] });

function charge(ms: number, operation: string, consumed: Consumed | Consumed[] | undefined): void {
  const all = consumed ? (Array.isArray(consumed) ? consumed : [consumed]) : [];
  const units = all.reduce((sum, one) => sum + one.CapacityUnits, 0);
  const reads = /^(Get|Query|Scan|ExecuteStatement)/.test(operation);
  bill.update((old) => ({
    requests: old.requests + 1,
    read: old.read + (reads ? units : 0),
    write: old.write + (reads ? 0 : units),
    latencies: [...old.latencies, ms].slice(-LATENCIES_KEPT),
  }));
}

function headers(where: Where, operation: OperationName): Record<string, string> {
  const now = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const service = STREAMS.has(operation) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
  return {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': `${service}.${operation}`,
    'X-Amz-Date': now,
    'X-Stator-Universe': where.universe,
    Authorization:
      `AWS4-HMAC-SHA256 Credential=console/${now.slice(0, 8)}/${where.region}/dynamodb/aws4_request, ` +
      'SignedHeaders=host;x-amz-date;x-amz-target, Signature=0',
  };
}

export interface Answer<T> { body: T; ms: number }

// Error: ApiError for an error from DynamoDB; a TypeError with a sentence if no server answers.
export async function ask<K extends OperationName>(
  where: Where, operation: K, input: Operations[K][0], signal?: AbortSignal,
): Promise<Answer<Operations[K][1]>> {
  const counts = COUNTED.test(operation);
  const request = counts ? { ReturnConsumedCapacity: 'INDEXES', ...input } : input;
  const started = performance.now();
  const response = await fetch(QUIET, {
    method: 'POST', headers: { ...headers(where, operation), ...tokenHeader() }, body: JSON.stringify(request), signal,
  }).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    throw new TypeError('Stator does not answer: has it stopped?');
  });
  const text = await response.text();
  noteStatus(response.status);
  const ms = performance.now() - started;
  const body = text.startsWith('{') ? JSON.parse(text) : {};
  if (!response.ok) {
    const type = String(body.__type ?? `status ${response.status}`).replace(/^.*#/, '');
    throw new ApiError(operation, type, body.message ?? body.Message ?? type, response.status, body);
  }
  if (counts) charge(ms, operation, body.ConsumedCapacity);
  return { body, ms };
}

export async function call<K extends OperationName>(
  where: Where, operation: K, input: Operations[K][0],
): Promise<Operations[K][1]> {
  return (await ask(where, operation, input)).body;
}

export async function allTableNames(where: Where): Promise<string[]> {
  const names: string[] = [];
  let start: string | undefined;
  do {
    const page = await call(where, 'ListTables', start ? { ExclusiveStartTableName: start } : {});
    names.push(...page.TableNames);
    start = page.LastEvaluatedTableName;
  } while (start);
  return names;
}

// Runs `work` for each element, a few at a time, and keeps the order.
export async function each<T, R>(items: T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const mine = next++;
      results[mine] = await work(items[mine]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
