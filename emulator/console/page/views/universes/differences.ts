// What differs between two universes: tables, their definitions, their items.
import { readAll } from '../../api/bulk';
import { allTableNames, call } from '../../api/client';
import { createRequest } from '../../api/definition';
import { keyNames } from '../../api/schema';
import { canonical, keyOf, sameItem } from '../../api/values';
import type { Item, Table } from '../../api/types';
import type { Where } from '../../base/place';

// Of a table, no more items are compared than these.
export const MOST_ITEMS = 200_000;
const SHOWN = 200;

export interface ItemDifference { key: Item; before?: Item; after?: Item }

export interface TableDifference {
  table: string;
  only?: 'before' | 'after'; // where the table is
  definition: boolean; // the definitions differ
  keys: string[];
  added: number;
  removed: number;
  changed: number;
  items: ItemDifference[]; // the first of them
  isCut: boolean; // there are too many items
}

const empty = (table: string): TableDifference => ({ table, definition: false, keys: [], added: 0, removed: 0, changed: 0, items: [], isCut: false });

async function describe(where: Where, name: string): Promise<Table> {
  return (await call(where, 'DescribeTable', { TableName: name })).Table;
}

async function itemsOf(where: Where, table: Table): Promise<{ items: Map<string, Item>; isCut: boolean }> {
  const items = new Map<string, Item>();
  const keys = keyNames(table);
  await readAll(where, table.TableName, (page) => {
    for (const item of page) items.set(canonical({ M: keyOf(item, keys) }), item);
    return items.size < MOST_ITEMS;
  });
  return { items, isCut: items.size >= MOST_ITEMS };
}

async function compareTable(before: Where, after: Where, name: string): Promise<TableDifference> {
  const [old, now] = await Promise.all([describe(before, name), describe(after, name)]);
  const found = { ...empty(name), keys: keyNames(now), definition: JSON.stringify(createRequest(old)) !== JSON.stringify(createRequest(now)) };
  if (keyNames(old).join() !== keyNames(now).join()) return found;
  const [first, second] = await Promise.all([itemsOf(before, old), itemsOf(after, now)]);
  const note = (difference: ItemDifference): void => { if (found.items.length < SHOWN) found.items.push(difference); };
  for (const [id, item] of second.items) {
    const was = first.items.get(id);
    if (was && sameItem(was, item)) continue;
    if (was) found.changed++; else found.added++;
    note({ key: keyOf(item, found.keys), before: was, after: item });
  }
  for (const [id, item] of first.items) {
    if (second.items.has(id)) continue;
    found.removed++;
    note({ key: keyOf(item, found.keys), before: item });
  }
  return { ...found, isCut: first.isCut || second.isCut };
}

// Table by table; `done` hears each that differs as it is found.
export async function differences(before: Where, after: Where, done: (difference: TableDifference) => void): Promise<void> {
  const [old, now] = await Promise.all([allTableNames(before), allTableNames(after)]);
  for (const name of [...new Set([...old, ...now])].sort()) {
    if (!now.includes(name)) { done({ ...empty(name), only: 'before' }); continue; }
    if (!old.includes(name)) { done({ ...empty(name), only: 'after' }); continue; }
    const found = await compareTable(before, after, name);
    if (found.definition || found.added || found.removed || found.changed) done(found);
  }
}
