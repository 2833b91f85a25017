// A table that renders only the visible rows. Arrow keys move, Enter opens.
import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useHeight } from '../base/hooks';

export interface Column<Row> {
  id: string;
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  numeric?: boolean;
  width: number; // in characters
  title?: (row: Row) => string | undefined;
}

interface Props<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  selected?: number; // the index of a row
  marked?: (row: Row, index: number) => boolean;
  rowClass?: (row: Row) => string;
  onSelect?: (index: number, event?: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void;
  onOpen?: (index: number) => void;
  onEnd?: () => void; // the last rows have become visible
  empty?: ReactNode;
}

const ROW_PX = 27;
const BEYOND = 16; // rendered rows above and below the visible ones
const STEP = 4; // number of rows that are added and removed together

const stepAt = (box: HTMLElement): number => Math.floor(box.scrollTop / ROW_PX / STEP);

// Returns the index of the row that a key selects.
function target(key: string, at: number, rows: number, page: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: rows - 1,
  };
  const to = moves[key];
  return to === undefined || rows === 0 ? undefined : Math.max(0, Math.min(rows - 1, to));
}

export function Grid<Row>(props: Props<Row>): JSX.Element {
  const { columns, rows, selected = -1, onSelect, onOpen, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const [step, setStep] = useState(0); // scroll position, in steps
  const height = useHeight(scroller);
  const id = useId();
  const latest = useRef({ onSelect, onOpen });
  latest.current = { onSelect, onOpen };
  const first = Math.max(0, Math.min(step * STEP - BEYOND, rows.length - 1));
  const last = Math.min(rows.length, (step + 1) * STEP + Math.ceil(height / ROW_PX) + BEYOND);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || selected < 0) return;
    const headPx = head.current?.clientHeight ?? 0;
    const above = selected * ROW_PX;
    if (above < box.scrollTop) box.scrollTop = above;
    else if (above + ROW_PX + headPx > box.scrollTop + box.clientHeight) box.scrollTop = above + ROW_PX + headPx - box.clientHeight;
    setStep(stepAt(box)); // renders the newly visible rows now, and not only after the scroll event
  }, [selected]);
  useEffect(() => {
    if (onEnd && rows.length && last >= rows.length) onEnd();
  }, [onEnd, last, rows.length]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && selected >= 0) { event.preventDefault(); onOpen?.(selected); return; }
    const to = target(event.key, selected, rows.length, Math.floor(height / ROW_PX) - 2);
    if (to === undefined || !onSelect) return;
    event.preventDefault();
    onSelect(to, event);
  };
  return (
    <div className="scroller" ref={scroller} onScroll={(event) => setStep(stepAt(event.currentTarget))}>
      <table
        role="grid" aria-label={props.label} aria-rowcount={rows.length + 1} tabIndex={0} onKeyDown={onKeyDown}
        aria-activedescendant={selected >= first && selected < last ? `${id}${selected}` : undefined}
        style={{ minWidth: `${columns.reduce((sum, one) => sum + one.width, 0)}ch` }}
      >
        <colgroup>{columns.map((one) => <col key={one.id} style={{ width: `${one.width}ch` }} />)}</colgroup>
        <thead ref={head}>
          <tr>{columns.map((one) => <th key={one.id} scope="col" className={one.numeric ? 'n' : undefined}>{one.head}</th>)}</tr>
        </thead>
        <Spacer rows={first} columns={columns.length} />
        <tbody>
          {rows.slice(first, last).map((row, i) => {
            const index = first + i;
            const isSelected = index === selected || Boolean(props.marked?.(row, index));
            return <GridRow key={index} id={`${id}${index}`} row={row} index={index} columns={columns} isSelected={isSelected} name={props.rowClass?.(row)} latest={latest} />;
          })}
        </tbody>
        <Spacer rows={rows.length - last} columns={columns.length} />
      </table>
      {rows.length === 0 && <div className="empty">{props.empty}</div>}
    </div>
  );
}

function Spacer({ rows, columns }: { rows: number; columns: number }): JSX.Element | null {
  if (rows <= 0) return null;
  return <tbody aria-hidden="true"><tr style={{ height: rows * ROW_PX }}><td className="spacer" colSpan={columns} /></tr></tbody>;
}

interface Handlers { onSelect?: (index: number, event: MouseEvent) => void; onOpen?: (index: number) => void }

interface RowProps<Row> {
  id: string;
  row: Row;
  index: number;
  columns: Column<Row>[];
  isSelected: boolean;
  name: string | undefined;
  latest: { readonly current: Handlers };
}

function PlainRow<Row>({ id, row, index, columns, isSelected, name, latest }: RowProps<Row>): JSX.Element {
  const names = [name, isSelected ? 'sel' : ''].filter(Boolean).join(' ');
  return (
    <tr
      id={id} aria-rowindex={index + 2} aria-selected={isSelected} className={names || undefined}
      onClick={(event) => latest.current.onSelect?.(index, event)} onDoubleClick={() => latest.current.onOpen?.(index)}
    >
      {columns.map((one) => (
        <td key={one.id} className={one.numeric ? 'n' : undefined} title={one.title?.(row)}>{one.cell(row, index)}</td>
      ))}
    </tr>
  );
}

// Rendered again only if one of its properties has changed, and not for each scrolled step.
const GridRow = memo(PlainRow) as typeof PlainRow;
