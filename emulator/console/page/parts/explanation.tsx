// Explains an authorization decision: the statements that decided, and the conditions of the others
// that failed.
import { get } from '../api/admin';
import type { Decision, Evaluation, NearMiss, PolicyStatement } from '../api/shapes';
import { time } from '../base/format';
import { useLive } from '../base/hooks';
import { useWhere } from './session';
import { Failure } from './basic';

const WORDS = { ALLOW: 'allowed', EXPLICIT_DENY: 'denied', IMPLICIT_DENY: 'allowed by nothing' };
// Only identity policies have a name that is more specific than their type.
const place = ({ sid, statement, policy, policyType }: PolicyStatement): string => `${sid ?? `number ${statement}`} of ${policyType} policy${policy ? ` ${policy}` : ''}`;
const list = (values: string[] | undefined): string => (values?.length ? values.join(', ') : 'nothing');

// Policy variables with their values.
function resolved(texts: string[] | undefined, context: Record<string, string[]>): string[] | undefined {
  return texts?.map((text) => text.replace(/\$\{([^}]+)\}/g, (variable, key: string) => context[key.toLowerCase()]?.[0] ?? variable));
}

function missed({ failed, test, key, have, want: written }: NearMiss, context: Record<string, string[]>): string {
  const want = resolved(written, context);
  if (failed === 'condition') return `${test} on ${key} fails: it has ${list(have)}, and wants ${list(want)}`;
  if (failed === 'resource') return `it is about ${list(want)}`;
  if (failed === 'variable') return `${key} has no value`;
  return `it is about another ${failed}`;
}

function OneEvaluation({ one }: { one: Evaluation }): JSX.Element {
  const context = Object.entries(one.context);
  return (
    <div className="stack">
      <p><span className={one.decision === 'ALLOW' ? 'goodtext' : 'badtext'}>{WORDS[one.decision]}</span> <b className="mono">{one.action}</b> on <span className="mono">{one.resource}</span></p>
      {one.matched.map((statement) => <p key={place(statement)} className="note">{statement.effect === 'Allow' ? 'Allowed' : 'Denied'} by statement {place(statement)}.</p>)}
      {one.nearMiss.map((miss) => <p key={place(miss)} className="note warn">Statement {place(miss)} would {miss.effect === 'Allow' ? 'allow' : 'deny'} it, but {missed(miss, one.context)}.</p>)}
      {context.length > 0 && <dl className="facts">{context.map(([key, values]) => [<dt key={key}>{key}</dt>, <dd key={`${key}-value`} className="mono">{list(values)}</dd>])}</dl>}
    </div>
  );
}

export function Explanation({ number }: { number: number }): JSX.Element | null {
  const where = useWhere();
  const live = useLive(String(number), () => get<Decision>(where, `iam/decisions/${number}`));
  if (live.error) return <Failure error={live.error} />;
  if (!live.data) return null;
  const { principal, accessKey, refusal, evaluations } = live.data;
  return (
    <>
      <h3>Who may do that</h3>
      <p className={refusal ? 'badtext' : 'goodtext'}>{refusal ?? 'Allowed.'}</p>
      <p className="soft"><span className="mono">{principal}</span>, access key {accessKey}, {time(Date.parse(live.data.time))}</p>
      {evaluations.map((one, i) => <OneEvaluation key={i} one={one} />)}
    </>
  );
}
