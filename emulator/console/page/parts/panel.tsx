// The side panel with the complete selected object. On a narrow screen, it is a sheet.
import type { ReactNode } from 'react';
import { useKeys } from '../base/hooks';

export function Panel({ title, onClose, children }: { title: ReactNode; onClose: () => void; children: ReactNode }): JSX.Element {
  useKeys({ Escape: onClose });
  return (
    <aside className="side" aria-label="Details">
      <div className="sidehead">
        <h2>{title}</h2>
        <button type="button" className="quiet" aria-label="Close the details" title="Esc" onClick={onClose}>×</button>
      </div>
      {children}
    </aside>
  );
}

// A menu below a button: native <details>, which keyboards and screen readers support.
export function Menu({ label, children, right, onOpen }: { label: ReactNode; children: ReactNode; right?: boolean; onOpen?: () => void }): JSX.Element {
  return (
    <details
      className={right ? 'menu right' : 'menu'}
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        onOpen?.();
        event.currentTarget.querySelector<HTMLElement>('.menulist button, .menulist a, .menulist input')?.focus();
      }}
      onBlur={(event) => { if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false; }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary>{label}</summary>
      <div className="menulist" onClick={(event) => {
        if ((event.target as HTMLElement).closest('button, a')) event.currentTarget.closest('details')!.open = false;
      }}>{children}</div>
    </details>
  );
}
