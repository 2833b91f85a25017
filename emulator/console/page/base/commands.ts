// The actions of the palette: views add their own actions while they are shown.
import { useEffect, useRef } from 'react';
import { Store } from './store';

export interface CommandEntry {
  title: string;
  hint?: string; // "table", "action", a key
  run: () => void;
}

const added = new Store<CommandEntry[][]>([]);

export const actions = (): CommandEntry[] => added.get().flat();

// Registers commands of a view while it is shown.
export function useCommands(commands: CommandEntry[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const titles = commands.map((one) => one.title).join('\n');
  useEffect(() => {
    const mine = latest.current.map((one, i) => ({ ...one, run: () => latest.current[i]?.run() }));
    added.update((all) => [...all, mine]);
    return () => added.update((all) => all.filter((one) => one !== mine));
  }, [titles]);
}

// Matches letters in their order; a closer match has a lower score. Undefined if a letter is missing.
export function score(query: string, text: string): number | undefined {
  if (!query) return 0;
  const [small, wanted] = [text.toLowerCase(), query.toLowerCase()];
  const whole = small.indexOf(wanted);
  if (whole >= 0) return whole === 0 ? -100 : whole - 50;
  let at = -1;
  let gaps = 0;
  for (const letter of wanted.replace(/\s/g, '')) {
    const next = small.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    gaps += next - at - 1;
    at = next;
  }
  return gaps;
}
