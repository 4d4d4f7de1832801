import type { WorkerSchemas } from '@errand/api-types';
import { HTTPError } from 'got';
import { LeaseLostError, ReportRefusedError } from './control-plane-errors.ts';

export type Step = WorkerSchemas['Step'];
export type NewArtifact = WorkerSchemas['NewArtifact'];
export type Upload = WorkerSchemas['Upload'];
export type Failure = WorkerSchemas['Failure'];
/** What a task leaves behind besides its files. `session`: whether its browser stays for the next task of the login. */
export type Output = Pick<
  WorkerSchemas['CompleteRequest'],
  'output_data' | 'for_loop_status' | 'session'
>;

/** The calls about one task. */
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

type Post = <Answer>(path: string, body: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** Every call throws LeaseLostError when it is too late, ReportRefusedError when the control plane does not take it. */
export function createTaskReporter(taskId: string, send: Post): TaskReporter {
  const post: Post = async (path, body) => {
    try {
      return await send(path, body);
    } catch (error) {
      throw explain(taskId, error);
    }
  };
  return {
    start: () => post('start', {}),
    reportSteps: (steps) => post('steps', { steps }),
    async createArtifacts(artifacts) {
      return (await post<WorkerSchemas['ArtifactAnswer']>('artifacts', { artifacts })).uploads;
    },
    confirmArtifacts: (artifactIds) => post('artifacts/confirm', { artifact_ids: artifactIds }),
    complete: (output) => post('complete', { ...output }),
    fail: (error, output) => post('fail', { error, ...output }),
    release: (reason) => post('release', { reason }),
  };
}

function explain(taskId: string, error: unknown): unknown {
  if (!(error instanceof HTTPError)) return error;
  const { statusCode, body } = error.response;
  // 404: the task was deleted; 409: the epoch is stale or the task is over.
  if (statusCode === 404 || statusCode === 409) return new LeaseLostError(taskId);
  return new ReportRefusedError(statusCode, JSON.stringify(body), { cause: error });
}
