// The items of a table: requested, shown, edited.
import { useMemo, useState } from 'react';
import { call } from '../../api/client';
import { writeAll } from '../../api/bulk';
import { isQuery } from '../../api/question';
import { keyNames, typeOfKey } from '../../api/schema';
import { keyOf, sameKey } from '../../api/values';
import type { Item, Table } from '../../api/types';
import { plural } from '../../base/format';
import { useCommands } from '../../base/commands';
import { useKeys, useLive } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import type { Where } from '../../base/place';
import { useNow, useSession } from '../../parts/session';
import { Check, Failure, openMenu } from '../../parts/basic';
import { DropArea } from '../../parts/drop';
import { ForkFirst } from '../../parts/fork';
import { Grid } from '../../parts/grid';
import type { Column } from '../../parts/grid';
import { Menu } from '../../parts/panel';
import { isWriting, useAnswers } from './answers';
import type { Answers, Asked } from './answers';
import { Ask, useQuestion } from './ask';
import { Bill } from './bill';
import { attributesOf, chosen, columnsOf, firstNames } from './columns';
import type { Found } from './columns';
import { ItemPanel } from './editor';
import { useSelection } from './selection';
import { ImportExport, ImportPanel } from './transfer';
import type { TableView } from '../../parts/view';

const TIME_STEP_MS = 10_000; // how often texts like "in 2 d" are updated

function useTtl(where: Where, table: Table): string | undefined {
  const ttl = useLive(`${where.universe}/${where.region}/${table.TableName}`, () => call(where, 'DescribeTimeToLive', { TableName: table.TableName }));
  return ttl.data?.TimeToLiveDescription.AttributeName;
}

function useColumns(table: Table, index: string, answers: Answers): { found: Found[]; shown: Found[]; columns: Column<Item>[] } {
  const { where } = useSession();
  const { params } = usePlace();
  const ttl = useTtl(where, table);
  const now = useNow(TIME_STEP_MS) ?? 0;
  const items = answers.answer?.items ?? [];
  const asked = params.get('columns');
  const first = useMemo(() => firstNames(table, index), [table, index]);
  const found = useMemo(() => attributesOf(items, first), [items[0], answers.answer?.pages, first]);
  const shown = useMemo(() => chosen(found, asked?.split(','), first), [found, asked, first]);
  const columns = useMemo(() => columnsOf(table, shown, ttl, now), [table, shown, ttl, now]);
  return { found, shown, columns };
}

function ColumnMenu({ found, shown }: { found: Found[]; shown: Found[] }): JSX.Element {
  const names = shown.map((one) => one.name);
  const show = (columns: string[] | undefined): void => setParams({ columns: columns?.join(',') });
  return (
    <Menu right label={`Columns ${shown.length}${found.length > shown.length ? ` of ${found.length}` : ''}`}>
      {found.map((one) => (
        <Check key={one.name} label={<span className="mono">{one.name}</span>} checked={names.includes(one.name)} onChange={(on) => show(on ? [...names, one.name] : names.filter((name) => name !== one.name))} />
      ))}
      <button type="button" onClick={() => show(undefined)}>Choose for me</button>
    </Menu>
  );
}

// A new item, with a value of the right type for each key.
function template(table: Table): Item {
  return Object.fromEntries(keyNames(table).map((name) => [name, typeOfKey(table, name) === 'N' ? { N: '0' } : typeOfKey(table, name) === 'B' ? { B: '' } : { S: '' }]));
}

// Shows a saved or deleted item immediately, without another request.
function replaced(all: Item[], keys: string[], was: Item | undefined, now: Item | undefined): Item[] {
  if (!was) return now ? [now, ...all] : all;
  return all.flatMap((item) => (!sameKey(item, was, keys) ? [item] : now ? [now] : []));
}

async function removeItems(where: Where, table: Table, answers: Answers, gone: Item[]): Promise<void> {
  await writeAll(where, table.TableName, gone.map((item) => ({ DeleteRequest: { Key: keyOf(item, keyNames(table)) } })), () => undefined);
  answers.change((all) => all.filter((item) => !gone.includes(item)));
}

const questionIn = (asked: Asked): { index: string; consistent: boolean; isAll: boolean } => ('question' in asked
  ? { index: asked.question.index, consistent: asked.question.consistent, isAll: !isQuery(asked.question) && asked.question.filters.length === 0 }
  : { index: '', consistent: false, isAll: false });

function Items({ table }: { table: Table }): JSX.Element {
  const { where, refresh } = useSession();
  const writing = useQuestion(table);
  const question = `${where.universe}/${where.region}/${table.TableName}\n${writing.key}`;
  const answers = useAnswers(where, table, writing.asked, question);
  const items = answers.answer?.items ?? [];
  const selection = useSelection(items, keyNames(table), question);
  const { index, consistent, isAll } = questionIn(writing.asked);
  const { found, shown, columns } = useColumns(table, index, answers);
  const [problem, setProblem] = useState('');
  const [file, setFile] = useState<File>();
  const [sure, setSure] = useState(false);
  const [focus, setFocus] = useState(0); // incremented to set the focus to the editor
  const marked = [...selection.marks].map((i) => items[i]!).filter(Boolean);
  const run = (): void => {
    setProblem('');
    const { asked, isNew } = writing.commit();
    if (!isNew || isWriting(asked)) answers.run(asked);
  };
  const create = (): void => { setParams({ item: 'new' }); setFocus((n) => n + 1); };
  const swap = (): void => setProblem(writing.swap() ? '' : 'The builder cannot show this statement; it can be run all the same.');
  const removeMarked = async (): Promise<void> => {
    setSure(false);
    await removeItems(where, table, answers, marked).catch((error: Error) => setProblem(error.message));
    selection.unmark();
    refresh();
  };
  useKeys({
    '/': () => document.getElementById(writing.statement === undefined ? 'ask-partition' : 'ask-statement')?.focus(),
    'Ctrl+Enter': run, m: answers.more, n: create, '.': () => openMenu('copy-question'), Delete: () => { if (marked.length) setSure(true); },
  });
  useCommands([
    { title: 'New item', hint: 'n', run: create }, { title: 'Run the question', hint: 'Ctrl Enter', run }, { title: 'Read everything', hint: 'items', run: answers.all },
    { title: writing.statement === undefined ? 'Write PartiQL' : 'Back to the builder', hint: 'items', run: swap },
  ]);
  return (
    <>
      <DropArea hint="Drop a file of items: JSON, JSON lines, an export, CSV" onFile={setFile}>
        <Ask table={table} writing={writing} names={found.map((one) => one.name)} onRun={run} onSwap={swap} />
        {problem && <p className="warn" role="status">{problem}</p>}
        {answers.error && <Failure error={answers.error} />}
        {sure && <ForkFirst question={`Delete ${plural(marked.length, 'item')}?`} label={`Delete ${plural(marked.length, 'item')}`} onSure={() => void removeMarked()} onKeep={() => setSure(false)} />}
        <Grid
          label={`Items of ${table.TableName}`} columns={columns} rows={items} selected={marked.length ? -1 : selection.selected} marked={(_, i) => selection.marks.has(i)}
          onSelect={selection.select} onOpen={() => setFocus((n) => n + 1)} empty={answers.answer && !answers.error && <Empty table={table} isAll={isAll} onCreate={create} />}
        />
        <Bill table={table} index={index} consistent={consistent} answers={answers}>
          {marked.length > 0 && <button type="button" className="bad" onClick={() => setSure(true)}>Delete {plural(marked.length, 'item')}…</button>}
          <ColumnMenu found={found} shown={shown} />
          <ImportExport table={table} shown={marked.length ? marked : items} onFile={setFile} />
          <button type="button" onClick={create}>New item</button>
        </Bill>
      </DropArea>
      {file ? (
        <ImportPanel table={table} file={file} onClose={() => setFile(undefined)} onDone={() => { answers.run(writing.asked); refresh(); }} />
      ) : selection.open && (
        <ItemPanel
          key={selection.open} table={table} itemKey={selection.openKey} template={template(table)} focus={focus}
          onSaved={(was, now) => { answers.change((all) => replaced(all, keyNames(table), was, now)); if (now) setParams({ item: JSON.stringify(keyOf(now, keyNames(table))) }); refresh(); }}
          onClose={() => { setFocus(0); setParams({ item: null }); }}
        />
      )}
    </>
  );
}

function Empty({ table, isAll, onCreate }: { table: Table; isAll: boolean; onCreate: () => void }): JSX.Element {
  return (
    <>
      <span>{isAll ? `${table.TableName} has no items.` : 'No item fits.'}</span>
      {isAll && <span className="row"><button type="button" onClick={onCreate}>Write the first</button> or drop a file of items here: JSON, JSON lines, CSV.</span>}
    </>
  );
}

export const items: TableView = { id: 'items', title: 'Items', Component: Items };
