// `errand admin fleet`: the autoscaler for machines without an orchestrator.
import { createLogger, shutdownRequested } from '@errand/app-runtime';
import { hostname } from 'node:os';
import { openAdminClient } from '../../apps/control-plane/src/command-line/admin-client.ts';
import { FLEET_USAGE, FleetUsageError, parseFlags } from './flags.ts';
import { runFleet } from './run-fleet.ts';
import { startWorker } from './worker-process.ts';

try {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) process.stdout.write(`${FLEET_USAGE}\n`);
  else await run(args);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof FleetUsageError ? 2 : 1;
}

async function run(args: readonly string[]): Promise<void> {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, 60);
  const options = parseFlags(args, process.env, `${host}-${process.pid}`);
  const admin = openAdminClient(process.env);
  const logger = createLogger({ name: 'fleet', level: 'info' });
  const stopping = new AbortController();
  void shutdownRequested().then(() => stopping.abort());
  logger.info('fleet runs', { ...options });
  await runFleet(
    { options, admin, logger, startWorker: (id) => startWorker(id, options, process.env) },
    stopping.signal,
  );
  logger.info('fleet stopped');
}
