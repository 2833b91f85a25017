// The request above the items: in the builder or as PartiQL, and in the address once it is run.
import { useEffect, useMemo, useState } from 'react';
import { fromStatement, toStatement } from '../../api/partiql';
import { fromParams, isQuery, toParams, toRequest } from '../../api/question';
import type { Question } from '../../api/question';
import { snippet } from '../../api/snippets';
import type { Language } from '../../api/snippets';
import type { Table } from '../../api/types';
import { currentPlace, setParams, usePlace } from '../../base/place';
import { useWhere } from '../../parts/session';
import { CopyAs } from '../../parts/basic';
import type { Asked } from './answers';
import { Builder, Said } from './builder';
import { Statement } from './statement';

const PARAMS = ['index', 'pk', 'sk', 'filters', 'order', 'consistent', 'limit', 'statement'];
const keyOf = (params: URLSearchParams): string => PARAMS.map((name) => params.get(name) ?? '').join('\n');

export interface Writing {
  asked: Asked; // the request that was run last, from the address
  key: string; // represents the whole request
  draft: Question;
  setDraft: (question: Question) => void;
  statement: string | undefined; // undefined if the builder is used
  setStatement: (text: string) => void;
  commit: () => { asked: Asked; isNew: boolean }; // writes the draft into the address
  swap: () => boolean; // to PartiQL or back; false if the builder cannot show the statement
}

export function useQuestion(table: Table): Writing {
  const { params } = usePlace();
  const shown = params.get('statement') ?? undefined;
  const key = keyOf(params);
  const committed = useMemo(() => fromParams(table, params), [table.TableName, key]);
  const [draft, setDraft] = useState(committed);
  const [statement, setStatement] = useState(shown);
  useEffect(() => { setDraft(committed); setStatement(shown); }, [committed, shown]);
  const commit = (): { asked: Asked; isNew: boolean } => {
    if (statement !== undefined) setParams({ ...Object.fromEntries(PARAMS.map((name) => [name, null])), statement, item: null }, false);
    else setParams({ ...toParams(draft), statement: null, item: null }, false);
    return { asked: statement !== undefined ? { statement } : { question: draft }, isNew: keyOf(currentPlace().params) !== key };
  };
  const swap = (): boolean => {
    if (statement === undefined) {
      setStatement(toStatement(table, draft));
      return true;
    }
    const question = fromStatement(table, statement);
    if (!question) return false;
    setDraft(question);
    setStatement(undefined);
    return true;
  };
  return { asked: shown !== undefined ? { statement: shown } : { question: committed }, key, draft, setDraft, statement, setStatement, commit, swap };
}

interface Props { table: Table; writing: Writing; names: string[]; onRun: () => void; onSwap: () => void }

export function Ask({ table, writing, names, onRun, onSwap }: Props): JSX.Element {
  const where = useWhere();
  const { draft, statement } = writing;
  const copy = (language: Language): string => (statement !== undefined
    ? snippet(language, 'ExecuteStatement', { Statement: statement }, where)
    : snippet(language, isQuery(draft) ? 'Query' : 'Scan', toRequest(table, draft), where));
  return (
    <form className="ask" onSubmit={(event) => { event.preventDefault(); onRun(); }}>
      <div className="row">
        {statement === undefined
          ? <Builder table={table} question={draft} names={names} onChange={writing.setDraft} />
          : <Statement table={table} names={names} value={statement} onChange={writing.setStatement} onRun={onRun} />}
        <span className="acts">
          <button type="button" onClick={onSwap}>{statement === undefined ? 'PartiQL' : 'Builder'}</button>
          <CopyAs id="copy-question" text={copy} more={statement === undefined ? [['PartiQL', () => toStatement(table, draft)]] : []} />
          <button className="go">Run <kbd>⏎</kbd></button>
        </span>
      </div>
      {statement === undefined && <Said table={table} question={draft} />}
    </form>
  );
}
