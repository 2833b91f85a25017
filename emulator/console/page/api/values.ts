// Attribute values: their types, their plain form, and the conversion back, which keeps the types.
//
// Plain JSON has no sets, no binary, and numbers of at most 17 digits. Therefore, numbers are
// passed as text, and the previous value determines the type: a list that was a string set remains
// one.
import type { Item, TypeName, Value } from './types';

export const typeOf = (value: Value): TypeName => Object.keys(value)[0] as TypeName;
export const contentOf = (value: Value): unknown => Object.values(value)[0];

// A number whose text must not change: 1e400, 12345678901234567890.
export class NumberText {
  constructor(readonly text: string) {}
}

export type Plain = string | boolean | null | NumberText | Plain[] | { [name: string]: Plain };

export function toPlain(value: Value): Plain {
  if ('S' in value) return value.S;
  if ('N' in value) return new NumberText(value.N);
  if ('B' in value) return value.B;
  if ('BOOL' in value) return value.BOOL;
  if ('NULL' in value) return null;
  if ('SS' in value) return value.SS;
  if ('NS' in value) return value.NS.map((n) => new NumberText(n));
  if ('BS' in value) return value.BS;
  if ('L' in value) return value.L.map(toPlain);
  return itemToPlain(value.M);
}

export function itemToPlain(item: Item): { [name: string]: Plain } {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toPlain(value)]));
}

export function fromPlain(plain: Plain, was?: Value): Value {
  if (plain === null) return { NULL: true };
  if (typeof plain === 'boolean') return { BOOL: plain };
  if (plain instanceof NumberText) return { N: plain.text };
  if (typeof plain === 'string') return was && 'B' in was ? { B: plain } : { S: plain };
  if (Array.isArray(plain)) return listFromPlain(plain, was);
  return { M: itemFromPlain(plain, was && 'M' in was ? was.M : undefined) };
}

function listFromPlain(plain: Plain[], was?: Value): Value {
  const strings = plain.length > 0 && plain.every((one): one is string => typeof one === 'string');
  const numbers = plain.length > 0 && plain.every((one): one is NumberText => one instanceof NumberText);
  if (was && 'SS' in was && strings) return { SS: plain as string[] };
  if (was && 'BS' in was && strings) return { BS: plain as string[] };
  if (was && 'NS' in was && numbers) return { NS: (plain as NumberText[]).map((n) => n.text) };
  return { L: plain.map((one, i) => fromPlain(one, was && 'L' in was ? was.L[i] : undefined)) };
}

export function itemFromPlain(plain: { [name: string]: Plain }, was?: Item): Item {
  return Object.fromEntries(Object.entries(plain).map(([name, one]) => [name, fromPlain(one, was?.[name])]));
}

// A short form for a cell: "L · 3", "paid", 9.99.
export function cellText(value: Value | undefined): string {
  if (!value) return '';
  if ('S' in value) return value.S;
  if ('N' in value) return value.N;
  if ('BOOL' in value) return String(value.BOOL);
  if ('NULL' in value) return 'null';
  if ('B' in value) return `B · ${Math.floor((value.B.replace(/=+$/, '').length * 3) / 4)} bytes`;
  if ('M' in value) return `M · ${Object.keys(value.M).length}`;
  const list = contentOf(value) as unknown[];
  return 'L' in value ? `L · ${list.length}` : `{ ${list.slice(0, 4).join(', ')}${list.length > 4 ? ', …' : ''} }`;
}

export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (!a || !b) return a === b;
  return canonical(a) === canonical(b);
}

export const sameItem = (a: Item, b: Item): boolean => sameValue({ M: a }, { M: b });

// Sets and maps have no order.
export function canonical(value: Value): string {
  const type = typeOf(value);
  if ('M' in value) {
    const names = Object.keys(value.M).sort();
    return `M{${names.map((name) => `${JSON.stringify(name)}:${canonical(value.M[name]!)}`).join()}}`;
  }
  if ('L' in value) return `L[${value.L.map(canonical).join()}]`;
  const content = contentOf(value);
  return type + JSON.stringify(Array.isArray(content) ? [...content].sort() : content);
}

export const keyOf = (item: Item, names: string[]): Item =>
  Object.fromEntries(names.filter((name) => item[name]).map((name) => [name, item[name]!]));

const TYPES = new Set<string>(['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M']);

interface KeyValue { S?: string; N?: string; B?: string }

// Whether two items have the same key. Fast, because lists have 100,000 items. Keys are S, N or B.
export const sameKey = (a: Item, b: Item, names: string[]): boolean =>
  names.every((name) => {
    const [x, y] = [a[name] as KeyValue | undefined, b[name] as KeyValue | undefined];
    return x !== undefined && y !== undefined && x.S === y.S && x.N === y.N && x.B === y.B;
  });

const isText = (json: unknown): boolean => typeof json === 'string';

function isValue(json: unknown): json is Value {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  const [type, ...more] = Object.keys(json);
  if (more.length || !type || !TYPES.has(type)) return false;
  const content = Object.values(json)[0];
  switch (type) {
    case 'BOOL': return typeof content === 'boolean';
    case 'NULL': return content === true;
    case 'SS': case 'NS': case 'BS': return Array.isArray(content) && content.every(isText);
    case 'L': return Array.isArray(content) && content.every(isValue);
    case 'M': return isTyped(content);
    default: return isText(content);
  }
}

// Whether JSON is an item in DynamoDB's format: every member is a value with its type, at all
// levels.
export function isTyped(json: unknown): json is Item {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  return Object.values(json).every(isValue);
}

// Returns the attributes that are not values in DynamoDB's format.
export const untyped = (json: object): string[] => Object.entries(json).filter(([, value]) => !isValue(value)).map(([name]) => name);
