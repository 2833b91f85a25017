// Fault rules: how often each was applied, presets, and new rules in JSON.
import { useState } from 'react';
import { adminText, get } from '../../api/admin';
import { effectOf, inWords } from '../../api/faults';
import type { CountedFaultRule, Faults, Hostile } from '../../api/shapes';
import { count, plural } from '../../base/format';
import { useLive } from '../../base/hooks';
import { usePlace } from '../../base/place';
import { useSession } from '../../parts/session';
import { Choose, DocLink, Failure, Sure } from '../../parts/basic';
import { useSending } from '../../parts/sending';
import { StreamAdversity } from './streams';
import type { View } from '../../parts/view';

const EXAMPLES: [string, object][] = [
  ['a lost reply', { name: 'lost reply', match: { operation: 'UpdateItem', nth: 1 }, fault: { drop: 'after' } }],
  ['throttling', { name: 'throttled', match: { operation: 'PutItem', every: 3 }, fault: { throttle: true } }],
  ['half a batch', { name: 'half a batch', match: { operation: 'Batch*' }, fault: { unprocessed: 0.5 } }],
  ['small pages', { name: 'small pages', match: { operation: ['Query', 'Scan'] }, fault: { pageRows: 1 } }],
  ['slow reads', { name: 'slow', match: { operation: ['Get*', 'Query', 'Scan'] }, fault: { latency: { uniform: [50, 250] } } }],
  ['a conflict', { name: 'conflict', match: { operation: 'TransactWriteItems' }, fault: { conflictAt: 0 }, times: 2 }],
  ['a broken checksum', { name: 'wrong crc', match: { operation: 'GetItem' }, fault: { wrongCrc: true }, times: 1 }],
  ['503', { name: 'unavailable', match: { probability: 0.1 }, fault: { status: 503 } }],
];

// The rule in the address is marked, because requests link to it.
function Rules({ rules, onRemove }: { rules: CountedFaultRule[]; onRemove: (name: string) => void }): JSX.Element {
  const shown = usePlace().params.get('rule');
  return (
    <div className="tablescroll" tabIndex={0} role="region" aria-label="Rules">
      <table className="plain">
        <thead><tr><th scope="col">rule</th><th scope="col">which requests</th><th scope="col">what happens</th><th scope="col" className="n">fitted</th><th scope="col" className="n">fired</th><th scope="col"><span className="vh">what can be done</span></th></tr></thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.name} className={rule.name === shown ? 'sel' : undefined}>
              <td>{rule.name}</td><td>{rule.match ? inWords(rule.match) : 'any'}</td>
              <td className="warn" title={rule.fault.message}>{effectOf(rule)}{rule.times ? <span className="soft"> · at most {plural(rule.times, 'time')}</span> : ''}</td>
              <td className="n">{count(rule.matched)}</td><td className={`n ${rule.fired ? 'warn' : ''}`}>{count(rule.fired)}</td>
              <td className="n"><button type="button" className="quiet" aria-label={`Remove the rule ${rule.name}`} onClick={() => onRemove(rule.name)}>Remove</button></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Adversarial({ onSet }: { onSet: (intensity: number) => void }): JSX.Element {
  const [intensity, setIntensity] = useState(0.3);
  return (
    <div className="row gap">
      <label className="check">intensity <input type="range" min="0.05" max="1" step="0.05" value={intensity} onChange={(event) => setIntensity(Number(event.target.value))} /><span className="num">{intensity.toFixed(2)}</span></label>
      <button type="button" onClick={() => onSet(intensity)}>Make rare answers common</button>
    </div>
  );
}

type Level = Hostile['level'];
const LEVELS: Level[] = ['off', 'mild', 'rough', 'brutal'];

// Sets faults, stale reads and streams together, with one switch.
function Hostility({ onSet }: { onSet: (level: Level) => Promise<void> }): JSX.Element | null {
  const { where } = useSession();
  const live = useLive(where.universe, () => get<Hostile>(where, 'hostile'), { every: 3_000 });
  if (!live.data) return null;
  return (
    <div className="row gap">
      <Choose label="How hostile DynamoDB is" value={live.data.level} options={LEVELS} onChange={(level) => void onSet(level).then(live.reload)} />
    </div>
  );
}

function NewRule({ onAdd }: { onAdd: (rule: unknown) => void }): JSX.Element {
  const [text, setText] = useState(JSON.stringify(EXAMPLES[0]![1], null, 2));
  const [problem, setProblem] = useState('');
  const add = (): void => {
    try {
      setProblem('');
      onAdd(JSON.parse(text));
    } catch (error) {
      setProblem(`The rule is not JSON: ${(error as Error).message}`);
    }
  };
  return (
    <div className="stack narrow">
      <div className="row choices">{EXAMPLES.map(([name, rule]) => <button key={name} type="button" onClick={() => setText(JSON.stringify(rule, null, 2))}>{name}</button>)}</div>
      <textarea aria-label="New rule as JSON" rows={text.split('\n').length + 1} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
      {problem && <p className="badtext" role="status">{problem}</p>}
      <div className="row"><button type="button" className="go" onClick={add}>Add the rule</button></div>
    </div>
  );
}

function Seed({ onSet }: { onSet: (seed: string) => void }): JSX.Element {
  const { where } = useSession();
  const seed = useLive(where.universe, () => adminText(where, 'GET', 'faults/seed'));
  const [text, setText] = useState<string>();
  const shown = text ?? /"seed":(\d+)/.exec(seed.data ?? '')?.[1] ?? '';
  const write = (typed: string): void => setText(typed.replace(/\D/g, '').replace(/^0+(?=\d)/, ''));
  // The field is disabled until the seed is loaded, because otherwise the input would be mixed with
  // it.
  return (
    <form className="row" onSubmit={(event) => { event.preventDefault(); onSet(shown); }}>
      <label className="check">seed <input className="mono" value={shown} disabled={seed.data === undefined} onChange={(event) => write(event.target.value)} /></label>
      <button disabled={shown === ''}>Draw anew from it</button>
    </form>
  );
}

function FaultsView(): JSX.Element {
  const { where } = useSession();
  const live = useLive(where.universe, () => get<Faults>(where, 'faults'), { every: 1_500 });
  const { send, error } = useSending(live.reload);
  const rules = live.data?.rules ?? [];
  return (
    <section className="work">
      <div className="head"><h1>Faults</h1><span className="grow" />{rules.length > 0 && <Sure label="Remove all" question={`Remove ${plural(rules.length, 'rule')}?`} onSure={() => void send('DELETE', 'faults')} />}</div>
      <div className="sub"><span>Rules are tried in order; each request of your program may meet several. This console’s own requests meet none. <DocLink page="FAULTS.md">What a rule may say</DocLink></span></div>
      {(error ?? live.error) && <Failure error={(error ?? live.error)!} />}
      {rules.length > 0 ? <Rules rules={rules} onRemove={(name) => void send('DELETE', `faults/rules/${encodeURIComponent(name)}`)} /> : live.data && <p>Nothing goes wrong.</p>}
      <h2 className="section">Everything at once: faults, stale reads and streams</h2>
      <Hostility onSet={(level) => send('PUT', 'hostile', { level })} />
      <h2 className="section">Adversarial but legal: every rare answer of DynamoDB, often</h2>
      <Adversarial onSet={(intensity) => void send('POST', 'faults/rules', { preset: { name: 'adversarial', intensity } })} />
      <h2 className="section" id="streams">Streams alone</h2>
      <StreamAdversity />
      <h2 className="section">A rule of your own</h2>
      <NewRule onAdd={(rule) => void send('POST', 'faults/rules', rule as object)} />
      <h2 className="section">The same in each run</h2>
      <Seed onSet={(seed) => void send('PUT', 'faults/seed', `{"seed":${seed}}`)} />
    </section>
  );
}

export const faults: View = { id: 'faults', title: 'Faults', group: 'Laboratory', Component: FaultsView };
