// What a laboratory file does, as far as somebody must know before it does it.
import { parseJson } from '../../api/json';
import type { DeclaredUniverse, Laboratory } from '../../api/shapes';

const isAnew = (one: Partial<DeclaredUniverse>): boolean => one.from !== undefined || one.snapshot !== undefined || one.fixtures !== undefined;

// Those of the `existing` universes that the file makes anew, so that what they hold is dropped. Error: a text that is not JSON.
export function madeAnew(text: string, universe: string, existing: string[]): string[] {
  parseJson(text); // says in which line it breaks
  const declared = JSON.parse(text) as Laboratory;
  const others = Array.isArray(declared.universes) ? declared.universes.filter(isAnew).map((one) => String(one.name)) : [];
  return [...(isAnew(declared) ? [universe] : []), ...others].filter((name) => existing.includes(name));
}

export const warningsOf = (answer: string): string[] => ((JSON.parse(answer) as Laboratory).warnings ?? []);
