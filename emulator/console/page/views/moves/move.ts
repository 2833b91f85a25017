// Exports, imports and bulk operations as the admin API lists them, in one form.
import { get } from '../../api/admin';
import type { Where } from '../../base/place';

export type Kind = 'export' | 'import' | 'bulk';

export interface Move {
  kind: Kind;
  region: string;
  table: string;
  arn: string;
  status: 'IN_PROGRESS' | 'COMPLETED' | 'COMPLETED_WITH_ERRORS' | 'CANCELLING' | 'CANCELLED' | 'FAILED';
  format: string;
  bucket: string;
  startedMs: number;
  endedMs?: number;
  failureCode?: string;
  failureMessage?: string;
  // Exports.
  type?: string;
  folder?: string;
  items?: number;
  billedBytes?: number;
  // Imports, bulk operations.
  compression?: string;
  prefix?: string;
  processedItems?: number;
  processedBytes?: number;
  importedItems?: number;
  errors?: number; // lines in the log of errors
  putItems?: number;
  failedItems?: number;
  conditionFailures?: number;
  totalBytes?: number;
  reportBucket?: string;
  reportFolder?: string;
}

export const KIND_NAMES: Record<Kind, string> = { export: 'export', import: 'import', bulk: 'bulk put' };

// Those of the region, the newest first.
export async function loadMoves(where: Where): Promise<Move[]> {
  const lists = await Promise.all([
    get<{ exports: Move[] }>(where, 'exports').then(({ exports }) => exports.map((one): Move => ({ ...one, kind: 'export' }))),
    get<{ imports: Move[] }>(where, 'imports').then(({ imports }) => imports.map((one): Move => ({ ...one, kind: 'import' }))),
    get<{ bulkOperations: Move[] }>(where, 'bulk-operations').then(({ bulkOperations }) => bulkOperations.map((one): Move => ({ ...one, kind: 'bulk' }))),
  ]);
  return lists.flat().filter((one) => one.region === where.region).sort((a, b) => b.startedMs - a.startedMs);
}

const ended = new Set(['COMPLETED', 'COMPLETED_WITH_ERRORS', 'CANCELLED', 'FAILED']);
export const isUnderWay = (move: Move): boolean => !ended.has(move.status);
export const statusClass = (move: Move): string => (move.status === 'FAILED' ? 'badtext' : move.status === 'COMPLETED' ? 'soft' : 'warn');
export const statusWords = (move: Move): string => move.status.toLowerCase().replace(/_/g, ' ');

// What was moved, and what could not be.
export const moved = (move: Move): number => move.items ?? move.importedItems ?? move.putItems ?? 0;
export const failed = (move: Move): number => move.failedItems ?? (move.importedItems === undefined ? 0 : (move.processedItems ?? 0) - move.importedItems);

export const filesOf = (move: Move): string => `${move.bucket}/${move.folder ?? move.prefix ?? ''}`;
const idOf = (move: Move): string => move.arn.slice(move.arn.lastIndexOf('/') + 1);

// What else there is to read about it, by name.
export function pathsOf(move: Move): [string, string][] {
  if (move.kind === 'export') return [['files', `${filesOf(move)}data/`], ['manifest', `${filesOf(move)}manifest-summary.json`]];
  if (move.kind === 'bulk') return [['files', filesOf(move)], ['report', `${move.reportBucket}/${move.reportFolder}manifest-summary.json`]];
  return [['files', filesOf(move)], ...(move.errors ? [['log of errors', `aws-dynamodb-imports/${idOf(move)}/error.json`] as [string, string]] : [])];
}

// How much of it is done, from 0 to 1; undefined where nobody knows.
export function progressOf(move: Move): number | undefined {
  if (!isUnderWay(move)) return undefined;
  return move.totalBytes ? Math.min(1, (move.processedBytes ?? 0) / move.totalBytes) : undefined;
}

// Seconds since 1970 of a moment in UTC; undefined for none. Error: what is no moment.
export function secondsOf(text: string): number | undefined {
  if (!text.trim()) return undefined;
  const ms = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text.trim().replace(' ', 'T')}Z`);
  if (Number.isNaN(ms)) throw new Error(`'${text}' is no moment: write 2026-01-03 09:00:00, in UTC.`);
  return ms / 1000;
}

// Without the members that say nothing.
export function given(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== ''));
}
