// Operations on many items: written in batches, read page by page, read from files.
import type { Where } from '../base/place';
import { ask, call, each } from './client';
import { JsonError, compactJson, parseJson } from './json';
import { isTyped, itemFromPlain, untyped, itemToPlain, keyOf, NumberText } from './values';
import type { Plain } from './values';
import type { Item, WriteRequest } from './types';

const BATCH = 25;
const BATCHES_AT_ONCE = 4;

// Error: the first error from DynamoDB. `done` receives the number of written items.
export async function writeAll(where: Where, table: string, writes: WriteRequest[], done: (count: number) => void): Promise<void> {
  const batches: WriteRequest[][] = [];
  for (let i = 0; i < writes.length; i += BATCH) batches.push(writes.slice(i, i + BATCH));
  let written = 0;
  await each(batches, BATCHES_AT_ONCE, async (batch) => {
    let left = batch;
    for (let wait = 20; left.length; wait = Math.min(wait * 2, 2_000)) {
      const reply = await call(where, 'BatchWriteItem', { RequestItems: { [table]: left } });
      const back = reply.UnprocessedItems?.[table] ?? [];
      written += left.length - back.length;
      done(written);
      left = back;
      if (left.length) await new Promise((resume) => setTimeout(resume, wait));
    }
  });
}

// Reads every item of a table, page by page, until `take` returns false.
export async function readAll(where: Where, table: string, take: (items: Item[]) => boolean, projection?: string[]): Promise<void> {
  let start: Item | undefined;
  const names = Object.fromEntries((projection ?? []).map((name, i) => [`#${i}`, name]));
  const only = projection ? { ProjectionExpression: Object.keys(names).join(), ExpressionAttributeNames: names } : {};
  do {
    const { body } = await ask(where, 'Scan', { TableName: table, ...only, ...(start ? { ExclusiveStartKey: start } : {}) });
    if (!take(body.Items ?? [])) return;
    start = body.LastEvaluatedKey;
  } while (start);
}

export async function purge(where: Where, table: string, keys: string[], done: (count: number) => void): Promise<number> {
  const all: Item[] = [];
  await readAll(where, table, (items) => { all.push(...items); return true; }, keys);
  await writeAll(where, table, all.map((item) => ({ DeleteRequest: { Key: keyOf(item, keys) } })), done);
  return all.length;
}

// ---- Files ----

export type Format = 'json' | 'jsonl' | 'dynamodb' | 'csv';
export const FORMATS: [Format, string][] = [
  ['jsonl', 'JSON, a line each'], ['json', 'JSON, a list'], ['dynamodb', 'DynamoDB JSON, as exports to S3'], ['csv', 'CSV'],
];

const csvCell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

function csvText(items: Item[]): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const lines = items.map((item) => {
    const plain = itemToPlain(item);
    return names.map((name) => {
      const value = plain[name];
      return csvCell(value === undefined ? '' : typeof value === 'string' ? value : compactJson(value));
    }).join();
  });
  return [names.map(csvCell).join(), ...lines].join('\r\n') + '\r\n';
}

export function exportText(items: Item[], format: Format): string {
  switch (format) {
    case 'csv': return csvText(items);
    case 'dynamodb': return items.map((item) => `${JSON.stringify({ Item: item })}\n`).join('');
    case 'json': return `[\n${items.map((item) => compactJson(itemToPlain(item))).join(',\n')}\n]\n`;
    default: return items.map((item) => `${compactJson(itemToPlain(item))}\n`).join('');
  }
}

function toTyped(plain: Plain): unknown {
  if (plain instanceof NumberText) return plain.text;
  if (Array.isArray(plain)) return plain.map(toTyped);
  if (plain && typeof plain === 'object') return Object.fromEntries(Object.entries(plain).map(([name, one]) => [name, toTyped(one)]));
  return plain;
}

// Reads an item that is only in DynamoDB's JSON. Error: a sentence with the invalid value.
export function typedItemOf(plain: Plain): Item {
  const typed = toTyped(plain);
  if (typeof typed !== 'object' || typed === null || Array.isArray(typed)) throw new JsonError('an item must be a map, { … }', 1);
  const [wrong] = untyped(typed);
  if (wrong !== undefined) throw new Error(`${wrong} is not in DynamoDB JSON: write {"S": "text"}, {"N": "1"}, {"L": [ … ]} and so on.`);
  return typed as Item;
}

// Reads an item in either kind of JSON, also within {"Item": …}.
export function itemOf(plain: Plain, was?: Item): Item {
  if (plain === null || typeof plain !== 'object' || Array.isArray(plain) || plain instanceof NumberText) {
    throw new JsonError('an item must be a map, { … }', 1);
  }
  const names = Object.keys(plain);
  if (names.length === 1 && names[0] === 'Item' && isTyped(toTyped(plain['Item']!))) return toTyped(plain['Item']!) as Item;
  const typed = toTyped(plain);
  return names.length > 0 && isTyped(typed) ? typed : itemFromPlain(plain, was);
}

function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) throw new JsonError('a quote is not closed', rows.length);
    rows[rows.length - 1]!.push(match[1] !== undefined ? match[1].replace(/""/g, '"') : match[2]!);
    if (match[3] !== ',' && pattern.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

// A cell is read as JSON if possible, and otherwise as text; empty cells result in no attribute.
function csvItems(text: string, isText: (name: string) => boolean): Item[] {
  const [names = [], ...rows] = csvRows(text);
  return rows.map((row) => {
    const plain: { [name: string]: Plain } = {};
    names.forEach((name, i) => {
      const cell = row[i] ?? '';
      if (cell === '') return;
      try {
        plain[name] = isText(name) ? cell : parseJson(cell);
      } catch {
        plain[name] = cell;
      }
    });
    return itemFromPlain(plain);
  });
}

// Reads the items of a file: a JSON list, JSON lines, an export to S3, CSV. Error: a sentence with
// the line.
export function importItems(name: string, text: string, isText: (name: string) => boolean): Item[] {
  if (/\.csv$/i.test(name)) return csvItems(text, isText);
  if (text.trimStart().startsWith('[')) return (parseJson(text) as Plain[]).map((one) => itemOf(one));
  const lines = text.split('\n');
  const isLines = lines.filter((line) => line.trim()).every((line) => line.trim().startsWith('{') && line.trim().endsWith('}'));
  if (!isLines) {
    const whole = parseJson(text) as { [name: string]: Plain };
    const list = whole['Items'];
    return Array.isArray(list) ? list.map((one) => itemOf(one)) : [itemOf(whole)];
  }
  return lines.flatMap((line, i) => {
    if (!line.trim()) return [];
    try {
      return [itemOf(parseJson(line))];
    } catch (error) {
      throw error instanceof JsonError ? new JsonError(error.message.replace(/^Line \d+: /, ''), i + 1) : error;
    }
  });
}
