// Event source mappings as the admin API has them, in Lambda's words.

export interface Shard {
  ShardId: string;
  Lane: number;
  IteratorAgeMs: number;
  WaitingRecords: number;
  IsCalling: boolean;
  HasEnded: boolean;
  RetriesAt?: string;
  LastResult?: string;
}
export interface Status {
  HasStream: boolean;
  LastProcessingResult: string;
  LastError?: string;
  LastErrorTime?: string;
  Calls: number;
  FailedCalls: number;
  DeliveredRecords: number;
  FilteredRecords: number;
  GivenUpRecords: number;
  Shards: Shard[];
}
export interface Mapping {
  Name: string;
  Table: string;
  Region: string;
  Url?: string;
  Command?: string[];
  Enabled: boolean;
  FilterCriteria?: { Filters: { Pattern: string }[] };
  DestinationConfig?: { OnFailure?: { Destination?: string } };
  FunctionResponseTypes?: string[];
  Status: Status;
  [setting: string]: unknown;
}
export interface Delivery { Number: number; Time: string; Kind: 'Call' | 'GivenUp'; Succeeded: boolean; Result: string; Records: number; Attempt: number }
export interface Triggers { mappings: Mapping[]; Idle: boolean }

export const functionOf = (one: Mapping): string => one.Url ?? one.Command?.join(' ') ?? '';
export const ageOf = (one: Mapping): number => Math.max(0, ...one.Status.Shards.map((shard) => shard.IteratorAgeMs));
export const waitingOf = (one: Mapping): number => one.Status.Shards.reduce((sum, shard) => sum + shard.WaitingRecords, 0);
export const retryOf = (one: Mapping): number | undefined => {
  const times = one.Status.Shards.flatMap((shard) => (shard.RetriesAt ? [Date.parse(shard.RetriesAt)] : []));
  return times.length ? Math.min(...times) : undefined;
};

export function stateWords(one: Mapping): string {
  if (!one.Enabled) return 'paused';
  if (!one.Status.HasStream) return 'no stream yet';
  return one.Status.Shards.some((shard) => shard.IsCalling) ? 'calling' : retryOf(one) !== undefined ? 'failing' : waitingOf(one) ? 'gathering' : 'idle';
}

// What numbers and switches a mapping has: the member, what it means, and what it is unless given.
export const NUMBERS: [string, string, number][] = [
  ['BatchSize', 'Records of a call', 100], ['MaximumBatchingWindowInSeconds', 'Gathered for, s', 0], ['ParallelizationFactor', 'Calls at once', 1],
  ['MaximumRetryAttempts', 'Retries', -1], ['MaximumRecordAgeInSeconds', 'Age of records, s', -1], ['TumblingWindowInSeconds', 'Window, s', 0], ['TimeoutInSeconds', 'A call takes, s', 60],
];

// A mapping without what only an answer has.
export function settingsOf({ Status: _, ...settings }: Mapping): Record<string, unknown> {
  return settings;
}

// Lines of patterns, each an object of JSON. Error: which of them is none.
export function filtersOf(text: string): { Pattern: string }[] {
  return text.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => {
    try {
      JSON.parse(line);
    } catch (error) {
      throw new Error(`The pattern ${line} is not JSON: ${(error as Error).message}`);
    }
    return { Pattern: line };
  });
}
