// The key of a new table or index: its name and type.
import type { KeyElement } from '../api/types';
import { Choose, Field } from './basic';

type KeyType = 'S' | 'N' | 'B';
const KEY_TYPES: [KeyType, string][] = [['S', 'string'], ['N', 'number'], ['B', 'binary']];

export interface Key { name: string; type: KeyType }

// If the sort key has no name, the schema contains only the partition key.
export function keySchema(hash: Key, range: Key): KeyElement[] {
  const keys: KeyElement[] = [{ AttributeName: hash.name, KeyType: 'HASH' }];
  if (range.name) keys.push({ AttributeName: range.name, KeyType: 'RANGE' });
  return keys;
}

export function keyTypes(keys: Key[]): { AttributeName: string; AttributeType: KeyType }[] {
  const types = new Map(keys.filter((key) => key.name).map((key) => [key.name, key.type]));
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
}

export function KeyFields({ label, value, onChange, hint }: { label: string; value: Key; onChange: (key: Key) => void; hint?: string }): JSX.Element {
  return (
    <div className="row end">
      <Field label={label} value={value.name} mono placeholder={hint} onChange={(name) => onChange({ ...value, name })} />
      <Choose label={`Type of the ${label}`} hideLabel value={value.type} options={KEY_TYPES} onChange={(type) => onChange({ ...value, type })} />
    </div>
  );
}
