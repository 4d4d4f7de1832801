import { join } from 'node:path';
import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { assertDone, present, type Site } from '../release.ts';
import { createKey, openStage, query, type Stage } from '../stage.ts';
import { call, startLoad, untilEnded } from '../start-load.ts';
import { recording } from '../start-site.ts';
import { plantFaults } from './plant-faults.ts';
import { startPostgres, type Postgres } from './start-postgres.ts';

const PER_SECOND = 10;
const WORKERS = 1;
const MIB = 1024 ** 2;

export interface Finding {
  readonly what: string;
  readonly found: string;
  readonly isAsExpected: boolean;
}

type Report = (finding: Finding) => void;

interface Drill {
  readonly postgres: Postgres;
  readonly stage: Stage;
  readonly seconds: number;
  readonly report: Report;
  readonly original: string;
  readonly restored: string;
  readonly dump: string;
}

/** Runs the drill; everything it starts lives below `directory` and ends with it. */
export async function runBackup(
  options: { readonly programs: string; readonly directory: string; readonly seconds: number },
  report: Report,
): Promise<void> {
  await using owned = new AsyncDisposableStack();
  const { directory, seconds } = options;
  const postgres = owned.use(await startPostgres(options.programs, join(directory, 'postgres')));
  const drill = {
    postgres,
    stage: await openStage(owned, directory),
    seconds,
    report,
    original: postgres.urlOf('errand'),
    restored: postgres.urlOf('restored'),
    dump: join(directory, 'errand.dump'),
  };
  assertDone(await present.errand({ DATABASE_URL: drill.original }, 'database', 'migrate'));
  const client = {
    url: drill.stage.site.publicUrl,
    apiKey: await createKey(present, drill.original),
  };
  const backup = await dumpUnderLoad(drill, client);
  await restore(drill, backup.taskIds);
  await repair(drill);
  await finish(drill, client);
  await checkSecrets(drill, backup.secrets);
  await sweep(drill);
}

/** Returns the tasks that were accepted before the dump began, and the secrets of the account. */
async function dumpUnderLoad(
  { postgres, stage, seconds, report, original, dump }: Drill,
  client: { readonly url: string; readonly apiKey: string },
): Promise<{ readonly taskIds: readonly string[]; readonly secrets: unknown }> {
  const controlPlane = await stage.addControlPlane(present, original);
  const workers = await stage.startWorkers(present, WORKERS);
  await call(client, '/api/v1/recordings', recording);
  const { signing_secrets: secrets } = Object(await call(client, '/api/v1/signing_secrets'));
  const load = startLoad({ ...client, perSecond: PER_SECOND });
  await delay(seconds * 1_000);
  const taskIds = [...load.report().taskIds];
  const startedAt = performance.now();
  await postgres.run('pg_dump', ['--format=custom', `--file=${dump}`, original]);
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  await delay(seconds * 500);
  const { failures, taskIds: all } = await load.stop();
  report({
    what: `pg_dump ${postgres.version} of ${(statSync(dump).size / MIB).toFixed(1)} MiB in ${tookSeconds.toFixed(1)} s, while ${all.length} tasks were submitted`,
    found: `${failures.length} requests failed`,
    isAsExpected: failures.length === 0,
  });
  for (const worker of workers) await worker[Symbol.asyncDispose]();
  await stage.removeControlPlane(controlPlane);
  return { taskIds, secrets };
}

async function restore({ postgres, report, restored, dump }: Drill, taskIds: readonly string[]) {
  await query(postgres.urlOf('postgres'), 'CREATE DATABASE restored');
  await postgres.run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${restored}`, dump]);
  const rows = await query<{ id: string }>(restored, 'SELECT id FROM tasks');
  const found = new Set(rows.map(({ id }) => id));
  const lost = taskIds.filter((id) => !found.has(id));
  report({
    what: `tasks in the restored database, of ${taskIds.length} accepted before the dump began`,
    found: `${found.size}, ${lost.length} lost`,
    isAsExpected: lost.length === 0,
  });
  const check = await checkQueue(restored);
  report({
    what: 'errand admin queue-check',
    found: check.found,
    isAsExpected: check.isConsistent,
  });
}

async function repair({ report, restored }: Drill): Promise<void> {
  const planted = await plantFaults(restored);
  const before = await checkQueue(restored);
  report({
    what: `errand admin queue-check after ${planted.join(' and ')}`,
    found: before.found,
    isAsExpected: !before.isConsistent,
  });
  const after = await checkQueue(restored, '--repair');
  report({
    what: 'errand admin queue-check --repair',
    found: after.found,
    isAsExpected: after.isConsistent,
  });
}

/** Tasks that were open in the dump continue. */
async function finish(
  { stage, report, restored }: Drill,
  client: { readonly url: string; readonly apiKey: string },
): Promise<void> {
  const rows = await query<{ id: string; status: string }>(
    restored,
    'SELECT id, status FROM tasks',
  );
  const open = rows.filter(({ status }) => ['queued', 'allocated', 'running'].includes(status));
  await stage.addControlPlane(present, restored);
  await stage.startWorkers(present, WORKERS);
  const ended = await untilEnded(
    client,
    rows.map(({ id }) => id),
  );
  report({
    what: `${rows.length} restored tasks, ${open.length} of which were open in the dump`,
    found: JSON.stringify(ended),
    isAsExpected: ended['success'] === rows.length,
  });
  const check = await checkQueue(restored);
  report({
    what: 'errand admin queue-check once all have ended',
    found: check.found,
    isAsExpected: check.isConsistent,
  });
}

/** Sealed values open only with the keys that sealed them. */
async function checkSecrets({ stage, report, restored }: Drill, before: unknown): Promise<void> {
  const show = (SEALING_KEYS: string) =>
    present.errand({ DATABASE_URL: restored, SEALING_KEYS }, 'signing-secrets', 'show');
  const opened = await show(stage.site.secrets.sealingKey);
  const [{ secret = '' } = {}] = Object(before) as { readonly secret?: string }[];
  report({
    what: 'signing secrets with the SEALING_KEYS of the backup',
    found: opened.exitCode === 0 ? 'opened' : opened.stderr.trim(),
    isAsExpected: secret !== '' && opened.stdout.includes(secret),
  });
  const lost = await show(`lost:${Buffer.alloc(32, 7).toString('base64')}`);
  report({
    what: 'signing secrets with other SEALING_KEYS',
    found: lost.exitCode === 0 ? 'opened' : (lost.stderr.split('\n')[0] ?? ''),
    isAsExpected: lost.exitCode !== 0,
  });
}

/** Every file that a restored row refers to must exist; newer files have no row. */
async function sweep({ stage, report, restored }: Drill): Promise<void> {
  const { stdout, stderr } = await present.errand(
    { DATABASE_URL: restored, ...storeOf(stage.site) },
    'sweep-storage',
    '--older-than-hours=0',
  );
  if (stdout === '') throw new Error(stderr);
  const found = JSON.parse(stdout) as {
    readonly objects: number;
    readonly orphans: { readonly count: number };
    readonly missing: { readonly count: number };
  };
  report({
    what: 'errand admin sweep-storage',
    found: `${found.objects} files, ${found.orphans.count} of tasks that are not in the dump, ${found.missing.count} missing`,
    isAsExpected: found.missing.count === 0,
  });
}

function storeOf({ directory, secrets }: Site) {
  return {
    STORAGE_DIRECTORY: join(directory, 'files'),
    STORAGE_SIGNING_KEY: secrets.storageSigningKey,
  };
}

async function checkQueue(
  databaseUrl: string,
  ...flags: readonly string[]
): Promise<{ readonly found: string; readonly isConsistent: boolean }> {
  const settings = { DATABASE_URL: databaseUrl };
  const result = await present.errand(settings, 'queue-check', '--json', ...flags);
  if (result.stdout === '') throw new Error(result.stderr);
  const { fault_count: faults, repaired = [] } = JSON.parse(result.stdout) as {
    readonly fault_count: number;
    readonly repaired?: readonly unknown[];
  };
  const mended = repaired.length > 0 ? `${repaired.length} repaired, ` : '';
  const found = faults === 0 ? 'consistent' : `${faults} faults`;
  return { found: `${mended}${found}`, isConsistent: result.exitCode === 0 };
}
