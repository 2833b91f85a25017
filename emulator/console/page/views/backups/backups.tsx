// Backups of one table or of all tables, including those of deleted tables; and a table's
// restorable times.
import { useState } from 'react';
import { get } from '../../api/admin';
import type { Backup, Backups } from '../../api/shapes';
import { call } from '../../api/client';
import type { Table } from '../../api/types';
import { bytes, count, plural, time } from '../../base/format';
import { useLive } from '../../base/hooks';
import type { Loaded } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { CopyButton, Failure, Field, Link, Sure } from '../../parts/basic';
import type { TableView, View } from '../../parts/view';
import { Moments } from './moments';

const EVERY_MS = 3_000;

function useBackups(table?: string): Loaded<Backup[]> {
  const { where } = useSession();
  const load = async (): Promise<Backup[]> => {
    const { backups } = await get<Backups>(where, table ? `backups?table=${encodeURIComponent(table)}` : 'backups');
    // The latest backup is needed most often.
    return backups.filter((one) => one.region === where.region).reverse();
  };
  return useLive(`${where.universe}/${where.region}/${table ?? ''}`, load, { every: EVERY_MS });
}

// A form that creates a table from a backup.
export function Restore({ label, suggestion, restore }: { label: string; suggestion: string; restore: (target: string) => Promise<unknown> }): JSX.Element {
  const { refresh } = useSession();
  const [target, setTarget] = useState(suggestion);
  const [done, setDone] = useState('');
  const [error, setError] = useState<Error>();
  const run = async (): Promise<void> => {
    setDone('');
    try {
      await restore(target);
      setDone(target);
      setError(undefined);
    } catch (caught) {
      setError(caught as Error);
    }
    refresh();
  };
  return (
    <form className="stack" onSubmit={(event) => { event.preventDefault(); void run(); }}>
      <div className="row end gap"><Field label={label} value={target} mono onChange={setTarget} /><button className="go" disabled={!target}>Restore</button></div>
      {error && <Failure error={error} onClose={() => setError(undefined)} />}
      {done && <p className="goodtext" role="status">Restored: <Link to={['tables', done, 'items']}>{done}</Link></p>}
    </form>
  );
}

function Row({ one, isOpen, onOpen, onDelete }: { one: Backup; isOpen: boolean; onOpen: () => void; onDelete: () => void }): JSX.Element {
  return (
    <tr className={isOpen ? 'sel' : undefined}>
      <td>{one.table}</td><td>{one.name}{one.expiresMs !== undefined && <span className="soft"> until {time(one.expiresMs)}</span>}</td><td className="num">{time(one.createdMs)}</td>
      <td className={one.status === 'AVAILABLE' ? 'soft' : 'warn'}>{one.status.toLowerCase()}</td><td className="n">{count(one.items)}</td><td className="n">{bytes(one.bytes)}</td>
      <td>
        <span className="row tight acts">
          <CopyButton text={one.arn}>Copy ARN</CopyButton>
          <button type="button" className="quiet" aria-expanded={isOpen} onClick={onOpen}>Restore…</button>
          {one.type === 'USER' && <Sure label="Delete" question={`Delete ${one.name}?`} onSure={onDelete} />}
        </span>
      </td>
    </tr>
  );
}

function List({ live, empty }: { live: Loaded<Backup[]>; empty: string }): JSX.Element {
  const { where } = useSession();
  const [open, setOpen] = useState('');
  const [error, setError] = useState<Error>();
  const remove = async (arn: string): Promise<void> => {
    await call(where, 'DeleteBackup', { BackupArn: arn }).then(() => setError(undefined), setError);
    await live.reload();
  };
  const chosen = live.data?.find((one) => one.arn === open);
  return (
    <>
      {(error ?? live.error) && <Failure error={(error ?? live.error)!} onClose={() => setError(undefined)} />}
      {!!live.data?.length && (
        <div className="tablescroll" tabIndex={0} role="region" aria-label="Backups">
          <table className="plain keep">
            <thead><tr><th scope="col">table</th><th scope="col">backup</th><th scope="col">made</th><th scope="col">status</th><th scope="col" className="n">items</th><th scope="col" className="n">size</th><th scope="col"><span className="vh">what can be done</span></th></tr></thead>
            <tbody>{live.data.map((one) => <Row key={one.arn} one={one} isOpen={one.arn === open} onOpen={() => setOpen(one.arn === open ? '' : one.arn)} onDelete={() => void remove(one.arn)} />)}</tbody>
          </table>
        </div>
      )}
      {live.data?.length === 0 && <p>{empty}</p>}
      {chosen && <Restore key={open} label={`New table of ${chosen.name}`} suggestion={`${chosen.table}-restored`} restore={(target) => call(where, 'RestoreTableFromBackup', { BackupArn: chosen.arn, TargetTableName: target })} />}
    </>
  );
}

function Make({ table, onMade }: { table: string; onMade: () => void }): JSX.Element {
  const { where } = useSession();
  const [name, setName] = useState('');
  const [error, setError] = useState<Error>();
  const make = async (): Promise<void> => {
    try {
      await call(where, 'CreateBackup', { TableName: table, BackupName: name });
      setName('');
      setError(undefined);
    } catch (caught) {
      setError(caught as Error);
    }
    onMade();
  };
  return (
    <>
      <form className="row end gap" onSubmit={(event) => { event.preventDefault(); void make(); }}><Field label="New backup" value={name} mono placeholder="before-the-migration" onChange={setName} /><button className="go" disabled={!name}>Back up</button></form>
      {error && <Failure error={error} onClose={() => setError(undefined)} />}
    </>
  );
}

function OfTable({ table }: { table: Table }): JSX.Element {
  const name = table.TableName;
  const live = useBackups(name);
  return (
    <section className="work">
      <Make key={name} table={name} onMade={() => void live.reload()} />
      <List live={live} empty={`There is no backup of ${name}.`} />
      <h2 className="section">Moments</h2>
      <Moments key={`${name}/moments`} table={name} />
    </section>
  );
}

function OfAll(): JSX.Element {
  const live = useBackups();
  const all = live.data ?? [];
  return (
    <section className="work">
      <h1>Backups</h1>
      <div className="sub"><span>{live.data && plural(all.length, 'backup')}</span><span>{bytes(all.reduce((sum, one) => sum + one.bytes, 0))}</span></div>
      <List live={live} empty="No table of this region has a backup. Each table makes its own, on its tab Backups." />
    </section>
  );
}

export const backups: View = { id: 'backups', title: 'Backups', group: 'Inside', Component: OfAll };
export const tableBackups: TableView = { id: 'backups', title: 'Backups', Component: OfTable };
