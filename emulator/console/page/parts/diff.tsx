// Compares two items, or two values with members, line by line: removed and added lines.
import { compactJson } from '../api/json';
import { itemToPlain, sameValue, toPlain, typeOf } from '../api/values';
import type { Item, Value } from '../api/types';

type Line = { sign: ' ' | '-' | '+'; name: string; value: Value };

export function diffLines(before: Item, after: Item, first: string[] = []): Line[] {
  const names = [...new Set([...first, ...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): Line[] => {
    const [old, now] = [before[name], after[name]];
    if (old && now && sameValue(old, now)) return [{ sign: ' ', name, value: now }];
    const lines: Line[] = [];
    if (old) lines.push({ sign: '-', name, value: old });
    if (now) lines.push({ sign: '+', name, value: now });
    return lines;
  });
}

// Types are shown if the text does not make them clear, or if only they differ.
function shown(value: Value): string {
  const type = typeOf(value);
  const text = compactJson(toPlain(value));
  return type === 'SS' || type === 'NS' || type === 'BS' || type === 'B' ? `${type} ${text}` : text;
}

export function Diff({ before, after, keys, onlyChanges }: { before: Item; after: Item; keys?: string[]; onlyChanges?: boolean }): JSX.Element {
  const lines = diffLines(before, after, keys).filter((line) => !onlyChanges || line.sign !== ' ' || keys?.includes(line.name));
  return (
    <div className="diff" role="list" aria-label="Differences">
      {lines.map((line) => (
        <div key={line.sign + line.name} role="listitem" className={line.sign === '+' ? 'add' : line.sign === '-' ? 'del' : undefined}>
          <span className="sign">{line.sign === '-' ? '−' : line.sign === '+' ? '+' : ''}</span>
          <span className="name">{line.name}</span> <span>{shown(line.value)}</span>
        </div>
      ))}
    </div>
  );
}

export const itemLine = (item: Item): string => compactJson(itemToPlain(item));
