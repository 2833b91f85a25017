// The differences between two universes: their items, from the admin API, and the definitions of
// their tables.
import { get } from '../../api/admin';
import type { DifferenceReport, TableDifference } from '../../api/shapes';
import { allTableNames, call } from '../../api/client';
import { createRequest } from '../../api/definition';
import { keyNames } from '../../api/schema';
import type { Table } from '../../api/types';
import type { Where } from '../../base/place';

// Maximum number of shown items; all are counted.
export const SHOWN = 500;

export interface ComparedTable extends TableDifference {
  keys: string[]; // of the second universe
  definition: boolean; // whether the definitions differ
}

export interface Differences { tables: ComparedTable[]; isCut: boolean }

interface Definition { region: string; table: string; keys: string[]; differs: boolean }

async function describe(where: Where, name: string): Promise<Table> {
  return (await call(where, 'DescribeTable', { TableName: name })).Table;
}

// Compares the tables that both universes have.
async function definitions(before: Where, after: Where): Promise<Definition[]> {
  const [old, now] = await Promise.all([allTableNames(before), allTableNames(after)]);
  return Promise.all(now.filter((name) => old.includes(name)).map(async (name) => {
    const [was, is] = await Promise.all([describe(before, name), describe(after, name)]);
    return { region: after.region, table: name, keys: keyNames(is), differs: JSON.stringify(createRequest(was)) !== JSON.stringify(createRequest(is)) };
  }));
}

export async function differences(before: Where, after: Where, regions: string[]): Promise<Differences> {
  const query = new URLSearchParams({ a: `universe:${before.universe}`, b: `universe:${after.universe}`, limit: String(SHOWN) });
  const [diff, ...ofRegions] = await Promise.all([
    get<DifferenceReport>(after, `diff?${query}`),
    ...regions.map((region) => definitions({ ...before, region }, { ...after, region })),
  ]);
  const defined = ofRegions.flat();
  const named = (table: string, region: string) => (one: { table: string; region: string }): boolean => one.table === table && one.region === region;
  const tables = diff.tables.map((one): ComparedTable => {
    const definition = defined.find(named(one.table, one.region));
    return { ...one, keys: definition?.keys ?? [], definition: definition?.differs ?? false };
  });
  for (const { region, table, keys, differs } of defined) {
    if (!differs || tables.some(named(table, region))) continue;
    tables.push({ region, table, in: 'both', added: 0, removed: 0, changed: 0, items: [], keys, definition: true });
  }
  return { tables, isCut: diff.cut ?? false };
}
