import { createLocalStorage } from '../../../packages/object-storage/src/index.ts';
import { query } from '../stage.ts';

const LANES = 16;
const STEPS = 5;
const FILES = 2;

/**
 * Stores copies of a submitted task as tasks that ended 40 days ago, each with an attempt, five
 * steps, an output and two files. Returns how many files were stored.
 */
export async function seedTasks(
  databaseUrl: string,
  options: {
    readonly taskId: string;
    readonly tasks: number;
    /** Where the control plane stores its files. */
    readonly directory: string;
  },
): Promise<number> {
  const { taskId, tasks } = options;
  await query(databaseUrl, COPY_TASKS, [taskId, tasks]);
  for (const statement of FILL) await query(databaseUrl, statement);
  const rows = await query<{ object_key: string }>(databaseUrl, INSERT_FILES, [FILES]);
  await storeFiles(
    options.directory,
    rows.map(({ object_key: key }) => key),
  );
  return rows.length;
}

async function storeFiles(directory: string, keys: readonly string[]): Promise<void> {
  const signingKey = Buffer.alloc(32);
  const options = { directory, publicUrl: 'http://127.0.0.1/files', signingKey };
  await using storage = await createLocalStorage(options);
  const content = Buffer.alloc(1_024, 'x');
  const left = keys.values();
  const write = async (): Promise<void> => {
    for (const key of left) await storage.write(key, content, { contentType: 'text/plain' });
  };
  await Promise.all(Array.from({ length: LANES }, write));
}

/** Old tasks are those that ended more than 30 days ago. */
export const OLD = `completed_at < now() - interval '30 days'`;

const COPY_TASKS = `
  INSERT INTO tasks
  SELECT (jsonb_populate_record(NULL::tasks, to_jsonb(t) || jsonb_build_object(
    'id', gen_random_uuid(), 'status', 'success', 'completed_at', now() - interval '40 days',
    'sequence', nextval(pg_get_serial_sequence('tasks', 'sequence')),
    'permit_job_id', NULL, 'login_queue_id', NULL, 'lease_epoch', 1))).*
  FROM tasks t, generate_series(1, $2::int) WHERE t.id = $1`;

const FILL = [
  `INSERT INTO attempts (task_id, lease_epoch, account_id, worker_id, allocated_at, ended_at, outcome)
   SELECT id, 1, account_id, 'seeded', completed_at, completed_at, 'success' FROM tasks WHERE ${OLD}`,
  `INSERT INTO steps (task_id, lease_epoch, sequence, node_path, kind, outcome, started_at, duration_ms)
   SELECT id, 1, number, 'nodes[0]', 'click_element', 'done', completed_at, 10
   FROM tasks, generate_series(1, ${STEPS}) number WHERE ${OLD}`,
  `INSERT INTO task_outputs (task_id, output_data, for_loop_status)
   SELECT id, '[{"json_data": {"total": "1"}}]', '[]' FROM tasks WHERE ${OLD}`,
];

const INSERT_FILES = `
  INSERT INTO artifacts (id, task_id, lease_epoch, kind, filename, content_type, size, object_key, confirmed_at)
  SELECT a.id, t.id, 1, 'download', 'a.txt', 'text/plain', 1024, 'tasks/' || t.id || '/' || a.id, t.completed_at
  FROM tasks t, LATERAL (SELECT gen_random_uuid() AS id FROM generate_series(1, $1::int) WHERE t.id IS NOT NULL) a
  WHERE ${OLD}
  RETURNING object_key`;
