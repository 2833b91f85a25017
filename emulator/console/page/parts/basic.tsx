// Small parts: copy, choice, sparkline, messages about errors and empty lists.
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { copyText } from '../base/files';
import { go, href, open } from '../base/place';
import type { Changes } from '../base/place';
import { ApiError } from '../api/client';
import { RULES_PAGE, ruleOf } from '../api/rules';
import type { Rule } from '../api/rules';
import { LANGUAGES } from '../api/snippets';
import type { Language } from '../api/snippets';
import { Menu } from './panel';

// A link within the console: the browser's own keys for new tabs work.
export function Link(props: { to: string[]; with?: Changes; className?: string; current?: boolean; children: ReactNode }): JSX.Element {
  const address = href(props.to, props.with);
  return (
    <a
      href={address} className={props.className} aria-current={props.current ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
        event.preventDefault();
        open(address);
      }}
    >
      {props.children}
    </a>
  );
}

export function CopyButton({ text, children = 'Copy' }: { text: string | (() => string); children?: ReactNode }): JSX.Element {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1200);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async (): Promise<void> => {
    await copyText(typeof text === 'string' ? text : text());
    setDone(true);
  };
  return <button type="button" onClick={() => void copy()}>{done ? 'Copied' : children}</button>;
}

interface CopyAsProps { text: (language: Language) => string; more?: [string, () => string][]; id?: string }

// "Copy as…": the AWS CLI, JavaScript, Python, and additional formats of the view.
export function CopyAs({ text, more = [], id }: CopyAsProps): JSX.Element {
  const [done, setDone] = useState('');
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(''), 1500);
    return () => clearTimeout(timer);
  }, [done]);
  const all: [string, () => string][] = [...LANGUAGES.map(([language, name]): [string, () => string] => [name, () => text(language)]), ...more];
  const copy = async (name: string, what: () => string): Promise<void> => {
    await copyText(what());
    setDone(name);
  };
  return (
    <span id={id}>
      <Menu right label={done ? `Copied: ${done}` : 'Copy as…'}>
        {all.map(([name, what]) => <button key={name} type="button" onClick={() => void copy(name, what)}>{name}</button>)}
      </Menu>
    </span>
  );
}

// Opens the menu of the element with that id, and moves the focus into it.
export function openMenu(id: string): void {
  const details = document.getElementById(id)?.querySelector('details');
  if (details) details.open = true;
}

// A command that the user can copy.
export function Command({ text }: { text: string }): JSX.Element {
  return <div className="command"><pre tabIndex={0}>{text}</pre><CopyButton text={text} /></div>;
}

interface ChooseProps<T extends string> {
  label: string;
  value: T;
  options: readonly (T | [T, string])[];
  onChange: (value: T) => void;
  hideLabel?: boolean;
}

export function Choose<T extends string>({ label, value, options, onChange, hideLabel }: ChooseProps<T>): JSX.Element {
  const select = (
    <select aria-label={hideLabel ? label : undefined} value={value} onChange={(event) => onChange(event.target.value as T)}>
      {options.map((one) => {
        const [name, text] = typeof one === 'string' ? [one, one] : one;
        return <option key={name} value={name}>{text}</option>;
      })}
    </select>
  );
  return hideLabel ? select : <label className="field"><span>{label}</span>{select}</label>;
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  mono?: boolean;
  hint?: ReactNode;
  autoFocus?: boolean;
}

export function Field({ label, value, onChange, placeholder, mono, hint, autoFocus }: FieldProps): JSX.Element {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className={mono ? 'mono' : undefined} value={value} placeholder={placeholder} autoFocus={autoFocus}
        spellCheck={false} autoComplete="off" onChange={(event) => onChange(event.target.value)}
      />
      {hint && <small>{hint}</small>}
    </label>
  );
}

export function Check({ label, checked, onChange }: { label: ReactNode; checked: boolean; onChange: (on: boolean) => void }): JSX.Element {
  return <label className="check"><input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />{label}</label>;
}

// The last values as a line, the newest on the right.
export function Sparkline({ values, width = 72, label }: { values: number[]; width?: number; label: string }): JSX.Element {
  const top = Math.max(...values, 1e-9);
  const height = 16;
  const step = width / Math.max(values.length - 1, 1);
  const points = values.map((value, i) => `${(i * step).toFixed(1)},${(height - 1 - (value / top) * (height - 3)).toFixed(1)}`);
  return (
    <svg className="spark" width={width} height={height} role="img" aria-label={label}>
      {values.length > 1 && <polyline points={points.join(' ')} />}
    </svg>
  );
}

// An error, with the rule behind it if it is DynamoDB's.
export function Failure({ error, onClose }: { error: Error; onClose?: () => void }): JSX.Element {
  const rule = error instanceof ApiError ? ruleOf(error.type, error.message) : undefined;
  return (
    <div className="failure" role="alert">
      <div><b>{error instanceof ApiError ? error.type : 'Not done'}</b> <span className="mono">{error.message}</span></div>
      {rule && <p>{rule.why} <RuleLink rule={rule} /></p>}
      {onClose && <button type="button" onClick={onClose}>Close</button>}
    </div>
  );
}

// A page of the documentation, or a section of one.
export function DocLink({ page, at, children }: { page: string; at?: string; children: ReactNode }): JSX.Element {
  return <Link to={['docs', page]} with={{ at }}>{children}</Link>;
}

export function RuleLink({ rule }: { rule: Rule }): JSX.Element {
  return <DocLink page={RULES_PAGE} at={rule.section}>The rule</DocLink>;
}

// A button that requires confirmation: the second press executes the action.
export function Sure(props: { label: string; question: string; onSure: () => void; disabled?: boolean }): JSX.Element {
  const [asked, setAsked] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => { if (asked) yes.current?.focus(); }, [asked]);
  if (!asked) return <button type="button" className="bad" disabled={props.disabled} onClick={() => setAsked(true)}>{props.label}</button>;
  return (
    <span className="sure" role="group" aria-label={props.question}>
      {props.question}{' '}
      <button type="button" className="bad" ref={yes} onClick={() => { setAsked(false); props.onSure(); }}>{props.label}</button>{' '}
      <button type="button" onClick={() => setAsked(false)}>Keep</button>
    </span>
  );
}

export const toTable = (name: string, tab = 'items', changes: Changes = {}): void => go(['tables', name, tab], changes);
