import type { WorkerSchemas } from '@errand/api-types';
import got, { HTTPError, type OptionsOfJSONResponseBody } from 'got';

export type Lease = WorkerSchemas['Lease'];
export type Step = WorkerSchemas['Step'];
export type NewArtifact = WorkerSchemas['NewArtifact'];
export type Upload = WorkerSchemas['Upload'];
export type Failure = WorkerSchemas['Failure'];
export type Output = Pick<WorkerSchemas['CompleteRequest'], 'output_data' | 'for_loop_status'>;

/** How long the control plane may hold a claim open while there is no work. */
const CLAIM_WAIT_SECONDS = 20;
const ANSWER_DEADLINE_MS = 10_000;
/** Enough to bridge a restart of the control plane; the lease's end stops it in any case. */
const RETRY_LIMIT = 20;
const RETRY_DELAY_MAX_MS = 3_000;

/** The task belongs to somebody else now, or is over. The worker must stop at once and report nothing. */
export class LeaseLostError extends Error {
  readonly code = 'lease-lost';

  constructor(taskId: string) {
    super(
      `The lease of task "${taskId}" is lost: it expired, was cancelled or another worker has it.`,
    );
    this.name = new.target.name;
  }
}

/** The control plane does not take a report: the two are not of one version, or one has a bug. */
export class ReportRefusedError extends Error {
  readonly code = 'report_refused';

  constructor(status: number | undefined, answer: string, options: ErrorOptions) {
    super(`The control plane refused a report with ${status}: ${answer}`, options);
    this.name = new.target.name;
  }
}

export interface ControlPlaneClient {
  /** Waits for a task; undefined when none came within the time of one poll. Not retried. */
  readonly claim: (signal: AbortSignal) => Promise<Lease | undefined>;
  /** Prolongs leases in one call. Not retried: the keeper sends the next one soon. */
  readonly heartbeat: (
    leases: readonly HeldLease[],
    signal: AbortSignal,
  ) => Promise<readonly WorkerSchemas['RenewedLease'][]>;
  /** The calls about one task. Each is retried until `signal` fires and throws LeaseLostError when it is too late. */
  readonly reporter: (lease: Lease, signal: AbortSignal) => TaskReporter;
}

export type HeldLease = WorkerSchemas['HeartbeatRequest']['leases'][number];

export interface TaskReporter {
  readonly start: () => Promise<void>;
  readonly reportSteps: (steps: readonly Step[]) => Promise<void>;
  readonly createArtifacts: (artifacts: readonly NewArtifact[]) => Promise<readonly Upload[]>;
  readonly confirmArtifacts: (
    artifactIds: readonly string[],
  ) => Promise<WorkerSchemas['ConfirmAnswer']>;
  /** Answers what became of the task. */
  readonly complete: (output: Output) => Promise<WorkerSchemas['CompleteAnswer']>;
  /** Answers what became of the task: `queued` when it is tried again. */
  readonly fail: (error: Failure, output: Output) => Promise<WorkerSchemas['FailAnswer']>;
  /** Hands the task back; it keeps its place in the queue. */
  readonly release: (reason: WorkerSchemas['ReleaseRequest']['reason']) => Promise<void>;
}

/** Speaks openapi/worker.yaml for one worker. */
export function createControlPlaneClient(options: {
  readonly url: string;
  readonly token: string;
  readonly workerId: string;
}): ControlPlaneClient {
  const { workerId } = options;
  const http = got.extend({
    prefixUrl: `${options.url.replace(/\/$/, '')}/worker/v1`,
    method: 'POST',
    headers: { authorization: `Bearer ${options.token}` },
    responseType: 'json',
    followRedirect: false,
    timeout: { request: ANSWER_DEADLINE_MS },
    retry: { limit: 0 },
  });
  const call = async <Answer>(path: string, request: OptionsOfJSONResponseBody): Promise<Answer> =>
    (await http<Answer>(path, request)).body;

  return {
    async claim(signal) {
      const answer = await call<WorkerSchemas['ClaimAnswer'] | ''>('claims', {
        json: { worker_id: workerId, wait_seconds: CLAIM_WAIT_SECONDS },
        timeout: { request: CLAIM_WAIT_SECONDS * 1_000 + ANSWER_DEADLINE_MS },
        signal,
      });
      return answer === '' ? undefined : answer.lease;
    },
    async heartbeat(leases, signal) {
      const json = { worker_id: workerId, leases };
      return (await call<WorkerSchemas['HeartbeatAnswer']>('heartbeats', { json, signal })).leases;
    },
    reporter: ({ task_id, lease_epoch }, signal) =>
      createReporter((path, body) =>
        retrying(task_id, () =>
          call(`tasks/${task_id}/${path}`, {
            json: { worker_id: workerId, lease_epoch, ...body },
            signal,
            retry: retryPolicy,
          }),
        ),
      ),
  };
}

/** Every report may be sent twice (the control plane sees that it knows it), so an unclear answer is asked for again. */
const retryPolicy = {
  limit: RETRY_LIMIT,
  methods: ['POST' as const],
  statusCodes: [408, 429, 500, 502, 503, 504],
  backoffLimit: RETRY_DELAY_MAX_MS,
  noise: 100,
};

function createReporter(
  post: <Answer>(path: string, body: Readonly<Record<string, unknown>>) => Promise<Answer>,
): TaskReporter {
  return {
    start: () => post('start', {}),
    reportSteps: (steps) => post('steps', { steps }),
    async createArtifacts(artifacts) {
      return (await post<WorkerSchemas['ArtifactAnswer']>('artifacts', { artifacts })).uploads;
    },
    confirmArtifacts: (artifactIds) =>
      post<WorkerSchemas['ConfirmAnswer']>('artifacts/confirm', { artifact_ids: artifactIds }),
    complete: (output) => post('complete', { ...output }),
    fail: (error, output) => post('fail', { error, ...output }),
    release: (reason) => post('release', { reason }),
  };
}

async function retrying<Answer>(taskId: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const status = error instanceof HTTPError ? error.response.statusCode : undefined;
    // 404: the task was deleted; 409: the epoch is stale or the task is over.
    if (status === 404 || status === 409) throw new LeaseLostError(taskId);
    if (!(error instanceof HTTPError)) throw error;
    throw new ReportRefusedError(status, JSON.stringify(error.response.body), { cause: error });
  }
}
