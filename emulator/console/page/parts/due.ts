// Pending work of the clock, in words, with the most useful kind first.
import type { DueWork } from '../api/shapes';
import { plural } from '../base/format';

const MOST_COUNTED = 10_000;

export function dueWords(due: DueWork): string {
  if (due.what === 'transition') return 'a status changes, or a stream is looked after';
  if (due.what === 'replication') return `a write of ${due.table} arrives from another region`;
  if (due.what === 'backfill') {
    const target = due.index ? `the index ${due.index}` : 'the expiries';
    return `${target} of ${due.table} has ${plural(due.items ?? 0, 'item')} of ${due.allItems}`;
  }
  const more = due.items === MOST_COUNTED ? ' or more' : '';
  return `${plural(due.items ?? 0, 'item')}${more} of ${due.table} ${due.items === 1 ? 'expires' : 'expire'}`;
}

// Users who advance the clock mostly mean items; shards end and statuses change all the time.
export const expiriesFirst = (list: DueWork[]): DueWork[] => [...list.filter((one) => one.what === 'expiry'), ...list.filter((one) => one.what !== 'expiry')];
