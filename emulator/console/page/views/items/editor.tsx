// One complete item, as plain JSON or as DynamoDB's JSON, with a preview of the changes. It is
// saved only if it has not been changed in the meantime.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { call } from '../../api/client';
import { itemOf, typedItemOf } from '../../api/bulk';
import { parseJson, writeJson } from '../../api/json';
import { deleting, save, saving } from '../../api/save';
import { keyNames } from '../../api/schema';
import { snippet } from '../../api/snippets';
import { cellText, itemToPlain, keyOf, sameItem } from '../../api/values';
import type { Plain } from '../../api/values';
import type { Item, Table } from '../../api/types';
import { useKeys, useLive } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { CopyAs, Failure, Sure } from '../../parts/basic';
import { Diff } from '../../parts/diff';
import { Panel } from '../../parts/panel';

type Form = 'plain' | 'typed';

const textOf = (item: Item, form: Form): string => writeJson(form === 'plain' ? itemToPlain(item) : (item as unknown as Plain));

const itemFromPlainText = (text: string, was: Item | undefined): Item => itemOf(parseJson(text), was);

interface Parsed { item?: Item; problem?: string }

function parse(text: string, form: Form, was: Item | undefined): Parsed {
  try {
    return { item: form === 'typed' ? typedItemOf(parseJson(text)) : itemFromPlainText(text, was) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

interface Props {
  table: Table;
  itemKey: Item | undefined; // the item's key; undefined for a new item
  template?: Item; // the initial content of a new item
  focus: number; // a greater number than before sets the focus
  onClose: () => void;
  onSaved: (was: Item | undefined, now: Item | undefined) => void;
}

// Loads the present item with a consistent read, because the list may come from an index or a
// lagging replica.
export function ItemPanel(props: Props): JSX.Element {
  const { table, itemKey, onClose } = props;
  const { where } = useSession();
  const id = JSON.stringify(itemKey);
  const loaded = useLive(`${where.universe}/${where.region}/${table.TableName}/${id}`, async () => (
    itemKey ? (await call(where, 'GetItem', { TableName: table.TableName, Key: itemKey, ConsistentRead: true })).Item ?? null : null
  ));
  const title = itemKey ? Object.values(itemKey).map(cellText).join(' · ') : 'New item';
  if (loaded.error) return <Panel title={title} onClose={onClose}><Failure error={loaded.error} /></Panel>;
  if (itemKey && loaded.data === undefined) return <Panel title={title} onClose={onClose}><span /></Panel>;
  if (itemKey && loaded.data === null) {
    return <Panel title={title} onClose={onClose}><p>This item is not there any more.</p></Panel>;
  }
  return <Editor key={id} {...props} title={title} was={loaded.data ?? undefined} />;
}

interface State { text: string; form: Form; was: Item | undefined; theirs?: Item | null; error?: Error; said?: string }

// The parsed text, and the effect of saving it.
function useEdited({ table, template, was, onSaved, onClose }: Props & { was: Item | undefined }): {
  state: State; parsed: Parsed; changed: boolean; change: (part: Partial<State>) => void; saveIt: () => Promise<void>; remove: () => Promise<void>;
} {
  const { where } = useSession();
  const keys = keyNames(table);
  const [state, setState] = useState<State>(() => ({ text: textOf(was ?? template ?? {}, 'plain'), form: 'plain', was }));
  const parsed = useMemo(() => parse(state.text, state.form, state.was ?? template), [state.text, state.form, state.was, template]);
  const changed = Boolean(parsed.item && (!state.was || !sameItem(parsed.item, state.was)));
  const change = (part: Partial<State>): void => setState((old) => ({ ...old, error: undefined, said: undefined, ...part }));
  const saveIt = async (): Promise<void> => {
    if (!parsed.item || !changed) return;
    const now = parsed.item;
    try {
      const conflict = await save(where, saving(table.TableName, keys, state.was, now));
      if (conflict) return change({ theirs: conflict.theirs ?? null });
      onSaved(state.was, now);
      change({ was: now, theirs: undefined, text: textOf(now, state.form), said: 'Saved.' });
    } catch (error) {
      change({ error: error as Error });
    }
  };
  const remove = async (): Promise<void> => {
    if (!state.was) return;
    try {
      const conflict = await save(where, deleting(table.TableName, keys, state.was));
      if (conflict) return change({ theirs: conflict.theirs ?? null });
      onSaved(state.was, undefined);
      onClose();
    } catch (error) {
      change({ error: error as Error });
    }
  };
  return { state, parsed, changed, change, saveIt, remove };
}

function Editor(props: Props & { title: string; was: Item | undefined }): JSX.Element {
  const { table, title, onClose, focus } = props;
  const { where } = useSession();
  const area = useRef<HTMLTextAreaElement>(null);
  const diff = useRef<HTMLHeadingElement>(null);
  const { state, parsed, changed, change, saveIt, remove } = useEdited(props);
  const keys = keyNames(table);
  useEffect(() => { if (focus > 0) area.current?.focus(); }, [focus]);
  useKeys({ e: () => area.current?.focus(), d: () => diff.current?.scrollIntoView({ block: 'start' }), 'Ctrl+Enter': () => void saveIt(), 'Ctrl+s': () => void saveIt() });
  const show = (form: Form): void => change({ form, text: parsed.item ? textOf(parsed.item, form) : state.text });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); area.current?.blur(); }
  };
  const shown = parsed.item ?? state.was ?? {};
  return (
    <Panel title={title} onClose={onClose}>
      <div className="row">
        <button type="button" className={state.form === 'plain' ? 'on' : undefined} aria-pressed={state.form === 'plain'} onClick={() => show('plain')}>JSON</button>
        <button type="button" className={state.form === 'typed' ? 'on' : undefined} aria-pressed={state.form === 'typed'} onClick={() => show('typed')}>DynamoDB JSON</button>
        <span className="grow" />
        <CopyAs text={(language) => snippet(language, 'PutItem', { TableName: table.TableName, Item: shown }, where)} more={[['the item', () => state.text], ['the key', () => JSON.stringify(keyOf(shown, keys))]]} />
      </div>
      <textarea
        ref={area} aria-label="Item as JSON" className="editor" value={state.text} spellCheck={false} onKeyDown={onKeyDown}
        rows={Math.min(Math.max(state.text.split('\n').length + 1, 6), 28)} aria-invalid={Boolean(parsed.problem)} onChange={(event) => change({ text: event.target.value })}
      />
      {parsed.problem && <p className="badtext" role="status">{parsed.problem}</p>}
      {state.error && <Failure error={state.error} onClose={() => change({ error: undefined })} />}
      {state.said && !changed && <p className="goodtext" role="status">{state.said}</p>}
      {state.theirs !== undefined ? (
        <Conflict state={state} mine={parsed.item} keys={keys} onTake={(theirs) => change({ was: theirs, theirs: undefined, text: textOf(theirs ?? {}, state.form) })} onOver={(theirs) => change({ was: theirs, theirs: undefined })} />
      ) : changed && state.was ? (
        <>
          <h3 ref={diff}>What changes</h3>
          <Diff before={state.was} after={parsed.item!} keys={keys} />
          <p>Saved only if nobody else changed it meanwhile.</p>
        </>
      ) : null}
      <div className="row">
        <button type="button" className="go" disabled={!changed} onClick={() => void saveIt()}>{state.was ? 'Save if unchanged' : 'Put if there is none'}</button>
        {changed && state.was && <button type="button" onClick={() => change({ text: textOf(state.was!, state.form) })}>Put back</button>}
        <span className="grow" />
        {state.was && !changed && <Sure label="Delete" question="Delete this item?" onSure={() => void remove()} />}
      </div>
    </Panel>
  );
}

interface ConflictProps { state: State; mine: Item | undefined; keys: string[]; onTake: (theirs: Item | undefined) => void; onOver: (theirs: Item | undefined) => void }

// Compares three versions: the opened item, the stored item, and the edited item.
function Conflict({ state, mine, keys, onTake, onOver }: ConflictProps): JSX.Element {
  const theirs = state.theirs ?? undefined;
  return (
    <div className="stack" role="alert">
      <p className="warn">{!state.was ? 'There is an item with this key already. Nothing was saved.' : theirs ? 'Somebody changed the item meanwhile. Nothing was saved.' : 'Somebody deleted the item meanwhile. Nothing was saved.'}</p>
      {theirs && state.was && <><h3>What they changed</h3><Diff before={state.was} after={theirs} keys={keys} onlyChanges /></>}
      {theirs && !state.was && <><h3>What is there</h3><Diff before={theirs} after={theirs} keys={keys} /></>}
      {mine && state.was && <><h3>What you changed</h3><Diff before={state.was} after={mine} keys={keys} onlyChanges /></>}
      {mine && theirs && <><h3>Yours in place of theirs</h3><Diff before={theirs} after={mine} keys={keys} onlyChanges /></>}
      <div className="row">
        <button type="button" onClick={() => onTake(theirs)}>{theirs ? 'Take theirs' : 'Let it go'}</button>
        <button type="button" onClick={() => onOver(theirs)}>Keep mine, compared with theirs</button>
      </div>
    </div>
  );
}
