// The pages of the documentation that the program contains.

// In the order of pages.ts, which contains their texts.
export const PAGES: [string, string][] = [
  ['ERRORS.md', 'Why a request is refused'], ['CONSOLE.md', 'The console'], ['REQUESTS.md', 'Requests: journal, report, assertions'],
  ['FAULTS.md', 'Faults'], ['HOSTILE.md', 'How hostile DynamoDB is'], ['CONSISTENCY.md', 'Consistency'], ['THROUGHPUT.md', 'Throughput'],
  ['CLOCK.md', 'The clock'], ['UNIVERSES.md', 'Universes'], ['LABORATORY.md', 'The laboratory in one file'], ['BACKUPS.md', 'Backups and point-in-time recovery'], ['GLOBAL_TABLES.md', 'Global tables'], ['DETERMINISM.md', 'Determinism'],
  ['ADMIN.md', 'The admin API'], ['recipes/parallel-tests.md', 'Recipe: tests side by side'],
  ['recipes/stale-reads.md', 'Recipe: stale reads'], ['recipes/retries.md', 'Recipe: retries'], ['recipes/throttling.md', 'Recipe: throttling'],
  ['recipes/time.md', 'Recipe: time'], ['recipes/ci.md', 'Recipe: continuous integration'],
];

export const isPage = (name: string): boolean => PAGES.some(([one]) => one === name);

let loading: Promise<Record<string, string>> | undefined;

// Returns their texts by name. Error: a sentence if they cannot be loaded.
export function loadPages(): Promise<Record<string, string>> {
  loading ??= new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = '/_stator/console/pages.js';
    script.onload = () => done((window as { statorPages?: Record<string, string> }).statorPages ?? {});
    script.onerror = () => { loading = undefined; fail(new Error('The documentation does not come: has Stator stopped?')); };
    document.head.append(script);
  });
  return loading;
}
