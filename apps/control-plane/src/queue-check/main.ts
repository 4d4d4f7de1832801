// Checks that the tables of the queue agree. Usage: main.ts [--json] [--repair]
// Exit code 0: no faults, 1: faults (with --repair: some are left), 2: wrong usage, 3: it could not
// check.
import { createLogger, parseSettings, visibleText } from '@errand/app-runtime';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { connectDatabase } from '../database/connect-database.ts';
import { databaseSettings, readDatabaseAddress } from '../database/database-address.ts';
import { queues } from '../jobs.ts';
import { startJobQueue } from '../queue/pg-boss-job-queue.ts';
import { createSessionStore } from '../warm-sessions/session-store.ts';
import { checkQueue, countFaults } from './check-queue.ts';
import { repairQueue } from './repair-queue.ts';
import { toWireReport, writeReport } from './write-report.ts';

const settingsSchema = z.object(databaseSettings);
const OPTIONS = { json: { type: 'boolean' }, repair: { type: 'boolean' } } as const;

try {
  const { json = false, repair = false } = readFlags();
  const { directUrl: url } = readDatabaseAddress(parseSettings(settingsSchema, process.env));
  await using database = await connectDatabase({ url, poolSize: 2 });
  const { report, repaired } = repair
    ? await repairAll(url, database)
    : { report: await checkQueue(database), repaired: undefined };
  const answer = { ...toWireReport(report), ...(repaired ? { repaired } : {}) };
  const written = json ? `${JSON.stringify(answer)}\n` : writeReport(report, repaired);
  process.stdout.write(visibleText(written));
  process.exitCode = countFaults(report) > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode ??= 3;
}

function readFlags() {
  try {
    return parseArgs({ options: OPTIONS, strict: true }).values;
  } catch (error) {
    process.exitCode = 2;
    throw error;
  }
}

async function repairAll(url: string, database: Awaited<ReturnType<typeof connectDatabase>>) {
  const logger = createLogger({ name: 'queue-check', level: 'error' });
  await using queue = await startJobQueue({ url, queues, logger });
  // The repair only drops sessions, so the lease time is not used.
  const sessions = createSessionStore({ database, queue, leaseSeconds: 0 });
  const { repaired, after } = await repairQueue({ database, queue, sessions });
  return { report: after, repaired };
}
