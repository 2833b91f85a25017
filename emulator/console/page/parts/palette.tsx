// Ctrl K: finds tables, views, universes and actions by a few letters of their names.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { PAGES } from '../api/pages';
import { actions, score } from '../base/commands';
import type { CommandEntry } from '../base/commands';
import { go, setParams } from '../base/place';
import { useSession } from './session';
import type { TableView, View } from './view';

const SHOWN = 40;

interface Views { views: View[]; tableViews: TableView[] }

function useEntries({ views, tableViews }: Views): CommandEntry[] {
  const { tables, universes, where } = useSession();
  return useMemo(() => {
    const list: CommandEntry[] = [];
    for (const { name } of tables ?? []) list.push({ title: name, hint: 'table', run: () => go(['tables', name, 'items']) });
    for (const view of views) list.push({ title: view.title, hint: view.group, run: () => go([view.id]) });
    for (const { name } of tables ?? []) {
      for (const view of tableViews.slice(1)) list.push({ title: `${name}: ${view.title}`, hint: 'table', run: () => go(['tables', name, view.id]) });
    }
    for (const { name } of universes) {
      if (name !== where.universe) list.push({ title: `Universe ${name}`, hint: 'universe', run: () => setParams({ universe: name }, false) });
    }
    for (const [page, title] of PAGES) list.push({ title, hint: 'documentation', run: () => go(['docs', page]) });
    return [...list, ...actions()];
  }, [tables, universes, where, views, tableViews]);
}

export function Palette({ views, tableViews, onClose }: Views & { onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const entries = useEntries({ views, tableViews });
  useEffect(() => { if (!dialog.current?.open) dialog.current?.showModal(); }, []);
  const found = useMemo(() => {
    const scored = entries.map((entry, i) => ({ entry, i, rank: score(query, entry.title) }));
    const fitting = scored.filter((one) => one.rank !== undefined);
    fitting.sort((a, b) => a.rank! - b.rank! || a.i - b.i);
    return fitting.slice(0, SHOWN).map((one) => one.entry);
  }, [entries, query]);
  const choose = (entry: CommandEntry | undefined): void => {
    onClose();
    entry?.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step) setAt((old) => Math.max(0, Math.min(found.length - 1, old + step)));
    else if (event.key === 'Enter') choose(found[at]);
    else return;
    event.preventDefault();
  };
  useEffect(() => { document.getElementById(`palette-${at}`)?.scrollIntoView({ block: 'nearest' }); }, [at]);
  return (
    <dialog ref={dialog} className="palette" aria-label="Go to" onClose={onClose} onClick={(event) => { if (event.target === dialog.current) onClose(); }}>
      <input
        role="combobox" aria-expanded="true" aria-controls="palette-list" aria-label="Go to a table, a view, a universe, an action"
        aria-activedescendant={found.length ? `palette-${at}` : undefined} autoFocus placeholder="Go to…" value={query}
        onChange={(event) => { setQuery(event.target.value); setAt(0); }} onKeyDown={onKeyDown} spellCheck={false}
      />
      <ul role="listbox" id="palette-list" aria-label="Found">
        {found.map((entry, i) => (
          <li key={i} id={`palette-${i}`} role="option" aria-selected={i === at} onMouseMove={() => setAt(i)} onClick={() => choose(entry)}>
            <span>{entry.title}</span><small>{entry.hint}</small>
          </li>
        ))}
        {found.length === 0 && <li role="option" aria-selected="false">Nothing is called that.</li>}
      </ul>
    </dialog>
  );
}

const KEYS: [string, string][] = [
  ['Ctrl K', 'go to a table, a view, a universe, an action'],
  ['/', 'write the question'],
  ['↑ ↓ Enter', 'walk through rows, open one'],
  ['Ctrl Enter', 'run; in the editor: save'],
  ['e', 'edit the item'], ['d', 'show what changed'], ['n', 'a new item, table, export, trigger'], ['m', 'more rows'],
  ['.', 'copy as AWS CLI, JavaScript, Python'],
  ['[ ]', 'back, forward'],
  ['Esc', 'close the side panel'],
];

export function KeyHelp({ onClose }: { onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => { if (!dialog.current?.open) dialog.current?.showModal(); }, []);
  return (
    <dialog ref={dialog} className="keys" aria-label="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <dl>{KEYS.map(([key, what]) => [<dt key={key}><kbd>{key}</kbd></dt>, <dd key={what}>{what}</dd>])}</dl>
      <button type="button" onClick={onClose}>Close</button>
    </dialog>
  );
}
