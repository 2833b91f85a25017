// The common parts of all transfer forms: a side panel, the start button, the error, the equivalent
// command.
import type { ReactNode } from 'react';
import { snippet } from '../../api/snippets';
import { setParams } from '../../base/place';
import { useWhere } from '../../parts/session';
import { Command, Failure } from '../../parts/basic';
import { Panel } from '../../parts/panel';
import { useAttempt } from '../../parts/sending';

export interface FormProps { onStarted: (arn: string) => void }

interface Props {
  title: string;
  verb: string;
  operation: string;
  request: () => object; // Error: the part of it that cannot be sent
  start: (request: object) => Promise<string>; // its ARN
  ready: boolean;
  onStarted: (arn: string) => void;
  remedy?: (error: Error, again: () => void) => ReactNode;
  children: ReactNode;
}

function textOf(request: () => object, write: (request: object) => string): string {
  try {
    return write(request());
  } catch (error) {
    return (error as Error).message;
  }
}

export function StartPanel({ title, verb, operation, request, start, ready, onStarted, remedy, children }: Props): JSX.Element {
  const where = useWhere();
  const { attempt, error, forget } = useAttempt();
  const run = (): void => void attempt(async () => onStarted(await start(request())));
  return (
    <Panel title={title} onClose={() => setParams({ new: null })}>
      <form className="stack" onSubmit={(event) => { event.preventDefault(); run(); }}>
        {children}
        {error && <Failure error={error} onClose={forget} />}
        {error && remedy?.(error, run)}
        <div className="row"><button className="go" disabled={!ready}>{verb}</button></div>
      </form>
      <h3>The same on the command line</h3>
      <Command text={textOf(request, (members) => snippet('cli', operation, members, where).trim())} />
    </Panel>
  );
}
