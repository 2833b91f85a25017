// Hooks that views share: refreshed data, keys, sizes.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export interface Loaded<T> {
  data: T | undefined;
  error: Error | undefined;
  reload: () => Promise<void>;
}

interface LiveOptions {
  every?: number; // milliseconds; if missing, data is loaded once
  paused?: boolean;
  steady?: boolean; // an equal reply keeps the old object, so that nothing is rendered again
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

// Loads again when `key` changes, and then regularly while the page is visible. Loaded data stays
// until newer data replaces it, so that nothing flickers.
export function useLive<T>(key: string, load: () => Promise<T>, options: LiveOptions = {}): Loaded<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: Error }>({ key });
  const latest = useRef(load);
  latest.current = load;
  const turn = useRef(0);
  const { every, paused, steady } = options;
  const reload = useCallback(async () => {
    const mine = ++turn.current;
    try {
      const data = await latest.current();
      if (mine !== turn.current) return;
      setState((old) => (steady && old.key === key && !old.error && isSame(old.data, data) ? old : { key, data }));
    } catch (error) {
      if (mine === turn.current) setState((old) => ({ ...(old.key === key ? old : { key }), error: error as Error }));
    }
  }, [key, steady]);
  useEffect(() => {
    if (!paused) void reload();
    if (!every || paused) return;
    const timer = setInterval(() => { if (!document.hidden) void reload(); }, every);
    return () => clearInterval(timer);
  }, [reload, every, paused]);
  useEffect(() => () => { turn.current++; }, [key]);
  const own = state.key === key;
  return { data: own ? state.data : undefined, error: own ? state.error : undefined, reload };
}

export type KeyHandlers = Record<string, (event: KeyboardEvent) => void>;

const layers: { current: KeyHandlers }[] = [];

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function keyName(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Ctrl+${key}` : key;
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey) return;
  const name = keyName(event);
  if (isTyping(event.target) && !name.startsWith('Ctrl+') && name !== 'Escape') return;
  for (let i = layers.length - 1; i >= 0; i--) {
    const handler = layers[i]!.current[name];
    if (!handler) continue;
    event.preventDefault();
    handler(event);
    return;
  }
});

// Handles keys while the component is mounted; the component that registered last comes first.
// "Ctrl+k", "e".
export function useKeys(handlers: KeyHandlers): void {
  const layer = useRef(handlers);
  layer.current = handlers;
  useEffect(() => {
    layers.push(layer);
    return () => { layers.splice(layers.indexOf(layer), 1); };
  }, []);
}

export function useHeight(ref: RefObject<HTMLElement>): number {
  const [height, setHeight] = useState(600);
  useLayoutEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => setHeight(entry!.contentRect.height));
    observer.observe(ref.current);
    setHeight(ref.current.clientHeight);
    return () => observer.disconnect();
  }, [ref]);
  return height;
}

const STILL_MS = 5_000;

// Whether the user points at a live list, which must not move then: while the mouse moves, and for
// a short time after.
export function usePointing(): { pointing: boolean; on: { onMouseMove: () => void; onMouseLeave: () => void } } {
  const [pointing, setPointing] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = (): void => { clearTimeout(timer.current); setPointing(false); };
  const begin = (): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(end, STILL_MS);
    setPointing(true);
  };
  return { pointing, on: { onMouseMove: begin, onMouseLeave: end } };
}

// True if something takes longer than a tenth of a second, so that fast operations show no
// indicator.
export function useIsSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) { setSlow(false); return; }
    const timer = setTimeout(() => setSlow(true), 100);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy && slow;
}
