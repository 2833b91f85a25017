// The open item and the marked items.
import { useEffect, useMemo, useRef, useState } from 'react';
import { keyOf, sameKey } from '../../api/values';
import type { Item } from '../../api/types';
import { setParams, usePlace } from '../../base/place';

export interface Keys { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }

export interface Selection {
  open: string | null; // the address's parameter: a key as JSON, or "new"
  openKey: Item | undefined;
  selected: number; // the row of the open item; -1 for none
  marks: Set<number>;
  select: (row: number, keys?: Keys) => void;
  unmark: () => void;
}

function parsedKey(text: string | null): Item | undefined {
  try {
    return text && text !== 'new' ? (JSON.parse(text) as Item) : undefined;
  } catch {
    return undefined;
  }
}

const between = (from: number, to: number): Set<number> =>
  new Set(Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => Math.min(from, to) + n));

// Shift marks a range, Ctrl one more row; a plain click opens. A change of `question` removes all
// marks.
export function useSelection(items: Item[], keys: string[], question: string): Selection {
  const { params } = usePlace();
  const open = params.get('item');
  const openKey = useMemo(() => parsedKey(open), [open]);
  const chosen = useRef(-1); // the last selected row, because searching 100,000 rows takes long
  const selected = useMemo(() => {
    if (!openKey) return -1;
    const fits = (item: Item | undefined): boolean => item !== undefined && sameKey(item, openKey, keys);
    return fits(items[chosen.current]) ? chosen.current : items.findIndex(fits);
  }, [openKey, items]);
  const [marks, setMarks] = useState<Set<number>>(new Set());
  const [anchor, setAnchor] = useState(-1);
  useEffect(() => setMarks(new Set()), [question]);
  const select = (row: number, pressed?: Keys): void => {
    if (pressed?.shiftKey && anchor >= 0) return setMarks(between(anchor, row));
    setAnchor(row);
    chosen.current = row;
    if (pressed?.ctrlKey || pressed?.metaKey) {
      const next = new Set(marks.size ? marks : selected >= 0 ? [selected] : []);
      if (!next.delete(row)) next.add(row);
      return setMarks(next);
    }
    setMarks(new Set());
    const item = items[row];
    // A PartiQL projection may lack the key; such an item cannot be opened.
    if (item && keys.every((name) => item[name])) setParams({ item: JSON.stringify(keyOf(item, keys)) });
  };
  return { open, openKey, selected, marks, select, unmark: () => setMarks(new Set()) };
}
