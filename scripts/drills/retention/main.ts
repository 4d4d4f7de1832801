// Deletes many old tasks under load, and measures what that does to submissions.
import { findFreePort } from '@errand/app-runtime';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { assertDone, present } from '../release.ts';
import { createKey, openStage, query } from '../stage.ts';
import { call } from '../start-load.ts';
import { recording, submissionOf } from '../start-site.ts';
import { measureSubmits, type Latencies } from './measure-submits.ts';
import { OLD, seedTasks } from './seed-tasks.ts';

const USAGE = `usage: pnpm drill:retention [flags]
  --tasks N        old tasks to delete (default 10000)
  --per-second N   tasks submitted per second meanwhile (default 20)
  --help           show this text`;
const BASELINE_MS = 20_000;
const DEADLINE_MS = 600_000;
const PENDING = 20;

/** Deliveries that no job carries out stay pending. */
const HOLD_BACK = `
  INSERT INTO callback_deliveries (id, task_id, account_id, url)
  SELECT gen_random_uuid(), id, account_id, 'https://erp.example/in' FROM tasks WHERE ${OLD} LIMIT $1`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const { values } = parseArgs({
    strict: true,
    options: {
      tasks: { type: 'string', default: '10000' },
      'per-second': { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) say(USAGE);
  else {
    const perSecond = readCount('--per-second', values['per-second']);
    process.exitCode = await run(readCount('--tasks', values.tasks), perSecond);
  }
} catch (error) {
  process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

function readCount(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 1_000_000) return count;
  throw new Error(`${flag} is "${text}": give a whole number from 1 to 1000000.`);
}

/** Returns the exit status: 1 if something that must be gone is left, or the other way round. */
async function run(tasks: number, perSecond: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-retention-'));
  await using owned = new AsyncDisposableStack();
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const server = { directory: join(directory, 'postgres'), port: await findFreePort() };
  const databaseUrl = owned.use(await startEmbeddedPostgres(server)).urlOf('errand');
  const settings = { DATABASE_URL: databaseUrl };
  assertDone(await present.errand(settings, 'database', 'migrate'));
  const stage = await openStage(owned, directory);
  await stage.addControlPlane(present, databaseUrl);
  const client = { url: stage.site.publicUrl, apiKey: await createKey(present, databaseUrl) };
  await call(client, '/api/v1/recordings', recording);
  const { task_id: taskId } = Object(await call(client, '/api/v1/inference', submissionOf(0)));
  const files = await seedTasks(databaseUrl, {
    taskId: String(taskId),
    tasks,
    directory: join(directory, 'files'),
  });
  await query(databaseUrl, HOLD_BACK, [PENDING]);
  say(`${tasks} old tasks with ${files} files; ${PENDING} of them have a result under delivery`);

  const before = await measureSubmits(client, perSecond, delay(BASELINE_MS));
  say(`submits before: ${describe(before)}`);
  assertDone(await present.errand(settings, 'accounts', 'retention', 'drill', '--task-days=30'));
  const startedAt = performance.now();
  const deleting = untilDeleted(databaseUrl, PENDING);
  const during = await measureSubmits(client, perSecond, deleting);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  say(`submits during: ${describe(during)}`);
  const left = { ...(await countRows(databaseUrl)), files: countFiles(join(directory, 'files')) };
  say(`after ${seconds} s (a pass begins once a minute): ${JSON.stringify(left)}`);
  const areOpenKept = left.openTasks > before.submits + during.submits;
  const isGood = (await deleting) && left.files === left.artifacts && areOpenKept;
  say(isGood ? 'Only what is under delivery is left.' : 'This is WRONG.');
  return isGood && before.failed + during.failed === 0 ? 0 : 1;
}

interface Left {
  readonly oldTasks: number;
  readonly openTasks: number;
  readonly steps: number;
  readonly artifacts: number;
  /** Places in the store that are still to be cleared. */
  readonly prefixes: number;
}

async function countRows(databaseUrl: string): Promise<Left> {
  const [counts] = await query<Left>(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM tasks WHERE ${OLD}) AS "oldTasks",
       (SELECT count(*)::int FROM tasks WHERE status = 'queued') AS "openTasks",
       (SELECT count(*)::int FROM steps) AS steps, (SELECT count(*)::int FROM artifacts) AS artifacts,
       (SELECT count(*)::int FROM pending_uploads) AS prefixes`,
  );
  if (!counts) throw new Error('A query without a table returned no row.');
  return counts;
}

function countFiles(directory: string): number {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.object')).length;
}

/** Returns false after the deadline. */
async function untilDeleted(databaseUrl: string, pending: number): Promise<boolean> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const { oldTasks, prefixes } = await countRows(databaseUrl);
    if (oldTasks === pending && prefixes === 0) return true;
    await delay(1_000);
  }
  return false;
}

function describe({ submits, failed, p50Ms, p95Ms }: Latencies): string {
  return `${submits}, ${failed} failed, p50 ${p50Ms} ms, p95 ${p95Ms} ms`;
}
