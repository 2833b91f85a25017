// A request to a table in the builder's form, and its conversion to expressions.
import { keysOf, typeOfKey } from './schema';
import type { PageRequest, Item, Table, Value } from './types';

export const OPERATORS = ['=', '<>', '<', '<=', '>', '>=', 'between', 'begins_with', 'contains', 'in', 'exists', 'not_exists'] as const;
export type Operator = (typeof OPERATORS)[number];
// The operators that a sort key's condition may have.
export const SORT_OPERATORS: Operator[] = ['=', '<', '<=', '>', '>=', 'between', 'begins_with'];
export type ScalarType = 'S' | 'N' | 'B' | 'BOOL' | 'NULL';

export interface Condition {
  name: string; // "state", "address.city"
  operator: Operator;
  type: ScalarType;
  values: string[]; // two for between, any number for in, none for exists
}

export interface Question {
  index: string; // "" for the table
  partition?: string; // without it, a scan
  sort?: Condition;
  filters: Condition[];
  descending: boolean;
  consistent: boolean;
  limit?: number;
}

export const emptyQuestion = (): Question => ({ index: '', filters: [], descending: false, consistent: false });

export const isQuery = (question: Question): boolean => question.partition !== undefined;

export const valuesNeeded = (operator: Operator): number =>
  operator === 'exists' || operator === 'not_exists' ? 0 : operator === 'between' ? 2 : 1;

// Whether all required parts are filled in.
export function isComplete(condition: Condition): boolean {
  if (!condition.name) return false;
  const given = condition.values.filter((value) => value !== '').length;
  return condition.type === 'NULL' || given >= valuesNeeded(condition.operator);
}

export function scalar(type: ScalarType, text: string): Value {
  switch (type) {
    case 'N': return { N: text };
    case 'B': return { B: text };
    case 'BOOL': return { BOOL: text === 'true' };
    case 'NULL': return { NULL: true };
    default: return { S: text };
  }
}

// Collects placeholders while expressions are written. Every name gets one, because there are many
// reserved words.
class Placeholders {
  names: Record<string, string> = {};
  values: Item = {};

  name(path: string): string {
    return path.split('.').map((part) => this.one(part)).join('.');
  }

  private one(part: string): string {
    const subscript = /(\[\d+\])*$/.exec(part)?.[0] ?? '';
    const bare = part.slice(0, part.length - subscript.length);
    const stem = `#${bare.replace(/\W/g, '_')}`;
    let placeholder = stem;
    for (let i = 2; this.names[placeholder] !== undefined && this.names[placeholder] !== bare; i++) placeholder = stem + i;
    this.names[placeholder] = bare;
    return placeholder + subscript;
  }

  value(path: string, value: Value): string {
    const stem = `:${path.replace(/\W/g, '_')}`;
    let placeholder = stem;
    for (let i = 2; this.values[placeholder] !== undefined; i++) placeholder = stem + i;
    this.values[placeholder] = value;
    return placeholder;
  }
}

function written(condition: Condition, to: Placeholders): string {
  const name = to.name(condition.name);
  const value = (i: number): string => to.value(condition.name, scalar(condition.type, condition.values[i] ?? ''));
  switch (condition.operator) {
    case 'between': return `${name} BETWEEN ${value(0)} AND ${value(1)}`;
    case 'begins_with': return `begins_with(${name}, ${value(0)})`;
    case 'contains': return `contains(${name}, ${value(0)})`;
    case 'in': return `${name} IN (${condition.values.map((_, i) => value(i)).join(', ')})`;
    case 'exists': return `attribute_exists(${name})`;
    case 'not_exists': return `attribute_not_exists(${name})`;
    default: return `${name} ${condition.operator} ${value(0)}`;
  }
}

// Returns the request of a Query, or of a Scan if the partition key is missing.
export function toRequest(table: Table, question: Question): PageRequest {
  const request: PageRequest = { TableName: table.TableName };
  const placeholders = new Placeholders();
  if (question.index) request.IndexName = question.index;
  if (question.partition !== undefined) {
    const { hash } = keysOf(table, question.index);
    const keys = [{ name: hash, operator: '=' as const, type: typeOfKey(table, hash), values: [question.partition] }];
    const all: Condition[] = question.sort && isComplete(question.sort) ? [...keys, question.sort] : keys;
    request.KeyConditionExpression = all.map((condition) => written(condition, placeholders)).join(' AND ');
    if (question.descending) request.ScanIndexForward = false;
  }
  const filters = question.filters.filter(isComplete);
  if (filters.length) request.FilterExpression = filters.map((one) => written(one, placeholders)).join(' AND ');
  if (Object.keys(placeholders.names).length) request.ExpressionAttributeNames = placeholders.names;
  if (Object.keys(placeholders.values).length) request.ExpressionAttributeValues = placeholders.values;
  if (question.consistent) request.ConsistentRead = true;
  if (question.limit) request.Limit = question.limit;
  return request;
}

// ---- In the address bar ----

export function toParams(question: Question): Record<string, string | null> {
  const { index, partition, sort, filters, descending, consistent, limit } = question;
  return {
    index: index || null,
    pk: partition === undefined ? null : JSON.stringify(partition),
    sk: sort && isComplete(sort) ? JSON.stringify([sort.operator, ...sort.values]) : null,
    filters: filters.length ? JSON.stringify(filters.map((f) => [f.name, f.operator, f.type, ...f.values])) : null,
    order: descending ? 'descending' : null,
    consistent: consistent ? 'true' : null,
    limit: limit ? String(limit) : null,
  };
}

function parsed<T>(text: string | null): T | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export function fromParams(table: Table, params: URLSearchParams): Question {
  const index = params.get('index') ?? '';
  const { range } = keysOf(table, index);
  const sort = parsed<[Operator, ...string[]]>(params.get('sk'));
  const filters = parsed<[string, Operator, ScalarType, ...string[]][]>(params.get('filters')) ?? [];
  const partition = parsed<string>(params.get('pk'));
  return {
    index,
    partition: typeof partition === 'string' ? partition : undefined,
    sort: sort && range ? { name: range, operator: sort[0], type: typeOfKey(table, range), values: sort.slice(1) } : undefined,
    filters: filters.map(([name, operator, type, ...values]) => ({ name, operator, type, values })),
    descending: params.get('order') === 'descending',
    consistent: params.get('consistent') === 'true',
    limit: Number(params.get('limit')) || undefined,
  };
}
