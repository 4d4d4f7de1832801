import type { Database } from '../database/connect-database.ts';
import type { TaskStep } from '../task-rows/task-step.ts';

/** Maximum number of steps shown with a task, which may have a million. */
const NEWEST = 1_000;

/** The attempt and the number of a step, which sort by time. */
export type StepPlace = Pick<TaskStep, 'attempt' | 'sequence'>;

export interface StepPage {
  /** Oldest first. */
  readonly steps: readonly TaskStep[];
  readonly hasMore: boolean;
}

export interface StepsWanted {
  readonly limit: number;
  /** The last step of the previous page. */
  readonly after: StepPlace | undefined;
}

const COLUMNS = `lease_epoch AS attempt, sequence, node_path AS "nodePath", kind, outcome, reason,
  error_class AS "errorClass", error_message AS "errorMessage", started_at AS "startedAt",
  duration_ms AS "durationMs", page_url AS "pageUrl",
  screenshot_artifact_id AS "screenshotArtifactId", means, details`;

/** The newest 1,000 steps of a task; `hasMore` says whether there are older ones. */
export async function readNewestSteps(
  { pool }: Pick<Database, 'pool'>,
  taskId: string,
): Promise<StepPage> {
  const { rows } = await pool.query<TaskStep>(
    `SELECT ${COLUMNS} FROM steps WHERE task_id = $1
     ORDER BY lease_epoch DESC, sequence DESC LIMIT $2`,
    [taskId, NEWEST + 1],
  );
  return { steps: rows.slice(0, NEWEST).toReversed(), hasMore: rows.length > NEWEST };
}

/** The steps after a position, or the first ones. */
export async function readStepsAfter(
  { pool }: Pick<Database, 'pool'>,
  taskId: string,
  { limit, after }: StepsWanted,
): Promise<StepPage> {
  const { rows } = await pool.query<TaskStep>(
    `SELECT ${COLUMNS} FROM steps WHERE task_id = $1 AND (lease_epoch, sequence) > ($2, $3)
     ORDER BY lease_epoch, sequence LIMIT $4`,
    // Attempts are numbered from 1.
    [taskId, after?.attempt ?? 0, after?.sequence ?? 0, limit + 1],
  );
  return { steps: rows.slice(0, limit), hasMore: rows.length > limit };
}
