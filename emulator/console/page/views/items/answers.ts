// The reply to a request, page by page, and its cost.
import { useCallback, useEffect, useRef, useState } from 'react';
import { ask } from '../../api/client';
import { toRequest, isQuery } from '../../api/question';
import type { Question } from '../../api/question';
import type { Consumed, Item, Table } from '../../api/types';
import type { Where } from '../../base/place';

export interface Answer {
  items: Item[];
  pages: number;
  scanned: number;
  units: number;
  ms: number;
  isWrite: boolean;
  next?: { key?: Item; token?: string }; // where the next page starts
}

export type Asked = { question: Question } | { statement: string };

export interface Answers {
  answer: Answer | undefined;
  error: Error | undefined;
  busy: boolean;
  run: (asked: Asked) => void;
  more: () => void;
  all: () => void;
  stop: () => void;
  change: (items: (items: Item[]) => Item[]) => void;
}

// The first read fills the view, costs little for a large table, and is fast. A filter may leave
// few items of a page.
const FIRST_ROWS = 1_000;

function firstLimit(asked: Asked, from: Answer['next']): { Limit?: number } {
  if (from || isWriting(asked)) return {};
  const isWhole = 'statement' in asked ? /\bwhere\b/i.test(asked.statement) : asked.question.filters.length > 0;
  return isWhole ? {} : { Limit: FIRST_ROWS };
}

// A statement that writes runs only when the user starts it.
export const isWriting = (asked: Asked): boolean => 'statement' in asked && !/^\s*select/i.test(asked.statement);

const nothing: Answer = { items: [], pages: 0, scanned: 0, units: 0, ms: 0, isWrite: false };

interface OnePage { items: Item[]; scanned: number; consumed?: Consumed; ms: number; next: Answer['next']; isWrite: boolean }

async function page(where: Where, table: Table, asked: Asked, from: Answer['next'], signal: AbortSignal): Promise<OnePage> {
  if ('statement' in asked) {
    const request = { Statement: asked.statement, ...firstLimit(asked, from), ...(from?.token ? { NextToken: from.token } : {}) };
    const { body, ms } = await ask(where, 'ExecuteStatement', request, signal);
    const items = body.Items ?? [];
    return { items, scanned: items.length, consumed: body.ConsumedCapacity, ms, isWrite: isWriting(asked), next: body.NextToken ? { token: body.NextToken } : undefined };
  }
  const request = { ...firstLimit(asked, from), ...toRequest(table, asked.question), ...(from?.key ? { ExclusiveStartKey: from.key } : {}) };
  const { body, ms } = await ask(where, isQuery(asked.question) ? 'Query' : 'Scan', request, signal);
  return {
    items: body.Items ?? [], scanned: body.ScannedCount, consumed: body.ConsumedCapacity, ms, isWrite: false,
    next: body.LastEvaluatedKey ? { key: body.LastEvaluatedKey } : undefined,
  };
}

const joined = (old: Answer, one: OnePage): Answer => ({
  items: old.items.length ? old.items.concat(one.items) : one.items,
  pages: old.pages + 1,
  scanned: old.scanned + one.scanned,
  units: old.units + (one.consumed?.CapacityUnits ?? 0),
  ms: old.ms + one.ms,
  isWrite: one.isWrite,
  next: one.next,
});

// Sends the request again when `key` changes, which represents the whole request.
export function useAnswers(where: Where, table: Table, asked: Asked, key: string): Answers {
  const [state, setState] = useState<{ answer?: Answer; error?: Error; busy: boolean }>({ busy: true });
  const current = useRef({ answer: undefined as Answer | undefined, abort: new AbortController() });
  const latest = useRef({ where, table, asked });
  latest.current = { where, table, asked };

  // Reads pages until `enough` returns true or all pages have been read.
  const read = useCallback(async (afresh: boolean, enough: () => boolean, asked?: Asked) => {
    const mine = new AbortController();
    current.current.abort.abort();
    current.current.abort = mine;
    let answer = afresh ? nothing : current.current.answer ?? nothing;
    setState((old) => ({ answer: old.answer, busy: true }));
    try {
      const what = { ...latest.current, ...(asked ? { asked } : {}) };
      do {
        const one = await page(what.where, what.table, what.asked, answer.next, mine.signal);
        if (mine.signal.aborted) return;
        answer = joined(answer, one);
        current.current.answer = answer;
        setState({ answer, busy: true });
      } while (answer.next && !enough());
      setState({ answer, busy: false });
    } catch (error) {
      if (mine.signal.aborted) return;
      setState((old) => ({ answer: afresh ? undefined : old.answer, error: error as Error, busy: false }));
    }
  }, []);

  useEffect(() => {
    if (isWriting(latest.current.asked)) {
      setState((old) => ({ ...old, busy: false }));
      return;
    }
    void read(true, () => true);
    const mine = current.current.abort;
    return () => mine.abort();
  }, [key, read]);

  return {
    answer: state.answer,
    error: state.error,
    busy: state.busy,
    run: (asked) => void read(true, () => true, asked),
    more: () => { if (current.current.answer?.next) void read(false, () => true); },
    all: () => { if (current.current.answer?.next) void read(false, () => false); },
    stop: () => { current.current.abort.abort(); setState((old) => ({ ...old, busy: false })); },
    change: (change) => {
      const answer = current.current.answer;
      if (!answer) return;
      const items = change(answer.items);
      current.current.answer = { ...answer, items, scanned: answer.scanned + items.length - answer.items.length };
      setState((old) => ({ ...old, answer: current.current.answer }));
    },
  };
}
