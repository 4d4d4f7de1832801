// One process that makes load, so that what it costs the sender does not delay the heartbeats that are measured.
import type { LoadOrder, LoadReport } from './load.ts';
import { holdStreams } from './hold-streams.ts';
import { submitTasks } from './submit-tasks.ts';

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const report: LoadReport =
  order.kind === 'submit' ? await submitTasks(order) : await holdStreams(order);
// A report of many tasks is sent in pieces.
process.send?.(report, () => process.disconnect());
