// Files that are dropped onto a view.
import { useState } from 'react';
import type { DragEvent, ReactNode } from 'react';

// An area that accepts files, and is highlighted while a file is dragged over it.
export function DropArea({ hint, onFile, children }: { hint: string; onFile: (file: File) => void; children: ReactNode }): JSX.Element {
  const [over, setOver] = useState(false);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return (
    <section
      className="work dropping"
      onDragOver={(event) => { if (hasFiles(event)) { event.preventDefault(); setOver(true); } }}
      onDragLeave={(event) => { if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false); }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
    >
      {children}
      {over && <div className="drop">{hint}</div>}
    </section>
  );
}
