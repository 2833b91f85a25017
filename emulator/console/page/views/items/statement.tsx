// A PartiQL statement with completion: Tab accepts the first suggestion.
import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { indexesOf } from '../../api/schema';
import type { Table } from '../../api/types';

const WORDS = [
  'SELECT', 'FROM', 'WHERE', 'AND', 'OR', 'NOT', 'BETWEEN', 'IN', 'IS', 'MISSING', 'NULL', 'ORDER BY', 'DESC', 'ASC', 'INSERT INTO', 'VALUE',
  'UPDATE', 'SET', 'REMOVE', 'DELETE FROM', 'RETURNING', 'begins_with(', 'contains(', 'attribute_type(', 'size(', 'list_append(', 'set_add(',
];
const OFFERED = 6;

interface Props { table: Table; names: string[]; value: string; onChange: (value: string) => void; onRun: () => void }

function offers(word: string, table: Table, names: string[]): string[] {
  const bare = word.replace(/^"/, '').toLowerCase();
  if (bare === '' && word === '') return [];
  const quoted = [...names, table.TableName].map((name) => `"${name}"`);
  const all = [...quoted, ...indexesOf(table).map((one) => `"${table.TableName}"."${one.IndexName}"`), ...(word.startsWith('"') ? [] : WORDS)];
  return [...new Set(all)].filter((one) => one.replace(/^"/, '').toLowerCase().startsWith(bare) && one !== word).slice(0, OFFERED);
}

export function Statement({ table, names, value, onChange, onRun }: Props): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  const [at, setAt] = useState(value.length);
  const word = /[\w"$-]*$/.exec(value.slice(0, at))?.[0] ?? '';
  const offered = useMemo(() => offers(word, table, names), [word, table, names]);
  const take = (text: string): void => {
    const start = at - word.length;
    const rest = value.slice(at).replace(/^[\w$-]*"?/, '');
    const next = value.slice(0, start) + text + (text.endsWith('(') || rest.startsWith(' ') ? '' : ' ') + rest;
    onChange(next);
    const end = start + text.length + 1;
    setAt(end);
    requestAnimationFrame(() => { area.current?.focus(); area.current?.setSelectionRange(end, end); });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' && !event.shiftKey && offered[0] && word) { event.preventDefault(); take(offered[0]); }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); onRun(); }
  };
  return (
    <div className="stack grow">
      <textarea
        ref={area} id="ask-statement" aria-label="PartiQL statement" rows={Math.max(2, value.split('\n').length)} value={value} spellCheck={false}
        onChange={(event) => { onChange(event.target.value); setAt(event.target.selectionStart); }}
        onSelect={(event) => setAt(event.currentTarget.selectionStart)} onKeyDown={onKeyDown}
      />
      <div className="row offers">
        {offered.map((one, i) => <button key={one} type="button" className="quiet mono" onClick={() => take(one)}>{one}{i === 0 && <> <kbd>Tab</kbd></>}</button>)}
        {offered.length === 0 && <small>Ctrl Enter runs. Tab completes names of attributes, indexes and words of PartiQL.</small>}
      </div>
    </div>
  );
}
