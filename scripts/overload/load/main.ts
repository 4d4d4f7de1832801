// A separate process for the load, so that sending it does not delay the measured heartbeats.
import type { LoadOrder, LoadReport } from './load.ts';
import { holdStreams } from './hold-streams.ts';
import { submitTasks } from './submit-tasks.ts';

const order = JSON.parse(process.argv[2] ?? '') as LoadOrder;
const report: LoadReport =
  order.kind === 'submit' ? await submitTasks(order) : await holdStreams(order);
// A report with many tasks is sent in pieces.
process.send?.(report, () => process.disconnect());
