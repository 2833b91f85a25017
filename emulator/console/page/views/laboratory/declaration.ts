// The effects of a laboratory file that users must know before they apply it.
import { parseJson } from '../../api/json';
import type { DeclaredUniverse, Laboratory } from '../../api/shapes';

const isAnew = (one: Partial<DeclaredUniverse>): boolean => one.from !== undefined || one.snapshot !== undefined || one.fixtures !== undefined;

// Returns the `existing` universes that the file creates again, which deletes their contents.
// Error: the text is not JSON.
export function madeAnew(text: string, universe: string, existing: string[]): string[] {
  parseJson(text); // reports the line of an error
  const declared = JSON.parse(text) as Laboratory;
  const others = Array.isArray(declared.universes) ? declared.universes.filter(isAnew).map((one) => String(one.name)) : [];
  return [...(isAnew(declared) ? [universe] : []), ...others].filter((name) => existing.includes(name));
}

export const warningsOf = (answer: string): string[] => ((JSON.parse(answer) as Laboratory).warnings ?? []);
