// Keys and indexes from a table's description.
import type { Index, KeyElement, Table } from './types';

export interface Keys { hash: string; range?: string }

function keysIn(schema: KeyElement[]): Keys {
  const of = (type: string): string | undefined => schema.find((key) => key.KeyType === type)?.AttributeName;
  return { hash: of('HASH') ?? '', range: of('RANGE') };
}

export const indexesOf = (table: Table): Index[] => [
  ...(table.GlobalSecondaryIndexes ?? []),
  ...(table.LocalSecondaryIndexes ?? []),
];

export const isLocal = (table: Table, index: string): boolean =>
  (table.LocalSecondaryIndexes ?? []).some((one) => one.IndexName === index);

export const findIndex = (table: Table, name: string): Index | undefined =>
  indexesOf(table).find((index) => index.IndexName === name);

// Returns the keys of the table, or of one of its indexes.
export function keysOf(table: Table, index = ''): Keys {
  return keysIn((index ? findIndex(table, index)?.KeySchema : undefined) ?? table.KeySchema);
}

export const keyNames = (table: Table, index = ''): string[] => {
  const { hash, range } = keysOf(table, index);
  return range ? [hash, range] : [hash];
};

// Returns S, N or B; S for an attribute that is not a key.
export const typeOfKey = (table: Table, name: string): 'S' | 'N' | 'B' =>
  table.AttributeDefinitions.find((one) => one.AttributeName === name)?.AttributeType ?? 'S';

export const isOnDemand = (table: Table): boolean => table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST';

// Returns "customer (S) · placed (N)".
export function describeKeys(table: Table, index = ''): string {
  return keyNames(table, index).map((name) => `${name} (${typeOfKey(table, name)})`).join(' · ');
}
