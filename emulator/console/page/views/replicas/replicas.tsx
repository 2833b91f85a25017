// Replicas: a table's regions, the writes in transit between them, and the conflicts.
import { useState } from 'react';
import { get } from '../../api/admin';
import type { GlobalTable, GlobalTableMember, ReplicatedWrite, Replication } from '../../api/shapes';
import { call } from '../../api/client';
import type { Table } from '../../api/types';
import { count, plural, time } from '../../base/format';
import { useLive } from '../../base/hooks';
import type { Loaded } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { DocLink, Failure, Field, Sure } from '../../parts/basic';
import { lagText, lagWords, parseLag } from '../../parts/lag';
import { useSending } from '../../parts/sending';
import type { TableView } from '../../parts/view';

const EVERY_MS = 1_000;
const SHOWN = 20;

type Send = ReturnType<typeof useSending>['send'];

const isCut = (state: Replication, region: string): boolean => state.cuts.some((cut) => !cut.from && cut.region === region);
const written = (one: ReplicatedWrite): string => (one.deleted ? 'deleted' : JSON.stringify(one.item));

function useReplication(table: string): Loaded<Replication> {
  const { where } = useSession();
  const load = (): Promise<Replication> => get<Replication>(where, `replication?table=${encodeURIComponent(table)}`);
  return useLive(`${where.universe}/${where.region}/${table}`, load, { every: EVERY_MS });
}

interface RowProps { member: GlobalTableMember; status: string; isHere: boolean; isOff: boolean; send: Send; onDelete: () => void }

function Row({ member, status, isHere, isOff, send, onDelete }: RowProps): JSX.Element {
  const { region } = member;
  return (
    <tr>
      <td>{region}{isHere && <span className="soft"> this one</span>}{isOff && <span className="warn"> cut off</span>}</td>
      <td className={status === 'ACTIVE' ? 'soft' : 'warn'}>{status.toLowerCase()}</td>
      <td className={`n ${member.waiting ? 'warn' : 'faint'}`}>{count(member.waiting)}</td>
      <td className="num">{member.oldestMs === undefined ? '' : time(member.oldestMs)}</td>
      <td className="n">{count(member.applied)}</td><td className="n">{count(member.overridden)}</td>
      <td>
        <span className="row tight">
          <button type="button" className="quiet" onClick={() => void send('POST', `replication/${isOff ? 'resume' : 'pause'}`, { region })}>{isOff ? 'Connect' : 'Cut off'}</button>
          {!isHere && <Sure label="Delete" question={`Delete the replica in ${region}?`} onSure={onDelete} />}
        </span>
      </td>
    </tr>
  );
}

function Links({ state, send }: { state: Replication; send: Send }): JSX.Element {
  const [lag, setLag] = useState(lagText(state.lag));
  const [problem, setProblem] = useState('');
  const set = (): void => {
    try {
      setProblem('');
      void send('PUT', 'replication', { lag: parseLag(lag) });
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form className="row end gap" onSubmit={(event) => { event.preventDefault(); set(); }}>
      <Field label="A write takes" value={lag} mono hint="ms, uniform:500:1500, exponential:800" onChange={setLag} /><button>Set the lag</button>
      {problem && <span className="badtext">{problem}</span>}
    </form>
  );
}

function Conflicts({ table }: { table: GlobalTable }): JSX.Element {
  if (!table.conflictCount) return <p>No two writes have met that did not know each other.</p>;
  return (
    <div className="tablescroll" tabIndex={0} role="region" aria-label="Conflicts">
      <table className="plain">
        <thead><tr><th scope="col">key</th><th scope="col">met in</th><th scope="col">won</th><th scope="col">lost</th><th scope="col">why</th></tr></thead>
        <tbody>{table.conflicts.slice(-SHOWN).reverse().map((one, i) => (
          <tr key={i}>
            <td className="mono">{JSON.stringify(one.key)}</td><td>{one.metIn}<span className="soft"> {time(one.metAtMs)}</span></td>
            <td><span className="soft">{one.winner.region} </span><span className="mono">{written(one.winner)}</span></td>
            <td><span className="soft">{one.loser.region} </span><span className="mono">{written(one.loser)}</span></td>
            <td>{one.why}</td>
          </tr>
        ))}</tbody>
      </table>
    </div>
  );
}

function Add({ table, onDone }: { table: string; onDone: () => void }): JSX.Element {
  const { where } = useSession();
  const [region, setRegion] = useState('');
  const [error, setError] = useState<Error>();
  const add = async (): Promise<void> => {
    await call(where, 'UpdateTable', { TableName: table, ReplicaUpdates: [{ Create: { RegionName: region } }] }).then(() => { setError(undefined); setRegion(''); }, setError);
    onDone();
  };
  return (
    <>
      <form className="row end gap" onSubmit={(event) => { event.preventDefault(); void add(); }}><Field label="New replica in" value={region} mono placeholder="eu-west-1" onChange={setRegion} /><button className="go" disabled={!region}>Add</button></form>
      {error && <Failure error={error} onClose={() => setError(undefined)} />}
    </>
  );
}

function Replicas({ table }: { table: Table }): JSX.Element {
  const { where, refresh } = useSession();
  const name = table.TableName;
  const live = useReplication(name);
  const [failed, setFailed] = useState<Error>();
  const { send, error } = useSending(live.reload);
  const state = live.data;
  // Conflicts are remembered after the last replica has been deleted, but such a table no longer
  // belongs to several regions.
  const global = state?.tables.find((one) => one.members.some((member) => member.region === where.region));
  const replicas = table.Replicas ?? [];
  const update = (): void => { refresh(); void live.reload(); };
  const remove = async (region: string): Promise<void> => {
    await call(where, 'UpdateTable', { TableName: name, ReplicaUpdates: [{ Delete: { RegionName: region } }] }).then(() => setFailed(undefined), setFailed);
    update();
  };
  const problem = failed ?? error ?? live.error;
  return (
    <section className="work">
      <div className="sub">
        {global ? <><span>{plural(global.members.length, 'region')}</span><span>{plural(global.members.reduce((sum, one) => sum + one.waiting, 0), 'write')} on the way</span></> : <span>A table of this region alone.</span>}
        {state && <span>A write takes {lagWords(state.lag)}.</span>}<DocLink page="GLOBAL_TABLES.md">About replicas</DocLink>
      </div>
      <Add key={name} table={name} onDone={update} />
      {problem && <Failure error={problem} onClose={() => setFailed(undefined)} />}
      {state && global && (
        <>
          <div className="tablescroll" tabIndex={0} role="region" aria-label="Replicas"><table className="plain">
            <thead><tr><th scope="col">region</th><th scope="col">status</th><th scope="col" className="n">on the way to it</th><th scope="col">the first since</th><th scope="col" className="n">taken over</th><th scope="col" className="n">overridden</th><th scope="col"><span className="vh">what can be done</span></th></tr></thead>
            <tbody>{global.members.map((member) => (
              <Row key={member.region} member={member} status={replicas.find((one) => one.RegionName === member.region)?.ReplicaStatus ?? ''} isHere={member.region === where.region} isOff={isCut(state, member.region)} send={send} onDelete={() => void remove(member.region)} />
            ))}</tbody>
          </table></div>
          <Links key={lagText(state.lag)} state={state} send={send} />
          <h2 className="section">Conflicts</h2>
          <Conflicts table={global} />
        </>
      )}
    </section>
  );
}

export const replicas: TableView = { id: 'replicas', title: 'Replicas', Component: Replicas };
