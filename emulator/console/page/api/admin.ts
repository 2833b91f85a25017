// Stator's admin API, as /_stator/openapi.json describes it.
import type { Where } from '../base/place';
import { noteStatus, tokenHeader } from '../base/token';
import type { Item, Value } from './types';

export interface Clock {
  nowMs: number;
  now: string;
  mode: 'follow' | 'frozen' | 'scaled' | 'shifted';
  scale: number;
  offsetMs: number;
  nextDueMs: number | null;
}
export type Distribution = number | { fixed: number } | { uniform: [number, number] } | { exponential: number };
export type ReadMode = 'latest' | 'lagged' | 'oldest-legal' | 'monotonic-per-connection';
export interface Replica { lagMs: number; missing: number; paused: boolean; pinned: boolean }
export interface ConsistencySource {
  table: string;
  index?: string;
  mode: ReadMode;
  lag: Distribution;
  partitions: { partition: number; replicas: Replica[] }[]; // those that were read or held
}
// All copies of a table or an index, partition by partition.
export const copiesOf = (source: ConsistencySource | undefined): Replica[] => (source?.partitions ?? []).flatMap((one) => one.replicas);
export interface LagRule { table?: string; index?: string; mode?: ReadMode; lag?: Distribution }
export interface Consistency {
  mode: ReadMode;
  lag: Distribution;
  indexLag: Distribution;
  rules: LagRule[];
  sources: ConsistencySource[];
}
export interface FaultRule {
  name?: string;
  match?: Record<string, unknown>;
  times?: number;
  fault: Record<string, unknown>;
  matched: number;
  fired: number;
}
export interface Faults { rules: FaultRule[] }
export interface Limit { limit: string; unitsPerSecond: number; bucketUnits: number; availableUnits: number }
export interface Throughput {
  throttle: 'off' | 'aws';
  heat: boolean;
  sources: { table: string; index?: string; arn: string; billing: string; read: Limit; write: Limit }[];
}
export interface Units { units: number; averagePerSecond: number; maxPerSecond: number; peakPerSecond: number; share?: number }
export interface HotKey { key: string; units: number; error: number }
export interface PartitionHeat {
  partition: number;
  read: Units;
  write: Units;
  throttled: number;
  wouldThrottle: number;
  topReadKeys: HotKey[];
  topWriteKeys: HotKey[];
}
export interface HeatSource {
  table: string;
  index?: string;
  arn: string;
  read: Units;
  write: Units;
  throttled: number;
  wouldThrottle: number;
  partitions: PartitionHeat[];
}
export interface Heat { throttle: string; heat: boolean; sources: HeatSource[] }
export interface Universe { name: string; regions: string[]; tables: number; items: number; itemBytes: number; ports?: number[] }
// A value that is not there is absent.
export interface PathDiff { path: string; before?: Value; after?: Value }
export interface ItemDiff {
  what: 'added' | 'removed' | 'changed';
  key: Item;
  item?: Item; // of one that was added or removed
  paths?: PathDiff[]; // of one that was changed
}
export interface TableDiff {
  region: string;
  table: string;
  in: 'a' | 'b' | 'both';
  otherKeys?: boolean; // then no items are compared
  added: number;
  removed: number;
  changed: number;
  items: ItemDiff[]; // the first of them
}
export interface Diff { equal: boolean; cut?: boolean; tables: TableDiff[] }
export interface Adversity { lag: Distribution; emptyPages: number; pageRecords: number; shardRecords: number; listedShards: number; iteratorAge: Distribution;
  kinesisLag: Distribution; kinesisDuplicates: number }
export interface JournalSettings { on: boolean; capacity: number; bodies: 'none' | 'redacted' | 'full' }
export interface Use {
  table: string;
  index: string;
  readUnits: number;
  writeUnits: number;
  scanned: number;
  returned: number;
  hasFilter: boolean;
  hasMore: boolean;
}
export interface RequestRecord {
  sequence: number;
  timeMs: number;
  universe: string;
  accessKey: string;
  connection: number;
  operation: string;
  status: number;
  error: string;
  hint?: string; // where a table is that was not found here
  decision?: number; // whether it may be done, where somebody judges that
  latencyMicroseconds: number;
  unprocessed: number;
  faults: string[];
  uses: Use[];
  request?: Record<string, unknown>;
  reply?: Record<string, unknown>;
}
// What is due on the clock: the first of it.
export interface Due {
  what: 'expiry' | 'transition' | 'replication' | 'backfill'; atMs: number; region: string; table?: string; items?: number; index?: string; allItems?: number
}
export interface Requests { requests: RequestRecord[]; recorded: number }
export interface Finding {
  kind: string;
  severity: string;
  table?: string;
  index?: string;
  sentence: string;
  [more: string]: unknown;
}
export interface Report { findings: Finding[]; [more: string]: unknown }

// What the admin API refuses: one sentence.
export class AdminError extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

// The answer as it came: a seed has more digits than a number of JavaScript keeps.
export async function adminText(where: Where, method: Method, path: string, body?: object | string): Promise<string> {
  const response = await fetch(`/_stator/v1/${path}`, {
    method,
    headers: { 'X-Stator-Universe': where.universe, 'Content-Type': 'application/json', ...tokenHeader() },
    // Text is JSON already, with the digits that it has.
    body: typeof body === 'object' ? JSON.stringify(body) : body,
  }).catch(() => { throw new AdminError('Stator does not answer: has it stopped?', 0); });
  const text = await response.text();
  noteStatus(response.status);
  if (!response.ok) throw new AdminError(JSON.parse(text).message, response.status);
  return text;
}

export async function admin<T>(where: Where, method: Method, path: string, body?: object | string): Promise<T> {
  return JSON.parse(await adminText(where, method, path, body)) as T;
}

export const get = <T>(where: Where, path: string): Promise<T> => admin<T>(where, 'GET', path);
