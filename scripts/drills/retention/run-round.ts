import { findFreePort } from '@errand/app-runtime';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { round } from '../../bench/statistics.ts';
import { assertDone, present } from '../release.ts';
import { createKey, openStage, query } from '../stage.ts';
import { call } from '../start-load.ts';
import { recording, submissionOf } from '../start-site.ts';
import { measureSubmits, type Latencies } from './measure-submits.ts';
import { OLD, seedTasks } from './seed-tasks.ts';
import { startBurning } from './start-burning.ts';
import { readTreeCpuMs } from './tree-cpu.ts';

const BASELINE_MS = 20_000;
const DEADLINE_MS = 600_000;
const PENDING = 20;

/** Deliveries without a job stay pending. */
const HOLD_BACK = `
  INSERT INTO callback_deliveries (id, task_id, account_id, url)
  SELECT gen_random_uuid(), id, account_id, 'https://erp.example/in' FROM tasks WHERE ${OLD} LIMIT $1`;

export interface Round {
  readonly before: Latencies;
  /** Time from the first deletion to the last. */
  readonly during: Latencies;
  /** For an equally long time, alongside unrelated work that uses as much processor time. */
  readonly control: Latencies;
  /** How long the deletion took. */
  readonly seconds: number;
  /** Processor time that the deletion took, per second. */
  readonly cores: number;
  readonly left: Left & { readonly files: number };
  readonly isGood: boolean;
}

interface Left {
  readonly oldTasks: number;
  readonly openTasks: number;
  readonly steps: number;
  readonly artifacts: number;
  /** Prefixes in the store that are not cleared yet. */
  readonly prefixes: number;
}

interface Options {
  readonly tasks: number;
  readonly perSecond: number;
  readonly say: (line: string) => void;
}

interface Prepared {
  readonly databaseUrl: string;
  readonly client: { readonly url: string; readonly apiKey: string };
  readonly filesDirectory: string;
}

/** Starts an installation, fills it with old tasks, and measures while they are deleted. */
export async function runRound(options: Options): Promise<Round> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-retention-'));
  await using owned = new AsyncDisposableStack();
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const prepared = await prepare(owned, directory, options);
  const { databaseUrl, filesDirectory } = prepared;
  const measure = (isOver: Promise<unknown>) => measureWithCpu(prepared, options, isOver);
  // Warms up connections and compiled code.
  await measure(delay(BASELINE_MS / 4));
  const before = await measure(delay(BASELINE_MS));
  const settings = { DATABASE_URL: databaseUrl };
  assertDone(await present.errand(settings, 'accounts', 'retention', 'drill', '--task-days=30'));
  await measure(until(databaseUrl, ({ oldTasks }) => oldTasks < options.tasks));
  const startedAt = performance.now();
  const deleting = until(
    databaseUrl,
    ({ oldTasks, prefixes }) => oldTasks === PENDING && prefixes === 0,
  );
  const during = await measure(deleting);
  const lastedMs = performance.now() - startedAt;
  const cores = Math.max(0, during.cores - before.cores);
  using _burning = startBurning(cores);
  const control = await measure(delay(lastedMs));
  const left = { ...(await countRows(databaseUrl)), files: countFiles(filesDirectory) };
  const areOpenKept = left.openTasks > before.submits + during.submits;
  return {
    before,
    during,
    control,
    seconds: Math.round(lastedMs / 1_000),
    cores: round(cores),
    left,
    isGood: (await deleting) && left.files === left.artifacts && areOpenKept,
  };
}

async function prepare(
  owned: AsyncDisposableStack,
  directory: string,
  { tasks, say }: Options,
): Promise<Prepared> {
  const server = { directory: join(directory, 'postgres'), port: await findFreePort() };
  const databaseUrl = owned.use(await startEmbeddedPostgres(server)).urlOf('errand');
  assertDone(await present.errand({ DATABASE_URL: databaseUrl }, 'database', 'migrate'));
  const stage = await openStage(owned, directory);
  await stage.addControlPlane(present, databaseUrl);
  const client = { url: stage.site.publicUrl, apiKey: await createKey(present, databaseUrl) };
  await call(client, '/api/v1/recordings', recording);
  const { task_id: taskId } = Object(await call(client, '/api/v1/inference', submissionOf(0)));
  const filesDirectory = join(directory, 'files');
  const seeding = { taskId: String(taskId), tasks, directory: filesDirectory };
  const files = await seedTasks(databaseUrl, seeding);
  await query(databaseUrl, HOLD_BACK, [PENDING]);
  say(
    `${tasks} old tasks with ${files} files; ${PENDING} of them have a result that is being delivered`,
  );
  return { databaseUrl, client, filesDirectory };
}

async function measureWithCpu(
  { client }: Prepared,
  { perSecond }: Options,
  isOver: Promise<unknown>,
): Promise<Latencies & { readonly cores: number }> {
  const [cpuMs, startedAt] = [readTreeCpuMs(), performance.now()];
  const latencies = await measureSubmits(client, perSecond, isOver);
  return { ...latencies, cores: (readTreeCpuMs() - cpuMs) / (performance.now() - startedAt) };
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
async function until(
  databaseUrl: string,
  isOver: (left: Pick<Left, 'oldTasks' | 'prefixes'>) => boolean,
): Promise<boolean> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    if (isOver(await countRows(databaseUrl))) return true;
    await delay(500);
  }
  return false;
}
