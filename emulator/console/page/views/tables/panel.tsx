// A panel next to the list: a table's properties and actions.
import { useState } from 'react';
import { call } from '../../api/client';
import { purge } from '../../api/bulk';
import { describeKeys, keyNames } from '../../api/schema';
import type { Table } from '../../api/types';
import { bytes, count, plural, time } from '../../base/format';
import { useSession } from '../../parts/session';
import { Failure, Link } from '../../parts/basic';
import { ForkFirst } from '../../parts/fork';
import { Panel } from '../../parts/panel';

type Asked = 'purge' | 'delete' | undefined;

export function TablePanel({ table, onClose, onChanged }: { table: Table; onClose: () => void; onChanged: () => void }): JSX.Element {
  const { where } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const [said, setSaid] = useState('');
  const [error, setError] = useState<Error>();
  const name = table.TableName;
  const run = async (work: () => Promise<string>): Promise<void> => {
    setAsked(undefined);
    setError(undefined);
    try {
      setSaid(await work());
    } catch (caught) {
      setError(caught as Error);
    }
    onChanged();
  };
  const doPurge = (): Promise<void> => run(async () => {
    const n = await purge(where, name, keyNames(table), (written) => setSaid(`${count(written)} deleted…`));
    return `${plural(n, 'item')} deleted.`;
  });
  const doDelete = (): Promise<void> => run(async () => {
    await call(where, 'DeleteTable', { TableName: name });
    onClose();
    return '';
  });
  return (
    <Panel title={name} onClose={onClose}>
      <div className="row">
        <Link to={['tables', name, 'items']}>Items</Link><Link to={['tables', name, 'definition']}>Definition</Link>
        <Link to={['tables', name, 'stream']}>Stream</Link>
      </div>
      <dl className="facts">
        <dt>keys</dt><dd className="mono">{describeKeys(table)}</dd>
        <dt>status</dt><dd>{table.TableStatus.toLowerCase()}</dd>
        <dt>items</dt><dd>{count(table.ItemCount ?? 0)}, {bytes(table.TableSizeBytes ?? 0)}</dd>
        <dt>created</dt><dd>{time(table.CreationDateTime * 1000)}</dd>
        <dt>arn</dt><dd className="mono">{table.TableArn}</dd>
      </dl>
      {error && <Failure error={error} onClose={() => setError(undefined)} />}
      {said && <p role="status">{said}</p>}
      {asked ? (
        <ForkFirst
          question={asked === 'purge' ? `Delete all ${plural(table.ItemCount ?? 0, 'item')} of ${name}?` : `Delete ${name} with ${plural(table.ItemCount ?? 0, 'item')}?`}
          label={asked === 'purge' ? 'Delete the items' : 'Delete the table'}
          onSure={() => void (asked === 'purge' ? doPurge() : doDelete())} onKeep={() => setAsked(undefined)}
        />
      ) : (
        <div className="row">
          <button type="button" className="bad" onClick={() => setAsked('purge')}>Purge…</button>
          <button type="button" className="bad" onClick={() => setAsked('delete')}>Delete…</button>
        </div>
      )}
    </Panel>
  );
}
