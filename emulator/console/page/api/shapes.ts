// The admin API's replies and requests. Written by ./dev shapes from emulator/admin/openapi.json. Edits are lost.
import type { Value as AttributeValue, Item } from './types';

export interface Message { message: string }
export type Time = string | number;
export interface VectorSettings { recall?: number }
export interface VectorState extends VectorSettings { recall: number }
export interface StreamAdversity {
  lag?: Distribution; emptyPages?: number; pageRecords?: number; shardRecords?: number; listedShards?: number; iteratorAge?: Distribution;
  kinesisLag?: Distribution; kinesisDuplicates?: number;
}
export interface StreamState extends StreamAdversity {
  lag: Distribution; emptyPages: number; pageRecords: number; shardRecords: number; listedShards: number; iteratorAge: Distribution;
  kinesisLag: Distribution; kinesisDuplicates: number;
}
export interface Triggers { mappings?: EventSourceMapping[]; Idle?: boolean }
export interface TriggerState { mappings: TriggerMapping[]; Idle: boolean }
export interface TriggerDeliveries { deliveries: TriggerDelivery[] }
export interface TriggerDelivery {
  Number: number; Time: string; Kind: 'Call' | 'GivenUp'; Succeeded: boolean; Result: string; Records: number; Attempt: number;
  ShardId: string; Lane: number; FirstSequenceNumber?: string; LastSequenceNumber?: string;
}
export interface EventSourceMapping {
  Name?: string; Table: string; Region?: string; Url?: string; Command?: string[]; TimeoutInSeconds?: number;
  StartingPosition?: 'LATEST' | 'TRIM_HORIZON'; BatchSize?: number; MaximumBatchingWindowInSeconds?: number; ParallelizationFactor?: number;
  FilterCriteria?: { Filters?: { Pattern?: unknown }[] }; DestinationConfig?: { OnFailure?: { Destination?: string } };
  MaximumRecordAgeInSeconds?: number; BisectBatchOnFunctionError?: boolean; MaximumRetryAttempts?: number; TumblingWindowInSeconds?: number;
  FunctionResponseTypes?: 'ReportBatchItemFailures'[]; Enabled?: boolean; Status?: object;
}
export interface TriggerMapping extends EventSourceMapping {
  Name: string; Region: string; TimeoutInSeconds: number; StartingPosition: 'LATEST' | 'TRIM_HORIZON'; BatchSize: number;
  MaximumBatchingWindowInSeconds: number; ParallelizationFactor: number; DestinationConfig: { OnFailure?: { Destination?: string } };
  MaximumRecordAgeInSeconds: number; BisectBatchOnFunctionError: boolean; MaximumRetryAttempts: number; TumblingWindowInSeconds: number;
  FunctionResponseTypes: 'ReportBatchItemFailures'[]; Enabled: boolean; FilterCriteria?: { Filters: { Pattern: string }[] };
  Status: TriggerStatus;
}
export interface TriggerStatus {
  State: 'Enabled' | 'Disabled'; HasStream: boolean; LastProcessingResult: string; LastError?: string; LastErrorTime?: string;
  Calls: number; FailedCalls: number; DeliveredRecords: number; FilteredRecords: number; GivenUpRecords: number; Shards: TriggerShard[];
}
export interface TriggerShard {
  ShardId: string; Lane: number; NextSequenceNumber: string; IteratorAgeMs: number; WaitingRecords: number; IsCalling: boolean;
  HasEnded: boolean; RetriesAt?: string; LastResult?: string;
}
export interface Hostile { level: 'off' | 'mild' | 'rough' | 'brutal' }
export type Factor = number;
export interface Clock {
  nowMs: number; now: string; mode: 'follow' | 'frozen' | 'scaled' | 'shifted'; scale: number; offsetMs: number; anchor?: Anchor;
  nextDueMs: number | null;
}
export interface Anchor { nowMs: number; realMs: number }
export interface ClockSettings {
  mode?: 'follow' | 'frozen' | 'shifted' | 'scaled'; set?: Time; scale?: number; offsetMs?: number; anchor?: Anchor; now?: Time;
  nowMs?: number; nextDueMs?: unknown;
}
export type Distribution = number | { fixed: number } | { uniform: [number, number] } | { exponential: number };
export type ReadMode = 'latest' | 'lagged' | 'oldest-legal' | 'monotonic-per-connection';
export interface LagDefaults { mode?: ReadMode; lag?: Distribution; indexLag?: Distribution; rules?: LagRule[]; sources?: object[] }
export interface LagRule { universe?: string; region?: string; table?: string; index?: string; mode?: ReadMode; lag?: Distribution }
export interface Copies {
  universe?: string; region?: string; table: string; index?: string; replica?: number; partition?: number; key?: object;
}
export interface Consistency {
  warnings?: string[]; mode: ReadMode; lag: Distribution; indexLag: Distribution; rules: LagRule[]; sources: ConsistencySource[];
}
export interface ConsistencySource {
  universe: string; region: string; table: string; index?: string; mode: ReadMode; lag: Distribution; partitions: PartitionCopies[];
}
export interface PartitionCopies { partition: number; replicas: Replica[] }
export interface Replica { lagMs: number; missing: number; paused: boolean; pinned: boolean }
export type Cuts = { region: string; from?: string }[];
export interface Links { lag?: Distribution; overlap?: Distribution; cuts?: Cuts; tables?: object[] }
export interface ReplicatedWrite { region: string; time: string; timeMs: number; commit: number; item?: Item; deleted?: boolean }
export interface Replication { lag: Distribution; overlap: Distribution; cuts: Cuts; tables: GlobalTable[] }
export interface GlobalTable {
  table: string; consistency?: 'STRONG'; witness?: string; members: GlobalTableMember[]; retained: number; conflictCount: number;
  conflicts: ReplicationConflict[];
}
export interface GlobalTableMember { region: string; waiting: number; oldestMs?: number; applied: number; overridden: number }
export interface ReplicationConflict {
  key: Item; metIn: string; metAt: string; metAtMs: number; winner: ReplicatedWrite; loser: ReplicatedWrite; why: string;
}
export interface FaultMatch {
  operation?: string | string[]; table?: string | string[]; index?: string | string[]; keyPrefix?: string; keyAttribute?: string;
  universe?: string; region?: string | string[]; nth?: number; every?: number; probability?: number;
}
export interface Fault {
  error?: string; message?: string; cancellationReasons?: string | string[];
  throttle?: boolean | string | { reason?: string; limit?: string; source?: 'table' | 'index' | 'any'; resource?: string };
  when?: 'before-checks' | 'after-checks'; status?: 500 | 503; latency?: Distribution; unprocessed?: number; pageRows?: number;
  conflictAt?: number; drop?: 'before' | 'after'; truncate?: boolean; wrongCrc?: boolean;
}
export interface FaultRule { name?: string; match?: FaultMatch; times?: number; fault: Fault | string }
export interface FaultRules { rules?: FaultRule[]; preset?: { name: 'adversarial'; intensity?: number }; seed?: number }
export interface Faults { warnings?: string[]; rules: CountedFaultRule[]; seed: SeedNumber }
export interface CountedFaultRule extends FaultRule { name: string; match: FaultMatch; fault: Fault; matched: number; fired: number }
export type SeedNumber = number;
export interface Seed { seed: SeedNumber }
export interface Throughput { throttle: 'off' | 'aws'; heat: boolean; sources: ThroughputSource[] }
export interface ThroughputSource {
  region: string; table: string; index?: string; arn: string; billing: 'onDemand' | 'provisioned'; read: Limit; write: Limit;
}
export interface ThroughputSettings { throttle?: 'off' | 'aws'; heat?: boolean; sources?: object[] }
export interface Limit {
  limit: 'provisioned' | 'previousPeak' | 'maxOnDemand' | 'account'; unitsPerSecond: number; bucketUnits: number; availableUnits: number;
}
export interface PartitionCount { universe: string; table: string; index?: string; region: string; partitions: number }
export interface Heat {
  throttle: 'off' | 'aws'; heat: boolean; sources: HeatSource[];
  insights: { region: string; table: string; index?: string; status: 'ENABLING' | 'ENABLED' | 'DISABLING'; mode: 'ACCESSED_AND_THROTTLED_KEYS' | 'THROTTLED_KEYS' }[];
}
export interface HeatSource {
  region: string; table: string; index?: string; arn: string; read: Units; write: Units; throttled: number; wouldThrottle: number;
  partitions: PartitionHeat[];
}
export interface PartitionHeat {
  partition: number; read: Units; write: Units; throttled: number; wouldThrottle: number; topReadKeys: HotKey[]; topWriteKeys: HotKey[];
  topThrottledKeys: ThrottledKey[];
}
export interface Units { units: number; averagePerSecond: number; maxPerSecond: number; peakPerSecond: number; share?: number }
export interface HotKey { key: string; units: number; error: number }
export interface ThrottledKey { key: string; requests: number; error: number }
export interface Policy { region: string; table: string; stream?: string; revisionId: string; policy: object }
export interface Partitions { partitions: Partition[] }
export interface Partition {
  region: string; table: string; index?: string; partition: number; firstHash: string; lastHash: string; items: number; bytes: number;
  splitFrom?: number; splitAtMs?: number; keys: string[];
}
export interface Due { nowMs: number; due: DueWork[] }
export interface DueWork {
  what: 'expiry' | 'transition' | 'replication' | 'backfill'; atMs: number; region: string; table?: string; index?: string; items?: number;
  allItems?: number;
}
export interface Backups { backups: Backup[] }
export interface Backup {
  region: string; table: string; name: string; arn: string; status: 'CREATING' | 'AVAILABLE'; type: 'USER' | 'SYSTEM'; items: number;
  bytes: number; created: string; createdMs: number; expires?: string; expiresMs?: number;
}
export interface Kinesis { destinations: KinesisDestination[]; streams: KinesisStream[] }
export interface KinesisDestination {
  region: string; table: string; streamArn: string; status: 'ENABLING' | 'ACTIVE' | 'UPDATING' | 'DISABLING' | 'DISABLED' | 'ENABLE_FAILED';
  statusDescription?: string; precision: 'MILLISECOND' | 'MICROSECOND';
}
export interface KinesisStream {
  streamArn: string; waiting: number; waitingBytes: number; oldest?: string; oldestMs?: number; sent: number; failures: number;
  tooLarge: number; error?: string; failed?: string; failedMs?: number;
}
export interface Exports { exports: Export[] }
export interface Export {
  region: string; table: string; arn: string; status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED'; type: 'FULL_EXPORT' | 'INCREMENTAL_EXPORT';
  format: 'DYNAMODB_JSON' | 'ION'; bucket: string; folder: string; started: string; startedMs: number; ended?: string; endedMs?: number;
  items: number; billedBytes: number; failureCode?: string; failureMessage?: string;
}
export interface Imports { imports: Import[] }
export interface Import {
  region: string; table: string; arn: string; status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED'; format: 'DYNAMODB_JSON' | 'ION' | 'CSV';
  compression: 'NONE' | 'GZIP' | 'ZSTD'; bucket: string; prefix: string; started: string; startedMs: number; ended?: string;
  endedMs?: number; processedItems: number; importedItems: number; processedBytes: number; errors: number; failureCode?: string;
  failureMessage?: string;
}
export interface BulkOperations { bulkOperations: BulkOperation[] }
export interface BulkOperation {
  region: string; table: string; arn: string;
  status: 'IN_PROGRESS' | 'COMPLETED' | 'COMPLETED_WITH_ERRORS' | 'CANCELLING' | 'CANCELLED' | 'FAILED'; format: 'DYNAMODB_JSON' | 'ION';
  compression: 'NONE' | 'GZIP' | 'ZSTD'; bucket: string; prefix: string; reportBucket: string; reportFolder: string; started: string;
  startedMs: number; ended?: string; endedMs?: number; processedItems: number; putItems: number; failedItems: number;
  conditionFailures: number; processedBytes: number; totalBytes?: number; failureCode?: string; failureMessage?: string;
}
export interface DifferenceReport { a: string; b: string; equal: boolean; cut?: boolean; tables: TableDifference[] }
export interface TableDifference {
  region: string; table: string; otherTable?: string; in: 'both' | 'a' | 'b'; otherKeys?: boolean; added: number; removed: number;
  changed: number; items: ItemDifference[];
}
export interface ItemDifference { what: 'added' | 'removed' | 'changed'; key: Item; item?: Item; paths?: PathDifference[] }
export interface PathDifference { path: string; before?: AttributeValue; after?: AttributeValue }
export type CredentialsFile = Record<string, unknown>;
export interface Decisions { mode: 'iam' | 'iam-audit'; allowed: number; refused: number; decisions: DecisionSummary[] }
export interface DecisionSummary {
  number: number; time: string; universe?: string; operation: string; principal: string; accessKey: string; allowed: boolean;
  refusal?: string;
}
export interface Decision extends DecisionSummary { evaluations: Evaluation[] }
export interface Evaluation {
  action: string; resource: string; decision: 'ALLOW' | 'EXPLICIT_DENY' | 'IMPLICIT_DENY'; matched: PolicyStatement[]; nearMiss: NearMiss[];
  context: Record<string, string[]>;
}
export interface PolicyStatement {
  policyType: 'resource' | 'identity' | 'boundary' | 'session'; policy: string; sid?: string; statement: number; effect: 'Allow' | 'Deny';
}
export interface NearMiss extends PolicyStatement {
  failed: 'principal' | 'resource' | 'condition' | 'variable'; test?: string; key?: string; have?: string[]; want?: string[];
}
export type PolicyDocument = Record<string, unknown>;
export interface NeededPolicies { principals: NeededPolicy[]; unknown?: UnknownRequests[] }
export interface NeededPolicy { principal: string; policy: PolicyDocument }
export interface UnknownRequests { requests: number; sentence: string }
export interface PolicyCheck {
  passed: boolean; requests: number;
  results: { number?: number; principal?: string; action?: string; resource?: string; passed: boolean; sentence: string }[];
  unknown?: UnknownRequests[]; unused: { sid?: string; statement: number }[];
}
export interface Credentials {
  file?: string; keys: { id: string; principal: string; active: boolean; admin?: boolean; expires?: string }[]; verified: number;
  refused: number;
}
export interface Histories { usedBytes: number; limitBytes: number; forgottenChanges: number; tables: History[] }
export interface History {
  region: string; table: string; recovery: boolean; periodDays?: number; earliest?: string; earliestMs?: number; latest?: string;
  latestMs?: number; changes: number; bytes: number;
}
export interface Universes { universes: Universe[] }
export interface Universe {
  name: string; regions: string[]; tables: number; items: number; itemBytes: number; ports?: number[]; seed?: SeedNumber;
}
export type RestoredClock = 'keep' | 'snapshot';
export type ShiftTimes = boolean;
export interface Snapshots { snapshots: ListedSnapshot[] }
export interface ListedSnapshot {
  name: string; diskBytes: number; saved?: string; savedMs?: number; universe?: string; version?: string; tables?: string[];
  problem?: string;
}
export interface Snapshot {
  name: string; diskBytes: number; saved?: string; savedMs?: number; universe?: string; version?: string;
  clock?: { mode: 'follow' | 'frozen' | 'shifted' | 'scaled'; scale: number; now: string; nowMs: number };
  tables: { name: string; region: string; items: number; itemBytes: number; indexes: string[] }[];
}
export interface JournalSettings { on?: boolean; capacity?: number; bodies?: 'none' | 'redacted' | 'full'; label?: string }
export interface JournalState extends JournalSettings { on: boolean; capacity: number; bodies: 'none' | 'redacted' | 'full'; label: string }
export interface Fixture { table: object; region?: string; timeToLive?: object; items?: object[] }
export type Fixtures = Fixture[];
export interface Laboratory {
  seed?: number; clock?: ClockSettings; consistency?: LagDefaults; replication?: Links; faults?: FaultRules; requests?: JournalSettings;
  hostile?: Hostile; streams?: StreamAdversity; triggers?: Triggers; throughput?: ThroughputSettings; vectors?: VectorSettings;
  fixtures?: Fixtures; universes?: DeclaredUniverse[]; warnings?: string[];
}
export interface DeclaredUniverse {
  name: string; from?: string; snapshot?: string; seed?: number; clock?: ClockSettings; consistency?: LagDefaults; replication?: Links;
  faults?: FaultRules; requests?: JournalSettings; hostile?: Hostile; streams?: StreamAdversity; triggers?: Triggers;
  throughput?: ThroughputSettings; vectors?: VectorSettings; fixtures?: Fixtures;
}
export interface Requests { requests: RequestRecord[]; recorded: number }
export interface RequestRecord {
  sequence: number; timeMs: number; universe: string; region: string; label: string; accessKey: string; connection: number;
  operation: string; status: number; error: string; hint?: string; decision?: number; latencyMicroseconds: number;
  injectedMilliseconds: number; unprocessed: number; faults: string[]; uses: SourceUse[]; request?: Record<string, unknown>;
  reply?: Record<string, unknown>;
}
export interface SourceUse {
  table: string; index: string; readUnits: number; writeUnits: number; scanned: number; returned: number; hasFilter: boolean;
  hasMore: boolean;
}
export interface Counter {
  universe: string; region: string; operation: string; table: string; index: string; requests: number; readUnits: number;
  writeUnits: number; scanned: number; returned: number; throttled: number; injectedMilliseconds: number; errors: Record<string, number>;
  faults: Record<string, number>;
}
export interface Assertion {
  name?: string; metric?: 'requests' | 'errors' | 'throttled' | 'faults' | 'readUnits' | 'writeUnits' | 'scanned' | 'returned';
  finding?: string; severity?: 'warning' | 'note'; operation?: string; region?: string; table?: string; index?: string; universe?: string;
  label?: string; from?: Time; to?: Time; least?: number; most?: number;
}
export interface AssertionResult { name: string; passed: boolean; actual: number; sentence: string }
export interface CostReport {
  prices: { dollarsPerMillionReadUnits: number; dollarsPerMillionWriteUnits: number }; total: Tally; sources: SourceCost[];
  findings: Finding[]; assertions: AssertionResult[];
}
export interface Tally {
  requests: number; errors: number; throttled: number; faults: number; readUnits: number; writeUnits: number; scanned: number;
  returned: number; dollars: number;
}
export interface SourceCost extends Tally {
  universe: string; region: string; table: string; index: string; billing: 'on-demand' | 'provisioned' | 'deleted';
}
export interface Finding {
  kind: 'scan' | 'discarding-filter' | 'unfollowed-page' | 'ignored-unprocessed' | 'hot-key' | 'unused-index'; severity: 'warning' | 'note';
  sentence: string; universe: string; region: string; table: string; index: string; operation: string; evidence: Record<string, number>;
}
