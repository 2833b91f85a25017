// A view of the console: a folder under views/, and a line in the list of views.
import type { ComponentType } from 'react';
import type { Session } from './session';
import type { Table } from '../api/types';

export type Group = 'Tables' | 'Inside' | 'Watch' | 'Laboratory' | 'Help';

export interface View {
  id: string; // its place in the address
  title: string;
  group: Group;
  Component: ComponentType;
  badge?: (session: Session) => string | undefined; // text that the list shows next to its name
}

// A view of one table, in a tab.
export interface TableView {
  id: string;
  title: string;
  Component: ComponentType<{ table: Table }>;
}
