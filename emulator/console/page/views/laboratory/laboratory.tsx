// The test controls as one file: shown, copied, saved; dropped here and applied, with errors in it.
import { useState } from 'react';
import { adminText } from '../../api/admin';
import { parseJson, writeJson } from '../../api/json';
import { chooseFile, download } from '../../base/files';
import { plural } from '../../base/format';
import { useCommands } from '../../base/commands';
import { useLive } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { CopyButton, DocLink, Failure } from '../../parts/basic';
import { DropArea } from '../../parts/drop';
import { ForkFirst } from '../../parts/fork';
import { madeAnew, warningsOf } from './declaration';
import type { View } from '../../parts/view';

interface Written { text: string; name: string } // the new content, and the name of its file

// The result of applying the file, or the error.
interface Outcome { error?: Error; warnings?: string[] }

function Said({ outcome }: { outcome: Outcome }): JSX.Element {
  if (outcome.error) return <Failure error={outcome.error} />;
  const warnings = outcome.warnings ?? [];
  return (
    <div role="status">
      <p className="goodtext">Applied{warnings.length ? `, with ${plural(warnings.length, 'warning')}:` : '.'}</p>
      {warnings.map((one) => <p key={one} className="note warn">{one}</p>)}
    </div>
  );
}

interface Apply { outcome: Outcome | undefined; apply: (text: string) => Promise<void>; refuse: (error: Error) => void; forget: () => void }

function useApply(onDone: () => void): Apply {
  const { where, refresh } = useSession();
  const [outcome, setOutcome] = useState<Outcome>();
  const apply = async (text: string): Promise<void> => {
    try {
      setOutcome({ warnings: warningsOf(await adminText(where, 'PUT', 'laboratory', text)) });
      onDone();
      refresh();
    } catch (error) {
      setOutcome({ error: error as Error });
    }
  };
  return { outcome, apply, refuse: (error) => setOutcome({ error }), forget: () => setOutcome(undefined) };
}

function LaboratoryView(): JSX.Element {
  const { where, universes } = useSession();
  const live = useLive(where.universe, async () => writeJson(parseJson(await adminText(where, 'GET', 'laboratory'))), { every: 3_000 });
  const [written, setWritten] = useState<Written>();
  const [asked, setAsked] = useState<string[]>();
  const { outcome, apply, refuse, forget } = useApply(() => { setWritten(undefined); void live.reload(); });
  const text = written?.text ?? live.data ?? '';
  const write = (now: Written | undefined): void => { setAsked(undefined); forget(); setWritten(now); };
  const take = (file: File): void => void file.text().then((content) => write({ text: content, name: file.name }));
  const begin = (): void => {
    try {
      const anew = madeAnew(text, where.universe, universes.map((one) => one.name));
      if (anew.length) setAsked(anew);
      else void apply(text);
    } catch (error) {
      refuse(error as Error);
    }
  };
  useCommands([{ title: 'Load a laboratory file', hint: 'laboratory', run: () => chooseFile('.json', take) }]);
  return (
    <DropArea hint="Drop a laboratory file: JSON" onFile={take}>
      <div className="head">
        <h1>Laboratory file</h1><span className="grow" />
        <CopyButton text={text} />
        <button type="button" onClick={() => download(where.universe === 'default' ? 'lab.json' : `lab-${where.universe}.json`, `${text}\n`)}>Download</button>
        <button type="button" onClick={() => chooseFile('.json', take)}>Choose a file…</button>
      </div>
      <div className="sub"><span>{where.universe === 'default' ? 'All settings, of all universes.' : `All settings of universe ${where.universe}.`} <code>stator --laboratory lab.json</code> starts with it. <DocLink page="LABORATORY.md">What it may hold</DocLink></span></div>
      {live.error && <Failure error={live.error} />}
      {outcome && <Said outcome={outcome} />}
      {asked && (
        <ForkFirst
          question={`${asked.join(', ')} ${asked.length === 1 ? 'is' : 'are'} made anew: what ${asked.length === 1 ? 'it holds' : 'they hold'} is dropped.`} label="Apply it"
          onSure={() => { setAsked(undefined); void apply(text); }} onKeep={() => setAsked(undefined)}
        />
      )}
      <textarea
        className="whole" aria-label="Laboratory as JSON" value={text} spellCheck={false}
        onChange={(event) => write({ text: event.target.value, name: written?.name ?? '' })}
      />
      <div className="bill">
        {written ? <span className="warn">{written.name ? `${written.name}, not applied yet` : 'Changed, not applied yet'}</span> : <span>As it is now. Write here, or drop a file.</span>}
        <span className="grow" />
        {written && <button type="button" onClick={() => write(undefined)}>Put back</button>}
        <button type="button" className="go" disabled={!written} onClick={begin}>Apply</button>
      </div>
    </DropArea>
  );
}

export const laboratory: View = { id: 'laboratory', title: 'As one file', group: 'Laboratory', Component: LaboratoryView };
