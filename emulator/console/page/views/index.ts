// The list of all views: a folder, and a line here.
import { backups, tableBackups } from './backups/backups';
import { clock } from './clock/clock';
import { consistency } from './consistency/consistency';
import { definition } from './definition/definition';
import { docs } from './docs/docs';
import { faults } from './faults/faults';
import { findings } from './findings/findings';
import { permissions } from './iam/iam';
import { indexes } from './indexes/indexes';
import { items } from './items/items';
import { kinesis, tableKinesis } from './kinesis/kinesis';
import { laboratory } from './laboratory/laboratory';
import { moves } from './moves/moves';
import { partitions, tablePartitions } from './partitions/partitions';
import { policies } from './policies/policies';
import { replicas } from './replicas/replicas';
import { requests } from './requests/requests';
import { stream } from './stream/stream';
import { streams } from './streams/streams';
import { tables } from './tables/tables';
import { throughput } from './throughput/throughput';
import { triggers } from './triggers/triggers';
import { universes } from './universes/universes';
import { vectors } from './vectors/vectors';
import type { TableView, View } from '../parts/view';

export const VIEWS: View[] = [
  tables,
  partitions,
  streams,
  backups,
  moves,
  triggers,
  kinesis,
  requests,
  findings,
  permissions,
  clock,
  consistency,
  faults,
  throughput,
  universes,
  laboratory,
  docs,
];

// The tabs of a table. Default: the first.
export const TABLE_VIEWS: TableView[] = [
  items,
  definition,
  indexes,
  vectors,
  stream,
  tablePartitions,
  tableBackups,
  replicas,
  tableKinesis,
  policies,
];
