import { pollUntil } from '@errand/test-kit';
import { existsSync, readFileSync } from 'node:fs';
import { findQueueFaults } from '../../apps/control-plane/src/testing/check-queue.ts';
import { createRandom } from '../../apps/control-plane/src/testing/random.ts';
import { parseLine, type HistoryLine } from '../history/history.ts';
import { startActingSite } from './acting-site.ts';
import { breakThings } from './break-things.ts';
import { startCallbackReceiver } from './callback-receiver.ts';
import { readEvents } from './event-log.ts';
import { findProcesses } from './find-processes.ts';
import type { ChaosOptions } from './flags.ts';
import { startChaosInstallation, type ChaosInstallation } from './installation.ts';
import { readEverything } from './read-everything.ts';
import { startClients } from './start-clients.ts';
import { planTasks } from './plan-tasks.ts';
import { submitTasks } from './submit-tasks.ts';

/** A delivery whose sender was killed is retried after a minute, then with backoff. */
const STANDSTILL_MS = 300_000;
const SETTLE_DEADLINE_MS = 3 * 3_600_000;
const ORPHAN_DEADLINE_MS = 5_000;

/**
 * Runs an installation below `directory` (absolute, empty) under load, injects faults, lets it
 * settle, and returns everything observed. The last line lists processes that are still running.
 */
export async function runChaos(
  directory: string,
  options: ChaosOptions,
  say: (line: string) => void,
): Promise<HistoryLine[]> {
  const { seed, engine, leaseSeconds } = options;
  const slots = options.slots * options.workers;
  const lines: HistoryLine[] = [{ type: 'run', at: Date.now(), seed, engine, leaseSeconds, slots }];
  const queueFaults = await runInstallation(directory, options, { lines, say });
  const processes = await findOrphans(directory);
  lines.push({ type: 'end', at: Date.now(), processes, queueFaults });
  return lines;
}

async function runInstallation(
  directory: string,
  options: ChaosOptions,
  { lines, say }: { readonly lines: HistoryLine[]; readonly say: (line: string) => void },
): Promise<Record<string, number>> {
  const { seed, leaseSeconds } = options;
  const write = (line: HistoryLine): void => void lines.push(line);
  await using receiver = await startCallbackReceiver(createRandom(seed + 1), write);
  await using site = await startActingSite(write);
  say(`Starting the installation in ${directory} (seed ${seed})...`);
  await using installation = await startChaosInstallation(directory, options, {
    siteUrl: site.url,
    onCrash: (text) => write({ type: 'crash', at: Date.now(), text }),
  });
  const { apiUrl, apiKeys, database } = installation;
  receiver.trust(installation.signingSecrets);
  const tasks = planTasks(options, createRandom(seed), installation);
  const client = { apiUrl, apiKeys, receiverUrl: receiver.url, write, known: [] };
  say(`Submitting ${tasks.length} tasks and breaking things...`);
  const clients = startClients(client, createRandom(seed + 3));
  const [submitted, broken] = await Promise.allSettled([
    submitTasks(tasks, client),
    breakThings({ installation, leaseSeconds, random: createRandom(seed + 2), write }, options),
  ]);
  await clients.stopReading();
  // Not earlier: nothing may be restarted during teardown of the installation.
  for (const side of [submitted, broken]) if (side.status === 'rejected') throw side.reason;
  say('Waiting until every task has ended and every callback is delivered...');
  await settle(installation).catch((error: Error) => say(error.message));
  await clients.stopFollowing();
  say('Reading everything as clients see it...');
  await readEverything(client);
  const queueFaults = await database.runWith((pool) => findQueueFaults({ pool }));
  lines.push(...(await readEvents(database.query)), ...readExecutions(installation));
  return queueFaults;
}

/**
 * Waits until all tasks have ended and all callbacks are delivered. Throws after a
 * while without progress; the checker then names what is left.
 */
async function settle({ database }: ChaosInstallation): Promise<void> {
  let [open, seenAt] = [Number.POSITIVE_INFINITY, performance.now()];
  await pollUntil(
    'every task has ended and every callback is delivered',
    async () => {
      const [row] = await database.query(`
        SELECT (SELECT count(*) FROM tasks WHERE status IN ('queued', 'allocated', 'running'))
          + (SELECT count(*) FROM callback_deliveries WHERE state = 'pending') AS open`);
      const now = Number(row?.['open']);
      if (now < open) [open, seenAt] = [now, performance.now()];
      if (performance.now() - seenAt > STANDSTILL_MS) {
        throw new Error(`Nothing has ended for ${STANDSTILL_MS} ms, and ${now} are unfinished.`);
      }
      return now === 0;
    },
    { deadlineMs: SETTLE_DEADLINE_MS },
  );
}

function readExecutions({ executionFiles }: ChaosInstallation): HistoryLine[] {
  return executionFiles
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
    .map((text) => parseLine(text, 'what a worker wrote'));
}

/** A killed process may need a moment to be reaped. */
async function findOrphans(directory: string): Promise<string[]> {
  const isGone = () => findProcesses(directory).length === 0;
  await pollUntil('no process is left', isGone, { deadlineMs: ORPHAN_DEADLINE_MS }).catch(
    () => undefined,
  );
  return findProcesses(directory);
}
