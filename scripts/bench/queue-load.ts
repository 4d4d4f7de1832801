import pg from 'pg';

/** Tasks of each login queue. */
const PER_QUEUE = 50;
const FIRST_QUEUE = 1_000_000;
const FULL_QUEUE = 999_999;

export interface Scene {
  /** Waiting tasks that can be claimed. */
  readonly waiting: number;
  /** Waiting tasks ahead of the claimable ones, all of one full login queue. */
  readonly saturated: number;
}

/** Each login queue has one permit; the full queue has none. */
export async function loadTasks(url: string, { waiting, saturated }: Scene): Promise<void> {
  await using database = openDatabase(url);
  const { pool } = database;
  const count = Math.ceil(waiting / PER_QUEUE);
  if (saturated > 0) {
    const full = { waiting: `${saturated}`, running: '1', issued: '0' };
    await copyRow(pool, { ...queueOf(`${FULL_QUEUE}`, full), count: 1 });
    await copyRow(pool, { ...tasksOf(`${FULL_QUEUE}`), count: saturated });
  }
  const counters = { waiting: `${PER_QUEUE}`, issued: '1' };
  await copyRow(pool, { ...queueOf(`${FIRST_QUEUE} + n`, counters), count });
  await copyRow(pool, {
    ...tasksOf(`${FIRST_QUEUE} + 1 + n % ${count}`),
    count: count * PER_QUEUE,
  });
  await copyRow(pool, {
    table: 'pgboss.job',
    of: `original.name = 'permits' AND original.singleton_key IS NOT NULL`,
    count,
    changes: {
      id: 'gen_random_uuid()',
      singleton_key: `(${FIRST_QUEUE} + n)::text`,
      priority: 'original.priority - n',
      data: `original.data || jsonb_build_object('loginQueueId', ${FIRST_QUEUE} + n, 'tag', (original.data->>'tag')::bigint + n)`,
    },
  });
  await pool.query('ANALYZE');
}

/**
 * Stores finished tasks, one per second of the past. Every tenth did not succeed, and every
 * twentieth belongs to the recording `sleeper`.
 */
export async function loadFinishedTasks(url: string, count: number): Promise<void> {
  await using database = openDatabase(url);
  const { pool } = database;
  // At that rate, a million tasks take 116 days.
  const ended = `now() - n * interval '10 seconds'`;
  await copyRow(pool, {
    table: 'tasks',
    of: `original.sequence = (SELECT min(sequence) FROM tasks)`,
    count,
    changes: {
      id: 'gen_random_uuid()',
      sequence: `nextval('tasks_sequence_seq')`,
      login_queue_id: 'NULL',
      permit_job_id: 'NULL',
      status: `(CASE n % 20 WHEN 3 THEN 'failed' WHEN 13 THEN 'cancelled' ELSE 'success' END)::task_status`,
      error_class: `CASE n % 20 WHEN 3 THEN 'class_' || n / 20 % 12 END`,
      endpoint_name: `CASE WHEN n % 20 < 1 THEN 'sleeper' WHEN n % 2 = 0 THEN 'order' ELSE 'endpoint_' || n % 39 END`,
      created_at: `${ended} - interval '2 minutes'`,
      allocated_at: `${ended} - interval '2 minutes' + (n % 31) * interval '1 second'`,
      started_at: `${ended} - (n % 83) * interval '1 second'`,
      completed_at: ended,
    },
  });
  // A real table of finished tasks would also have been autovacuumed.
  await pool.query('VACUUM ANALYZE tasks');
}

export async function countTasks(url: string): Promise<number> {
  await using database = openDatabase(url);
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM tasks',
  );
  return rows[0]?.count ?? 0;
}

/** IDs of `count` tasks, in random order. */
export async function pickTaskIds(url: string, count: number): Promise<string[]> {
  await using database = openDatabase(url);
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM tasks ORDER BY random() LIMIT $1',
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Groups are as large as the login queues; one job of the full group is active. */
export async function loadJobs(url: string, { waiting, saturated }: Scene): Promise<void> {
  await using database = openDatabase(url);
  const { pool } = database;
  if (saturated > 0) {
    const active = jobsOf(`'full'`, '2');
    const changes = { ...active.changes, state: `'active'`, started_on: 'now()' };
    await copyRow(pool, { ...active, changes, count: 1 });
    await copyRow(pool, { ...jobsOf(`'full'`, '1'), count: saturated });
  }
  const groups = Math.ceil(waiting / PER_QUEUE);
  await copyRow(pool, { ...jobsOf(`'group ' || n % ${groups}`, '-n'), count: waiting });
  await pool.query('ANALYZE');
}

function queueOf(id: string, counters: Readonly<Record<string, string>>) {
  return {
    table: 'login_queues',
    of: `original.key = (SELECT key FROM login_queues ORDER BY id LIMIT 1)`,
    changes: { id, key: `'copy ' || ${id}`, ...counters },
  };
}

function tasksOf(queue: string) {
  return {
    table: 'tasks',
    of: `original.sequence = (SELECT min(sequence) FROM tasks)`,
    changes: {
      id: 'gen_random_uuid()',
      sequence: `nextval('tasks_sequence_seq')`,
      login_queue_id: queue,
      priority: 'n % 5',
    },
  };
}

function jobsOf(group: string, priority: string) {
  return {
    table: 'pgboss.job',
    of: `original.name = 'bare' AND original.group_id = 'original'`,
    changes: { id: 'gen_random_uuid()', group_id: group, priority },
  };
}

/** Closes its connection when disposed. */
export function openDatabase(url: string): AsyncDisposable & { readonly pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}

interface Copies {
  readonly table: string;
  /** SQL condition that finds the row to copy; it calls the table `original`. */
  readonly of: string;
  readonly count: number;
  /** SQL by column; `n` counts the copies from 1. The other columns are copied. */
  readonly changes: Readonly<Record<string, string>>;
}

/** Copies a row that the service wrote, so that this file need not list all columns. */
async function copyRow(pool: pg.Pool, { table, of, count, changes }: Copies): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => changes[name] ?? `original.${name}`);
  const { rowCount } = await pool.query(
    `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
     FROM ${table} original CROSS JOIN generate_series(1, ${count}) n WHERE ${of}`,
  );
  if (rowCount !== count) throw new Error(`${rowCount} copies in ${table} instead of ${count}.`);
}
