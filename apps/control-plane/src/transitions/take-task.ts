import { WORKER_PROTOCOL, type WorkerSchemas } from '@errand/api-types';
import type { Transaction } from '../database/transaction.ts';
import { inputFilesOf } from '../input-files/input-files-of.ts';
import type { JobFilter, JobQueue } from '../queue/job-queue.ts';
import { takePermit, usableBy, type Permit, type PermitChange } from './permits.ts';

type WireTask = WorkerSchemas['LeasedTask'];

export interface TakenTask {
  readonly id: string;
  readonly lease_epoch: number;
  readonly lease_expires_at: Date;
  readonly account_id: string;
  readonly recording_id: string;
  readonly endpoint_name: string;
  readonly goal: string | null;
  readonly automation: WireTask['automation'];
  readonly input_parameters: WireTask['input_parameters'];
  readonly secure_parameters: string | null;
  readonly rdp_parameter: string | null;
  readonly input_files: WireTask['input_files'];
  readonly unique_parameter_names: string[];
  readonly max_timeout_in_minutes: number;
  readonly use_proxy: boolean;
  readonly is_dedicated: boolean;
  /** Null if the submission did not specify this. */
  readonly trace: NonNullable<WireTask['trace']> | null;
  readonly infrastructure_retries: number;
  readonly automation_retries: number;
  readonly model_usage: WireTask['model_usage'];
  /** Null for a task that is not a debug session. */
  readonly debug_session: DebuggedTask | null;
  /** Sealed: where the task continues another one. Null if it continues none. */
  readonly start: string | null;
  /** Headers of W3C Trace Context; null for a task without a trace. */
  readonly traceparent: string | null;
  readonly tracestate: string | null;
  readonly created_at: Date;
  readonly allocated_at: Date;
}

interface DebuggedTask {
  readonly until?: string;
  /** Set if it replays a trace; `key`: the trace's object, while there is one. */
  readonly replay?: { readonly key?: string };
}

/** A permit taken from a lane, or one that was given to a warm session of the worker. */
interface PermitInHand extends Omit<Permit, 'id'> {
  /** Null for a permit of a session. */
  readonly id: string | null;
  readonly sessionId: string | null;
  /** Null for a permit of a session. */
  readonly lane: string | null;
  /** How long the permit has waited for a worker; 0 for a permit of a session. */
  readonly waitedSeconds: number;
}

/** The idle session of the worker whose permit comes first; null for none. */
interface FirstSession {
  readonly id: string | null;
  readonly queue: number;
  readonly tag: string;
}

/** The decision of take_task in prisma/functions. */
export interface Taking {
  readonly outcome: 'taken' | 'void' | 'parked' | 'given' | 'moved';
  readonly session_id: string | null;
  readonly is_new_session: boolean | null;
  readonly close_session: string | null;
  readonly permits: PermitChange | null;
}

/**
 * Takes the permit with the smallest tag from the worker's lanes and idle sessions; nothing for a
 * worker that an operator is draining. Permits of tasks that the worker is too old for stay in
 * their lanes.
 */
export async function takeFirstPermit(
  queue: JobQueue,
  transaction: Transaction,
  {
    workerId,
    lanes,
    protocol,
  }: {
    readonly workerId: string;
    readonly lanes: readonly string[];
    readonly protocol?: number | undefined;
  },
): Promise<PermitInHand | 'draining' | undefined> {
  const { rows } = await transaction.query<{ draining: boolean } & FirstSession>(
    `SELECT worker.draining, session.* FROM (
       SELECT EXISTS (SELECT FROM workers WHERE id = $1 AND drain IS NOT NULL) AS draining) worker
     LEFT JOIN LATERAL (
       SELECT id, login_queue_id AS queue, permit_tag AS tag FROM warm_sessions
       WHERE worker_id = $1 AND state = 'idle' AND permit_tag IS NOT NULL ORDER BY permit_tag LIMIT 1) session ON true`,
    [workerId],
  );
  if (rows[0]?.draining) return 'draining';
  const session = rows.find(({ id }) => id !== null);
  const [lane] = lanes;
  const only = usableBy(protocol);
  if (!session && lanes.length === 1) return takeFrom(queue, transaction, { lane, only });
  let left = lanes;
  for (;;) {
    const first = await queue.peek(transaction, left, only);
    // Priorities are negated tags.
    if (session && (!first || Number(session.tag) <= -first.priority)) return permitOf(session);
    const permit = await takeFrom(queue, transaction, { lane: first?.queue, only });
    if (permit || !first) return permit;
    // Another claim is taking the only permit of that lane.
    left = left.filter((other) => other !== first.queue);
  }
}

function permitOf({ id: sessionId, queue: loginQueueId, tag }: FirstSession): PermitInHand {
  const nothing = { id: null, taskId: null, lane: null, waitedSeconds: 0 };
  return { ...nothing, loginQueueId, tag: Number(tag), sessionId };
}

async function takeFrom(
  queue: JobQueue,
  transaction: Transaction,
  { lane, only }: { readonly lane: string | undefined; readonly only: JobFilter | undefined },
): Promise<PermitInHand | undefined> {
  if (lane === undefined) return undefined;
  const permit = await takePermit(queue, transaction, { lane, only });
  return permit && { ...permit, sessionId: null, lane };
}

/** Leases a permit's task to a worker, unless the permit is void or must wait. */
export async function takeTask(
  transaction: Transaction,
  permit: PermitInHand,
  lease: {
    readonly workerId: string;
    readonly leaseSeconds: number;
    /** Version of the worker protocol that the worker speaks. Default: this release's version. */
    readonly protocol?: number | undefined;
  },
): Promise<Taking & TakenTask> {
  const { rows } = await transaction.query<Taking & TakenTask>(
    `SELECT (taking.task).*, taking.*
     FROM take_task($1, $2, $3, $4, $5, $6, $7, $8, $9) taking`,
    [
      permit.id,
      permit.loginQueueId,
      permit.taskId,
      permit.tag,
      permit.sessionId,
      lease.workerId,
      lease.leaseSeconds,
      permit.lane,
      lease.protocol ?? WORKER_PROTOCOL.version,
    ],
  );
  const [taking] = rows;
  if (!taking) throw new Error('take_task returned no row.');
  if (taking.outcome !== 'taken') return taking;
  return { ...taking, ...(await readParts(transaction, taking.id)) };
}

/**
 * Reads what belongs to a task. A separate statement: take_task may have waited for the submission
 * of the task that it took, and the statement that called it does not see that.
 */
async function readParts(transaction: Transaction, taskId: string): Promise<Partial<TakenTask>> {
  const { rows } = await transaction.query<Partial<TakenTask>>(
    `SELECT version.automation, ${inputFilesOf('t.id')},
       (SELECT jsonb_strip_nulls(jsonb_build_object('until', d.until, 'replay',
          CASE WHEN d.source ? 'replay_of' THEN jsonb_build_object('key', (
            SELECT a.object_key FROM artifacts a
            WHERE a.task_id = (d.source->>'replay_of')::uuid AND a.kind = 'trace' AND a.confirmed_at IS NOT NULL
            ORDER BY a.lease_epoch DESC LIMIT 1)) END))
        FROM debug_sessions d WHERE d.task_id = t.id) AS debug_session,
       (SELECT c.start FROM task_continuations c WHERE c.task_id = t.id) AS start
     FROM tasks t LEFT JOIN recording_versions version ON version.id = t.recording_version_id
     WHERE t.id = $1`,
    [taskId],
  );
  const [parts] = rows;
  if (!parts) throw new Error(`Task ${taskId} is gone in the transaction that took it.`);
  return parts;
}
