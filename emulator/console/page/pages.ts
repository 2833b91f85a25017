// The pages of the documentation that the console shows: a separate script, loaded on demand.
import admin from '../../../docs/ADMIN.md';
import backups from '../../../docs/BACKUPS.md';
import clock from '../../../docs/CLOCK.md';
import consistency from '../../../docs/CONSISTENCY.md';
import console from '../../../docs/CONSOLE.md';
import determinism from '../../../docs/DETERMINISM.md';
import errors from '../../../docs/ERRORS.md';
import faults from '../../../docs/FAULTS.md';
import globalTables from '../../../docs/GLOBAL_TABLES.md';
import hostile from '../../../docs/HOSTILE.md';
import laboratory from '../../../docs/LABORATORY.md';
import requests from '../../../docs/REQUESTS.md';
import throughput from '../../../docs/THROUGHPUT.md';
import universes from '../../../docs/UNIVERSES.md';
import ci from '../../../docs/recipes/ci.md';
import parallel from '../../../docs/recipes/parallel-tests.md';
import retries from '../../../docs/recipes/retries.md';
import stale from '../../../docs/recipes/stale-reads.md';
import throttling from '../../../docs/recipes/throttling.md';
import time from '../../../docs/recipes/time.md';

(globalThis as { statorPages?: Record<string, string> }).statorPages = {
  'ERRORS.md': errors, 'CONSOLE.md': console, 'REQUESTS.md': requests, 'FAULTS.md': faults, 'HOSTILE.md': hostile, 'CONSISTENCY.md': consistency,
  'THROUGHPUT.md': throughput, 'CLOCK.md': clock, 'UNIVERSES.md': universes, 'LABORATORY.md': laboratory, 'BACKUPS.md': backups, 'GLOBAL_TABLES.md': globalTables, 'DETERMINISM.md': determinism,
  'ADMIN.md': admin, 'recipes/parallel-tests.md': parallel, 'recipes/stale-reads.md': stale, 'recipes/retries.md': retries,
  'recipes/throttling.md': throttling, 'recipes/time.md': time, 'recipes/ci.md': ci,
};
