// Runs some workers of the fleet in one process, until the parent process ends them.
import { once } from 'node:events';
import type { FleetOrder } from './fleet.ts';
import { startFakeWorkers } from './start-fake-workers.ts';

const fleet = await startFakeWorkers(JSON.parse(process.argv[2] ?? '') as FleetOrder);
process.send?.('ready');
await once(process, 'message');
const report = await fleet.end();
process.send?.(report, () => process.disconnect());
