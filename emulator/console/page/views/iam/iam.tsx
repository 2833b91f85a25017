// Permissions: decisions about requests under --auth iam, their reasons, and generated
// least-privilege policies.
import { useEffect, useState } from 'react';
import { admin, get } from '../../api/admin';
import type { DecisionSummary, NeededPolicies } from '../../api/shapes';
import { useCommands } from '../../base/commands';
import { count } from '../../base/format';
import { useLive } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import { useWhere } from '../../parts/session';
import { Check, Choose, Command, CopyButton, Failure } from '../../parts/basic';
import { Explanation } from '../../parts/explanation';
import { Grid } from '../../parts/grid';
import type { Column } from '../../parts/grid';
import { useDecisions } from '../../parts/judging';
import { Panel } from '../../parts/panel';
import type { View } from '../../parts/view';

const SHOWN = 1_000;
const name = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);

const COLUMNS: Column<DecisionSummary>[] = [
  { id: 'number', head: 'number', numeric: true, width: 9, cell: (one) => <span className="soft">{one.number}</span> },
  { id: 'time', head: 'time', width: 14, cell: (one) => <span className="soft">{one.time.slice(11, 23)}</span> },
  { id: 'operation', head: 'operation', width: 24, cell: (one) => one.operation },
  { id: 'principal', head: 'who', width: 24, cell: (one) => name(one.principal), title: (one) => one.principal },
  { id: 'answer', head: 'decision', width: 70, cell: (one) => one.refusal ?? <span className="faint">allowed</span>, title: (one) => one.refusal },
];

const FORM = { 'refused=on': 'what was refused, too', 'indexes=on': 'all indexes', 'generalise=prefix': 'names that begin alike as one', 'accounts=on': 'any account', 'fgac=on': 'held to items and attributes' };

// The policies under which the requests of a run would pass. If authorization is disabled, they are
// derived from the request log.
function Needed({ seen, judged }: { seen?: number; judged: boolean }): JSX.Element {
  const where = useWhere();
  const [isOpen, setIsOpen] = useState(false);
  const [form, setForm] = useState<string[]>([]);
  const [chosen, setChosen] = useState('');
  const query = form.join('&');
  const live = useLive(query, () => get<NeededPolicies>(where, `iam/needed?${query}`), { paused: !isOpen });
  useEffect(() => { if (isOpen) void live.reload(); }, [isOpen, seen]);
  const all = live.data?.principals ?? [];
  const shown = all.find((one) => one.principal === chosen) ?? all[0];
  const text = shown && JSON.stringify(shown.policy, null, 2);
  return (
    <details className="runs" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>The least policy that these requests need</summary>
      <div className="row">
        {shown && <Choose label="Of whom" hideLabel value={shown.principal} options={all.map((one): [string, string] => [one.principal, name(one.principal)])} onChange={setChosen} />}
        {Object.entries(FORM).slice(judged ? 0 : 1).map(([option, label]) => <Check key={option} label={label} checked={form.includes(option)} onChange={(on) => setForm(on ? [...form, option] : form.filter((one) => one !== option))} />)}
        {text && <CopyButton text={text} />}
      </div>
      {live.error && <Failure error={live.error} />}
      {live.data?.unknown?.map((one) => <p key={one.sentence} className="badtext">{one.sentence}</p>)}
      {text && <pre tabIndex={0}>{text}</pre>}
      {live.data && !shown && <p>Nobody has asked for anything yet.</p>}
    </details>
  );
}

function NobodyJudges(): JSX.Element {
  return (
    <>
      <p>Nobody judges here what requests may do: all of them are done, whoever signs them. With <code>--auth iam</code> each is judged by IAM’s rules and by the policies of tables; with <code>--auth iam-audit</code> all are done, and what would have been refused stands here.</p>
      <Command text="stator --auth iam-audit --credentials credentials.json" />
      <Needed judged={false} />
    </>
  );
}

function Permissions(): JSX.Element {
  const where = useWhere();
  const { params } = usePlace();
  const onlyRefused = params.get('refused') === 'on';
  const live = useDecisions(`limit=${SHOWN}${onlyRefused ? '&refused=on' : ''}`);
  const state = live.data;
  const forget = (): void => void admin(where, 'DELETE', 'iam/decisions').then(live.reload);
  const turn = (on: boolean): void => setParams({ refused: on ? 'on' : null });
  const isOn = state !== undefined && state.mode !== 'off';
  useCommands(isOn ? [{ title: 'Show refused requests only', hint: 'permissions', run: () => turn(true) }, { title: 'Forget all decisions', hint: 'permissions', run: forget }] : []);
  if (!isOn) return <section className="work"><h1>Permissions</h1>{live.error && <Failure error={live.error} />}{state && <NobodyJudges />}</section>;
  const rows = state.decisions.filter((one) => !onlyRefused || !one.allowed).reverse();
  const number = Number(params.get('decision'));
  return (
    <>
      <section className="work">
        <div className="head"><h1>Permissions</h1><span className="grow" /><Check label="refused only" checked={onlyRefused} onChange={turn} /><button type="button" onClick={forget}>Forget all</button></div>
        <div className="sub">
          <span>{state.mode === 'iam' ? 'Requests are judged.' : 'Requests are audited: what would be refused is done.'}</span><span>{count(state.allowed)} allowed</span><span className={state.refused ? 'badtext' : undefined}>{count(state.refused)} refused</span>
        </div>
        {live.error && <Failure error={live.error} />}
        <div className="fill column">
          <Grid label="Decisions" columns={COLUMNS} rows={rows} selected={rows.findIndex((one) => one.number === number)} rowClass={(one) => (one.allowed ? '' : 'err')} onSelect={(i) => setParams({ decision: String(rows[i]!.number) })} empty={onlyRefused ? 'Nothing was refused.' : 'Nothing was asked yet.'} />
        </div>
        <Needed judged seen={state.allowed + state.refused} />
      </section>
      {number > 0 && <Panel title={`Decision ${number}`} onClose={() => setParams({ decision: null })}><Explanation key={number} number={number} /></Panel>}
    </>
  );
}

export const permissions: View = { id: 'permissions', title: 'Permissions', group: 'Watch', Component: Permissions };
