import {
  EntryRefusedError,
  findEntry,
  InvalidAutomationError,
  parseAutomation,
} from '@errand/automation-engine/automation';
import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { getTask } from '../task-rows/get-task.ts';
import {
  type Checkpoint,
  type Continuation,
  readCheckpoints,
} from '../transitions/continuation.ts';
import { continuationErrors } from './continuation-errors.ts';

interface Dependencies {
  readonly database: Pick<Database, 'pool'>;
  readonly sealer: Sealer;
}

/** A task as it ended, and the version that its retry runs. */
interface EndedTask {
  readonly id: string;
  readonly goal: string | null;
  readonly nodePath: string | null;
  readonly errorClass: string | null;
  readonly ran: unknown;
  readonly versionId: string;
  readonly automation: unknown;
  readonly output: Continuation['start']['output_data'] | null;
}

export interface WantedStart {
  readonly taskId: string;
  /** `failed_node` or the path of a node. */
  readonly from: string;
  /** Default: the version that a retry runs. */
  readonly version?: number | undefined;
}

/**
 * Returns where a new task continues a failed or cancelled one. Throws TaskNotFoundError,
 * InvalidRequestError, and those of continuationErrors.
 */
export async function findStart(
  dependencies: Dependencies,
  accountId: string,
  { taskId, from, version }: WantedStart,
): Promise<Continuation> {
  const task = await getTask(taskId, (id) =>
    readEnded(dependencies.database, accountId, { id, version }),
  );
  const checkpoints = task.goal === null ? await readCheckpoints(dependencies, task.id) : [];
  try {
    return chooseStart(from, task, checkpoints);
  } catch (error) {
    throw explain(taskId, error);
  }
}

/**
 * Without a version: during a roll-out, a retry keeps the new version, and the retry of any other
 * version runs the base version: see pick_version.
 */
async function readEnded(
  { pool }: Dependencies['database'],
  accountId: string,
  { id, version }: { readonly id: string; readonly version: number | undefined },
): Promise<EndedTask | undefined> {
  const { rows } = await pool.query<EndedTask>(
    `SELECT t.id, t.goal, t.error_node_path AS "nodePath", t.error_class AS "errorClass", ran.automation AS ran,
       next.id AS "versionId", next.automation, o.output_data AS output
     FROM tasks t JOIN recordings r ON r.id = t.recording_id
     JOIN recording_versions ran ON ran.id = t.recording_version_id
     LEFT JOIN recording_rollouts l ON l.recording_id = r.id AND l.state = 'running'
       AND l.version = r.current_version AND l.version <> ran.version
     JOIN recording_versions next ON next.recording_id = r.id AND next.version = coalesce($3, l.base_version, r.current_version)
     LEFT JOIN task_outputs o ON o.task_id = t.id
     WHERE t.account_id = $1 AND t.id = $2 AND t.kind = 'task'`,
    [accountId, id, version],
  );
  return rows[0];
}

function chooseStart(
  from: string,
  task: EndedTask,
  checkpoints: readonly Checkpoint[],
): Continuation {
  const { nodePath, errorClass } = task;
  const hasActed = checkpoints.at(-1)?.has_acted ?? true;
  const path = findEntry({
    from,
    automation: parseAutomation(task.automation),
    run: {
      automation: parseAutomation(task.ran),
      ...(nodePath !== null &&
        errorClass !== null && { failed: { nodePath, errorClass, hasActed } }),
      kept: checkpoints.map((checkpoint) => ({
        nodePath: checkpoint.node_path,
        pageUrl: checkpoint.page_url,
        lostVariables: checkpoint.lost_variables,
      })),
    },
  });
  const checkpoint = checkpoints.find(({ node_path: kept }) => kept === path);
  if (!checkpoint) throw new Error(`There is no checkpoint of ${path} from which a run can start.`);
  const { page_url, variables, output_count: count, file_count = 0 } = checkpoint;
  const output_data = (task.output ?? []).slice(0, count);
  return {
    recordingVersionId: task.versionId,
    start: { node_path: path, page_url, variables, output_data, file_count },
  };
}

function explain(taskId: string, error: unknown): unknown {
  // The schema of automations has become stricter since one of the versions was stored.
  if (error instanceof InvalidAutomationError) {
    return new continuationErrors['nodes-changed'](
      taskId,
      `${error.message} Retry it without from.`,
    );
  }
  if (!(error instanceof EntryRefusedError)) return error;
  const { problem, message } = error;
  if (problem !== 'unknown-node') return new continuationErrors[problem](taskId, message);
  return new InvalidRequestError([{ loc: ['body', 'from'], msg: message, type: 'node_path' }]);
}
