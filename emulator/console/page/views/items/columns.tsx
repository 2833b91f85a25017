// Automatically chosen columns: keys first, then the most frequent attributes.
import { keyNames, indexesOf, keysOf } from '../../api/schema';
import { cellText, typeOf } from '../../api/values';
import type { Item, Table, Value } from '../../api/types';
import { relative, time } from '../../base/format';
import type { Column } from '../../parts/grid';

const SAMPLE = 400;
const CHOSEN = 12;
const RARE = 0.02; // less frequent attributes are hidden by default

export interface Found { name: string; share: number; numeric: boolean; width: number }

// The attributes of the first items, in the order of the columns.
export function attributesOf(items: Item[], first: string[]): Found[] {
  const sample = items.slice(0, SAMPLE);
  const seen = new Map<string, { count: number; numbers: number; longest: number; at: number }>();
  for (const item of sample) {
    for (const [name, value] of Object.entries(item)) {
      const one = seen.get(name) ?? { count: 0, numbers: 0, longest: 0, at: seen.size };
      one.count++;
      if ('N' in value) one.numbers++;
      one.longest = Math.max(one.longest, cellText(value).length);
      seen.set(name, one);
    }
  }
  for (const name of first) if (!seen.has(name)) seen.set(name, { count: 0, numbers: 0, longest: 4, at: -1 });
  const rank = (name: string): number => { const i = first.indexOf(name); return i < 0 ? first.length : i; };
  return [...seen].map(([name, one]) => ({
    name, share: one.count / Math.max(sample.length, 1), numeric: one.numbers * 2 > one.count, at: one.at,
    width: Math.max(Math.min(Math.max(one.longest, name.length + 4) + 4, 38), 9),
  })).sort((a, b) => rank(a.name) - rank(b.name) || Math.round((b.share - a.share) * 10) || a.at - b.at);
}

export function chosen(found: Found[], asked: string[] | undefined, first: string[]): Found[] {
  if (asked) return asked.flatMap((name) => found.filter((one) => one.name === name));
  return found.filter((one) => first.includes(one.name) || one.share > RARE).slice(0, CHOSEN);
}

// Returns "pk", "sk", or the indexes whose key the attribute is.
function roleOf(table: Table, name: string): string {
  const { hash, range } = keysOf(table);
  if (name === hash) return 'pk';
  if (name === range) return 'sk';
  return indexesOf(table).filter((index) => index.KeySchema.some((key) => key.AttributeName === name)).map((index) => index.IndexName).join(' ');
}

export const firstNames = (table: Table, index: string): string[] =>
  [...new Set([...keyNames(table), ...(index ? keyNames(table, index) : [])])];

function cell(value: Value | undefined, isExpiry: boolean, now: number): JSX.Element | string {
  if (!value) return <span className="faint">–</span>;
  if (isExpiry && 'N' in value) return <span title={time(Number(value.N) * 1000)}>{relative(Number(value.N) * 1000, now)}</span>;
  const type = typeOf(value);
  if (type === 'M' || type === 'L' || type === 'B' || type === 'NULL') return <span className="soft">{cellText(value)}</span>;
  return cellText(value).slice(0, 200);
}

function full(value: Value | undefined): string | undefined {
  return value && ('S' in value || 'N' in value) ? cellText(value).slice(0, 1000) : undefined;
}

export function columnsOf(table: Table, shown: Found[], ttl: string | undefined, now: number): Column<Item>[] {
  return shown.map(({ name, numeric, width }) => {
    const role = roleOf(table, name);
    const isExpiry = name === ttl;
    return {
      id: name,
      head: <>{name}{role && <> <u>{role}</u></>}{isExpiry && <> <u>expires</u></>}</>,
      numeric: numeric && !isExpiry,
      width: Math.max(width, name.length + role.length + 5),
      cell: (item: Item) => cell(item[name], isExpiry, now),
      title: isExpiry ? undefined : (item: Item) => full(item[name]),
    };
  });
}
