// Saves an item on the condition that it has not been changed in the meantime.
import type { Where } from '../base/place';
import { ApiError, call } from './client';
import { keyOf, sameItem, sameValue } from './values';
import type { Item } from './types';

// DynamoDB allows 300 operators in an expression, so items with more attributes are compared only
// in the changed ones.
const MAX_COMPARED = 120;

export interface Saving { operation: 'PutItem' | 'UpdateItem' | 'TransactWriteItems' | 'DeleteItem'; request: Record<string, unknown> }

class Parts {
  names: Record<string, string> = {};
  values: Item = {};

  name(attribute: string): string {
    const found = Object.entries(this.names).find(([, name]) => name === attribute);
    if (found) return found[0];
    const placeholder = `#n${Object.keys(this.names).length}`;
    this.names[placeholder] = attribute;
    return placeholder;
  }

  value(value: Item[string]): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }

  get members(): object {
    const members: Record<string, unknown> = { ExpressionAttributeNames: this.names };
    if (Object.keys(this.values).length) members['ExpressionAttributeValues'] = this.values;
    return members;
  }
}

// Returns "#n0 = :v0 AND …": the item is unchanged. `touched` are attributes that must be compared.
function unchanged(was: Item, keys: string[], touched: string[], parts: Parts): string {
  const others = Object.keys(was).filter((name) => !keys.includes(name));
  const compared = others.length <= MAX_COMPARED ? others : others.filter((name) => touched.includes(name));
  const clauses = compared.map((name) => `${parts.name(name)} = ${parts.value(was[name]!)}`);
  for (const name of touched) {
    if (!was[name]) clauses.push(`attribute_not_exists(${parts.name(name)})`);
  }
  return [`attribute_exists(${parts.name(keys[0]!)})`, ...clauses].join(' AND ');
}

function updating(table: string, keys: string[], was: Item, next: Item): Saving {
  const names = [...new Set([...Object.keys(was), ...Object.keys(next)])].filter((name) => !sameValue(was[name], next[name]));
  const parts = new Parts();
  const sets = names.filter((name) => next[name]).map((name) => `${parts.name(name)} = ${parts.value(next[name]!)}`);
  const removes = names.filter((name) => !next[name]).map((name) => parts.name(name));
  const expression = [sets.length && `SET ${sets.join(', ')}`, removes.length && `REMOVE ${removes.join(', ')}`].filter(Boolean).join(' ');
  const condition = unchanged(was, keys, names, parts);
  return {
    operation: 'UpdateItem',
    request: { TableName: table, Key: keyOf(was, keys), UpdateExpression: expression, ConditionExpression: condition, ...parts.members, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
  };
}

function creating(table: string, keys: string[], next: Item): Saving {
  return {
    operation: 'PutItem',
    request: { TableName: table, Item: next, ConditionExpression: 'attribute_not_exists(#pk)', ExpressionAttributeNames: { '#pk': keys[0] }, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
  };
}

export function deleting(table: string, keys: string[], was: Item): Saving {
  const parts = new Parts();
  const condition = unchanged(was, keys, [], parts);
  return {
    operation: 'DeleteItem',
    request: { TableName: table, Key: keyOf(was, keys), ConditionExpression: condition, ...parts.members, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
  };
}

// Returns the request that turns `was` into `next`; without `was`, the request that creates an
// item.
export function saving(table: string, keys: string[], was: Item | undefined, next: Item): Saving {
  if (!was) return creating(table, keys, next);
  if (sameItem(keyOf(was, keys), keyOf(next, keys))) return updating(table, keys, was, next);
  const put = creating(table, keys, next).request;
  const remove = deleting(table, keys, was).request;
  return { operation: 'TransactWriteItems', request: { TransactItems: [{ Put: put }, { Delete: remove }] } };
}

export interface Conflict { theirs: Item | undefined }

// Returns undefined if the item was saved. Error: any other error from DynamoDB.
export async function save(where: Where, what: Saving): Promise<Conflict | undefined> {
  try {
    await call(where, what.operation, what.request as never);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.type === 'ConditionalCheckFailedException') return { theirs: error.body.Item };
    const failed = error.body.CancellationReasons?.find((one) => one.Code === 'ConditionalCheckFailed');
    if (failed) return { theirs: failed.Item };
    throw error;
  }
}
