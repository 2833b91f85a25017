// Asks for confirmation before large deletions, and offers to fork the universe first.
import { useEffect, useRef, useState } from 'react';
import { admin } from '../api/admin';
import type { Universe } from '../api/shapes';
import { useSession } from './session';
import { Failure } from './basic';

interface Props { question: string; label: string; onSure: () => void; onKeep: () => void }

export function ForkFirst({ question, label, onSure, onKeep }: Props): JSX.Element {
  const { where, universes, refresh } = useSession();
  const [forked, setForked] = useState('');
  const [error, setError] = useState<Error>();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const fork = async (): Promise<void> => {
    let n = 1;
    while (universes.some((one) => one.name === `${where.universe}-before-${n}`)) n++;
    const name = `${where.universe}-before-${n}`;
    try {
      await admin<Universe>(where, 'POST', `universes/${encodeURIComponent(where.universe)}/fork`, { name });
      setForked(name);
      refresh();
    } catch (caught) {
      setError(caught as Error);
    }
  };
  return (
    <div className="failure" role="group" aria-label={question}>
      <div>{question} {forked ? <span className="soft">Universe <b>{forked}</b> has a copy.</span> : null}</div>
      {error && <Failure error={error} />}
      <div className="row">
        <button type="button" className="bad" onClick={onSure}>{label}</button>
        {!forked && <button type="button" onClick={() => void fork()}>Fork the universe first</button>}
        <button type="button" ref={keep} onClick={onKeep}>Keep</button>
      </div>
    </div>
  );
}
