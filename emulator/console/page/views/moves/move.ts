// Exports, imports and bulk operations of the admin API, in one form.
import { get } from '../../api/admin';
import type { BulkOperation, BulkOperations, Export, Exports, Import, Imports } from '../../api/shapes';
import type { Where } from '../../base/place';

export type Move = ({ kind: 'export' } & Export) | ({ kind: 'import' } & Import) | ({ kind: 'bulk' } & BulkOperation);
export type Kind = Move['kind'];

export const KIND_NAMES: Record<Kind, string> = { export: 'export', import: 'import', bulk: 'bulk put' };

// Returns the transfers of the region, the newest first.
export async function loadMoves(where: Where): Promise<Move[]> {
  const lists = await Promise.all([
    get<Exports>(where, 'exports').then(({ exports }) => exports.map((one): Move => ({ ...one, kind: 'export' }))),
    get<Imports>(where, 'imports').then(({ imports }) => imports.map((one): Move => ({ ...one, kind: 'import' }))),
    get<BulkOperations>(where, 'bulk-operations').then(({ bulkOperations }) => bulkOperations.map((one): Move => ({ ...one, kind: 'bulk' }))),
  ]);
  return lists.flat().filter((one) => one.region === where.region).sort((a, b) => b.startedMs - a.startedMs);
}

const ended = new Set(['COMPLETED', 'COMPLETED_WITH_ERRORS', 'CANCELLED', 'FAILED']);
export const isUnderWay = (move: Move): boolean => !ended.has(move.status);
export const statusClass = (move: Move): string => (move.status === 'FAILED' ? 'badtext' : move.status === 'COMPLETED' ? 'soft' : 'warn');
export const statusWords = (move: Move): string => move.status.toLowerCase().replace(/_/g, ' ');

// The numbers of transferred and of failed items.
export const moved = (move: Move): number => (move.kind === 'export' ? move.items : move.kind === 'import' ? move.importedItems : move.putItems);
export const failed = (move: Move): number => (move.kind === 'export' ? 0 : move.kind === 'import' ? move.processedItems - move.importedItems : move.failedItems);

export const filesOf = (move: Move): string => `${move.bucket}/${move.kind === 'export' ? move.folder : move.prefix}`;
const idOf = (move: Move): string => move.arn.slice(move.arn.lastIndexOf('/') + 1);

// Returns the paths of its other files, by name.
export function pathsOf(move: Move): [string, string][] {
  if (move.kind === 'export') return [['files', `${filesOf(move)}data/`], ['manifest', `${filesOf(move)}manifest-summary.json`]];
  if (move.kind === 'bulk') return [['files', filesOf(move)], ['report', `${move.reportBucket}/${move.reportFolder}manifest-summary.json`]];
  return [['files', filesOf(move)], ...(move.errors ? [['log of errors', `aws-dynamodb-imports/${idOf(move)}/error.json`] as [string, string]] : [])];
}

// Returns the progress from 0 to 1; undefined if it is unknown.
export function progressOf(move: Move): number | undefined {
  if (move.kind !== 'bulk' || !isUnderWay(move)) return undefined;
  return move.totalBytes ? Math.min(1, move.processedBytes / move.totalBytes) : undefined;
}

// Returns the seconds since 1970 of a time in UTC; undefined for an empty text. Error: the text is
// not a time.
export function secondsOf(text: string): number | undefined {
  if (!text.trim()) return undefined;
  const ms = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text.trim().replace(' ', 'T')}Z`);
  if (Number.isNaN(ms)) throw new Error(`'${text}' is no moment: write 2026-01-03 09:00:00, in UTC.`);
  return ms / 1000;
}

// Removes members without a value.
export function given(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== ''));
}
