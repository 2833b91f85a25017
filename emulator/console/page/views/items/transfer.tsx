// Import and export of items as files: dropped onto the view, dragged from it or downloaded.
import { useEffect, useState } from 'react';
import type { DragEvent } from 'react';
import { FORMATS, exportText, importItems, readAll, writeAll } from '../../api/bulk';
import type { Format } from '../../api/bulk';
import { keyNames, typeOfKey } from '../../api/schema';
import { typeOf } from '../../api/values';
import type { Item, Table } from '../../api/types';
import { chooseFile, download } from '../../base/files';
import { count, plural } from '../../base/format';
import { useSession } from '../../parts/session';
import { Failure } from '../../parts/basic';
import { Diff } from '../../parts/diff';
import { Menu, Panel } from '../../parts/panel';

const ENDINGS: Record<Format, string> = { json: 'json', jsonl: 'jsonl', dynamodb: 'ddb.json', csv: 'csv' };

// Sentences about items that the table cannot store; only the first few.
function problems(table: Table, items: Item[]): string[] {
  const found: string[] = [];
  for (let i = 0; i < items.length && found.length < 3; i++) {
    for (const name of keyNames(table)) {
      const value = items[i]![name];
      const type = typeOfKey(table, name);
      if (!value) found.push(`Item ${i + 1} has no ${name}, which is a key.`);
      else if (typeOf(value) !== type) found.push(`Item ${i + 1}: the key ${name} must be of type ${type}, and is ${typeOf(value)}.`);
    }
  }
  return found;
}

interface ImportProps { table: Table; file: File; onClose: () => void; onDone: () => void }

export function ImportPanel({ table, file, onClose, onDone }: ImportProps): JSX.Element {
  const { where } = useSession();
  const [read, setRead] = useState<{ items?: Item[]; error?: Error }>({});
  const [said, setSaid] = useState('');
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const isText = (name: string): boolean => keyNames(table).includes(name) && typeOfKey(table, name) === 'S';
    file.text().then((text) => setRead({ items: importItems(file.name, text, isText) })).catch((problem: Error) => setRead({ error: problem }));
  }, [file, table]);
  const items = read.items ?? [];
  const wrong = problems(table, items);
  const write = async (): Promise<void> => {
    try {
      // If several items have the same key, the last one counts, as if they had been put one after
      // the other.
      const byKey = new Map(items.map((item) => [JSON.stringify(keyNames(table).map((name) => item[name])), item]));
      await writeAll(where, table.TableName, [...byKey.values()].map((item) => ({ PutRequest: { Item: item } })), (n) => setSaid(`${count(n)} of ${count(byKey.size)} written`));
      setSaid(`${plural(byKey.size, 'item')} written.`);
      onDone();
    } catch (problem) {
      setError(problem as Error);
    }
  };
  return (
    <Panel title={`Import ${file.name}`} onClose={onClose}>
      {read.error && <Failure error={read.error} />}
      {items.length > 0 && <p>{plural(items.length, 'item')}. Items of the same key are replaced.</p>}
      {wrong.map((sentence) => <p key={sentence} className="badtext">{sentence}</p>)}
      {items[0] && <><h3>The first</h3><Diff before={items[0]} after={items[0]} keys={keyNames(table)} /></>}
      {error && <Failure error={error} />}
      {said ? <p role="status">{said}</p> : null}
      <div className="row">
        <button type="button" className="go" disabled={!items.length || wrong.length > 0 || Boolean(said)} onClick={() => void write()}>Write {plural(items.length, 'item')}</button>
        <button type="button" onClick={onClose}>Close</button>
      </div>
    </Panel>
  );
}

export function ImportExport({ table, shown, onFile }: { table: Table; shown: Item[]; onFile: (file: File) => void }): JSX.Element {
  const { where } = useSession();
  const [busy, setBusy] = useState('');
  const save = (items: Item[], format: Format): void => download(`${table.TableName}.${ENDINGS[format]}`, exportText(items, format));
  const saveAll = async (): Promise<void> => {
    const all: Item[] = [];
    await readAll(where, table.TableName, (items) => { all.push(...items); setBusy(count(all.length)); return true; });
    setBusy('');
    save(all, 'jsonl');
  };
  // Writes a file to the drop location, in browsers that support this.
  const onDragStart = (event: DragEvent, format: Format): void => {
    const name = `${table.TableName}.${ENDINGS[format]}`;
    const text = exportText(shown, format);
    event.dataTransfer.setData('DownloadURL', `text/plain:${name}:${URL.createObjectURL(new Blob([text]))}`);
    event.dataTransfer.setData('text/plain', text);
  };
  return (
    <Menu right label={busy ? `${busy}…` : 'Import, export'}>
      <p>What is shown, {plural(shown.length, 'item')}: click, or drag it out</p>
      {FORMATS.map(([format, name]) => (
        <button key={format} type="button" draggable onDragStart={(event) => onDragStart(event, format)} onClick={() => save(shown, format)}>{name}</button>
      ))}
      <button type="button" onClick={() => void saveAll()}>The whole table, JSON lines</button>
      <p>Import: drop a file anywhere here, or</p>
      <button type="button" onClick={() => chooseFile('.json,.jsonl,.ndjson,.csv,.txt', onFile)}>Choose a file…</button>
    </Menu>
  );
}
