// Event source mappings of the admin API, under Lambda's names.
import type { TriggerMapping } from '../../api/shapes';

export const functionOf = (one: TriggerMapping): string => one.Url ?? one.Command?.join(' ') ?? '';
export const ageOf = (one: TriggerMapping): number => Math.max(0, ...one.Status.Shards.map((shard) => shard.IteratorAgeMs));
export const waitingOf = (one: TriggerMapping): number => one.Status.Shards.reduce((sum, shard) => sum + shard.WaitingRecords, 0);
export const retryOf = (one: TriggerMapping): number | undefined => {
  const times = one.Status.Shards.flatMap((shard) => (shard.RetriesAt ? [Date.parse(shard.RetriesAt)] : []));
  return times.length ? Math.min(...times) : undefined;
};

export function stateWords(one: TriggerMapping): string {
  if (!one.Enabled) return 'paused';
  if (!one.Status.HasStream) return 'no stream yet';
  return one.Status.Shards.some((shard) => shard.IsCalling) ? 'calling' : retryOf(one) !== undefined ? 'failing' : waitingOf(one) ? 'gathering' : 'idle';
}

// The numbers of a mapping: the member, its label, and its default value.
export const NUMBERS: [keyof TriggerMapping, string, number][] = [
  ['BatchSize', 'Records of a call', 100], ['MaximumBatchingWindowInSeconds', 'Gathered for, s', 0], ['ParallelizationFactor', 'Calls at once', 1],
  ['MaximumRetryAttempts', 'Retries', -1], ['MaximumRecordAgeInSeconds', 'Age of records, s', -1], ['TumblingWindowInSeconds', 'Window, s', 0], ['TimeoutInSeconds', 'A call takes, s', 60],
];

// A mapping without the members that exist only in replies.
export function settingsOf({ Status: _, ...settings }: TriggerMapping): Omit<TriggerMapping, 'Status'> {
  return settings;
}

// Reads lines of patterns, each a JSON object. Error: the invalid line.
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
