// Stream faults, within DynamoDB's guarantees.
import { useEffect, useState } from 'react';
import { get } from '../../api/admin';
import type { StreamState } from '../../api/shapes';
import { useLive } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { DocLink, Failure, Field } from '../../parts/basic';
import { lagText, parseLag } from '../../parts/lag';
import { useSending } from '../../parts/sending';

const USUAL: StreamState = { lag: 0, emptyPages: 0, pageRecords: 0, shardRecords: 0, listedShards: 0, iteratorAge: 0, kinesisLag: 0, kinesisDuplicates: 0 };
const LAGS: (keyof StreamState)[] = ['lag', 'iteratorAge', 'kinesisLag'];
const FIELDS: [keyof StreamState, string, string][] = [
  ['lag', 'Records come later by', 'ms, uniform:0:500, exponential:200'],
  ['emptyPages', 'Share of empty pages', '0 to 0.95'],
  ['pageRecords', 'Records of a page at most', '0: as usual'],
  ['shardRecords', 'A shard ends after about', 'records; 0: never'],
  ['listedShards', 'Shards listed at once', '0: as usual'],
  ['iteratorAge', 'Age of iterators on arrival', 'ms, as above'],
  ['kinesisLag', 'Kinesis gets records later by', 'ms, as above'],
  ['kinesisDuplicates', 'Share of records Kinesis gets twice', '0 to 1'],
];
type Texts = Record<keyof StreamState, string>;

const textsOf = (state: StreamState): Texts => Object.fromEntries(FIELDS.map(([name]) => [name, lagText(state[name])])) as Texts;

// Error: a sentence about an invalid number or lag.
function read(texts: Texts): StreamState {
  const number = (name: keyof StreamState, label: string): number => {
    const text = texts[name].trim();
    if (text === '' || Number.isNaN(Number(text))) throw new Error(`'${label}' must be a number, not '${text}'.`);
    return Number(text);
  };
  return Object.fromEntries(FIELDS.map(([name, label]) => [name, LAGS.includes(name) ? parseLag(texts[name]) : number(name, label)])) as unknown as StreamState;
}

export function StreamAdversity(): JSX.Element | null {
  const { where } = useSession();
  const live = useLive(where.universe, () => get<StreamState>(where, 'streams'), { every: 2_000 });
  const { send, error } = useSending(live.reload);
  const [texts, setTexts] = useState<Texts>();
  const [problem, setProblem] = useState<Error>();
  const shown = live.data && JSON.stringify(textsOf(live.data));
  useEffect(() => { if (shown) setTexts(JSON.parse(shown) as Texts); }, [shown]);
  if (!texts || !live.data) return null;
  const isUsual = FIELDS.every(([name]) => lagText(live.data![name]) === '0');
  const set = (): void => {
    try {
      setProblem(undefined);
      void send('PUT', 'streams', read(texts));
    } catch (caught) {
      setProblem(caught as Error);
    }
  };
  return (
    <form className="stack" aria-label="Streams" onSubmit={(event) => { event.preventDefault(); set(); }}>
      <p>{isUsual ? 'Streams are read as usual.' : <span className="warn">Streams are harder to read than usual.</span>} Every change is still there exactly once and in its order. <DocLink page="HOSTILE.md" at="streams-alone">What each does</DocLink></p>
      {(problem ?? error) && <Failure error={(problem ?? error)!} />}
      <div className="fields">
        {FIELDS.map(([name, label, hint]) => <Field key={name} label={label} value={texts[name]} mono hint={hint} onChange={(value) => setTexts({ ...texts, [name]: value })} />)}
      </div>
      <div className="row"><button>Set for streams</button><button type="button" disabled={isUsual} onClick={() => { setProblem(undefined); void send('PUT', 'streams', USUAL); }}>As usual</button></div>
    </form>
  );
}
