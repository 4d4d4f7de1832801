import type { WorkerSchemas } from '@errand/api-types';
import { HTTPError } from 'got';
import {
  LeaseLostError,
  MessagesRefusedError,
  ReportRefusedError,
  SecretRefusedError,
  StorageRefusedError,
} from './control-plane-errors.ts';

export type Step = WorkerSchemas['Step'];
export type NewArtifact = WorkerSchemas['NewArtifact'];
export type Upload = WorkerSchemas['Upload'];
export type HumanAnswer = WorkerSchemas['HumanAnswer'];
export type Failure = WorkerSchemas['Failure'];
export type SessionCommand = WorkerSchemas['SessionCommand'];
export type SessionEvent = WorkerSchemas['SessionEventsRequest']['events'][number];
type SessionReport = WorkerSchemas['SessionStateReport'];
type SessionState = Omit<SessionReport, 'lease_epoch' | 'lease_secret' | 'worker_id'>;
/** The result of a command of a debug session. */
export type SessionResult =
  | Required<Pick<WorkerSchemas['SessionAnswerRequest'], 'answer'>>
  | Required<Pick<WorkerSchemas['SessionAnswerRequest'], 'error'>>;
/**
 * What a task produces besides files. `session`: whether its browser is kept for the next task of
 * the login.
 */
export type Output = Pick<
  WorkerSchemas['CompleteRequest'],
  'output_data' | 'for_loop_status' | 'model_usage' | 'session'
>;
/** What a failed task leaves, including where it could be continued. */
export type FailedOutput = Output & Partial<Pick<WorkerSchemas['FailRequest'], 'checkpoints'>>;

/** The calls about one debug session. */
interface SessionCalls {
  /** Replaces what the control plane shows of a debug session. Also ends when the signal fires. */
  readonly reportSessionState: (state: SessionState, signal: AbortSignal) => Promise<void>;
  /**
   * Waits for commands of a debug session after a number, for 20 seconds. The signal also ends it.
   */
  readonly awaitSessionCommands: (
    after: number,
    signal: AbortSignal,
  ) => Promise<WorkerSchemas['SessionCommandsAnswer']>;
  /** Answers a command of a debug session. Also ends when the signal fires. */
  readonly answerSessionCommand: (
    number: number,
    result: SessionResult,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Reports events of a debug session. Also ends when the signal fires. */
  readonly reportSessionEvents: (
    events: readonly SessionEvent[],
    signal: AbortSignal,
  ) => Promise<void>;
}

/** The calls about one task. */
export interface TaskReporter extends SessionCalls {
  readonly start: () => Promise<void>;
  readonly reportSteps: (steps: readonly Step[]) => Promise<void>;
  /** Returns signed URLs of the task's input files. Also ends when the signal fires. */
  readonly signInputFiles: (
    signal: AbortSignal,
  ) => Promise<WorkerSchemas['InputFilesAnswer']['files']>;
  readonly createArtifacts: (artifacts: readonly NewArtifact[]) => Promise<readonly Upload[]>;
  readonly confirmArtifacts: (
    artifactIds: readonly string[],
  ) => Promise<WorkerSchemas['ConfirmAnswer']>;
  /** Requests a person. Also ends when the signal fires. */
  readonly beginHumanWait: (
    waitId: string,
    wait: Pick<WorkerSchemas['HumanWaitRequest'], 'node_path' | 'page_url' | 'max_wait_seconds'>,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Returns whether a person has answered. Waits for `waitSeconds`, 20 by default. */
  readonly awaitHumanAnswer: (
    waitId: string,
    options: { readonly waitSeconds?: number; readonly signal: AbortSignal },
  ) => Promise<HumanAnswer>;
  /** Returns what ended the wait, which may have happened earlier. */
  readonly endHumanWait: (
    waitId: string,
    outcome: WorkerSchemas['HumanWaitEnd']['outcome'],
    signal: AbortSignal,
  ) => Promise<WorkerSchemas['HumanWaitEndAnswer']>;
  /**
   * Reads a secret right before it is typed. The signal also ends it. Throws SecretRefusedError.
   */
  readonly resolveSecret: (
    wanted: Pick<WorkerSchemas['ResolveSecretRequest'], 'name' | 'index' | 'origin'>,
    signal: AbortSignal,
  ) => Promise<WorkerSchemas['ResolveSecretAnswer']>;
  /**
   * Reads messages that may contain a one-time code. Also ends when the signal fires. Throws
   * MessagesRefusedError.
   */
  readonly readMessages: (
    wanted: Pick<WorkerSchemas['ReadMessagesRequest'], 'action' | 'since' | 'until'>,
    signal: AbortSignal,
  ) => Promise<WorkerSchemas['ReadMessagesAnswer']>;
  /** Returns the new status of the task. */
  readonly complete: (output: Output) => Promise<WorkerSchemas['CompleteAnswer']>;
  /** Returns the new status of the task: `queued` when it will be retried. */
  readonly fail: (error: Failure, output: FailedOutput) => Promise<WorkerSchemas['FailAnswer']>;
  /** Releases the task, which keeps its place in the queue. */
  readonly release: (
    reason: WorkerSchemas['ReleaseRequest']['reason'],
    rest?: Pick<WorkerSchemas['ReleaseRequest'], 'model_usage'>,
  ) => Promise<void>;
}

/** Longest time a vault may take. */
const SECRET_WAIT_SECONDS = 30;
/** Longest time a mailbox may take. */
const MESSAGES_WAIT_SECONDS = 20;
/** How long the control plane may hold the wait for a person open. */
const HUMAN_WAIT_SECONDS = 20;

/** How long the control plane may hold the wait for commands open. */
const COMMAND_WAIT_SECONDS = 20;

type Post = <Answer>(
  path: string,
  body: Readonly<Record<string, unknown>>,
  options?: {
    /** Ends the call early. */
    readonly signal?: AbortSignal;
    /** How long the control plane may hold the request open. Default 0. */
    readonly waitSeconds?: number;
  },
) => Promise<Answer>;

/**
 * Every call throws LeaseLostError when the lease is no longer valid, ReportRefusedError when the
 * control plane rejects the call, and StorageRefusedError when the reason is lack of storage.
 */
export function createTaskReporter(taskId: string, send: Post): TaskReporter {
  const post: Post = async (path, body, options) => {
    try {
      return await send(path, body, options);
    } catch (error) {
      throw explain(taskId, error);
    }
  };
  return {
    start: () => post('start', {}),
    reportSteps: (steps) => post('steps', { steps }),
    async signInputFiles(signal) {
      const options = { signal };
      return (await post<WorkerSchemas['InputFilesAnswer']>('input-files', {}, options)).files;
    },
    async createArtifacts(artifacts) {
      return (await post<WorkerSchemas['ArtifactAnswer']>('artifacts', { artifacts })).uploads;
    },
    confirmArtifacts: (artifactIds) => post('artifacts/confirm', { artifact_ids: artifactIds }),
    beginHumanWait: (wait_id, wait, signal) => post('human-wait', { wait_id, ...wait }, { signal }),
    awaitHumanAnswer: (wait_id, { waitSeconds = HUMAN_WAIT_SECONDS, signal }) =>
      post('human-answer', { wait_id, wait_seconds: waitSeconds }, { waitSeconds, signal }),
    endHumanWait: (wait_id, outcome, signal) =>
      post('human-wait/end', { wait_id, outcome }, { signal }),
    async resolveSecret({ name, index, origin }, signal) {
      try {
        const options = { waitSeconds: SECRET_WAIT_SECONDS, signal };
        return await send('secrets', { name, index, origin }, options);
      } catch (error) {
        throw explainSecret(error) ?? explain(taskId, error);
      }
    },
    async readMessages(wanted, signal) {
      try {
        return await send('messages', wanted, { waitSeconds: MESSAGES_WAIT_SECONDS, signal });
      } catch (error) {
        throw explainMessages(error) ?? explain(taskId, error);
      }
    },
    ...createSessionCalls(post),
    complete: (output) => post('complete', { ...output }),
    fail: (error, output) => post('fail', { error, ...output }),
    release: (reason, rest) => post('release', { reason, ...rest }),
  };
}

function createSessionCalls(post: Post): SessionCalls {
  return {
    reportSessionState: (state, signal) => post('session/state', state, { signal }),
    awaitSessionCommands: (after, signal) =>
      post(
        'session/commands',
        { after, wait_seconds: COMMAND_WAIT_SECONDS },
        {
          waitSeconds: COMMAND_WAIT_SECONDS,
          signal,
        },
      ),
    answerSessionCommand: (number, result, signal) =>
      post('session/answers', { number, ...result }, { signal }),
    reportSessionEvents: (events, signal) => post('session/events', { events }, { signal }),
  };
}

/** Returns the control plane's reason. Undefined for errors that end the whole attempt. */
function explainSecret(error: unknown): SecretRefusedError | undefined {
  if (!(error instanceof HTTPError) || error.response.statusCode === 409) return undefined;
  const { message } = readRefusal(error.response.body);
  return message === undefined ? undefined : new SecretRefusedError(message, { cause: error });
}

function explainMessages(error: unknown): MessagesRefusedError | undefined {
  if (!(error instanceof HTTPError)) return undefined;
  const { message, retry } = readRefusal(error.response.body);
  if (message === undefined || retry === undefined) return undefined;
  return new MessagesRefusedError(message, { cause: error, retry });
}

const STORAGE_REFUSALS: ReadonlySet<string> = new Set(['storage-full', 'attempt-storage-full']);

function readRefusal(body: unknown): Partial<WorkerSchemas['WorkerError']['error']> {
  return (body as Partial<WorkerSchemas['WorkerError']> | undefined)?.error ?? {};
}

function explain(taskId: string, error: unknown): unknown {
  if (!(error instanceof HTTPError)) return error;
  const { statusCode, body } = error.response;
  const refusal = readRefusal(body);
  if (STORAGE_REFUSALS.has(refusal.code ?? '')) {
    return new StorageRefusedError(refusal.message ?? '', { cause: error });
  }
  // 404: the task was deleted; 409: the epoch is stale or the task has ended.
  if (statusCode === 404 || statusCode === 409) return new LeaseLostError(taskId);
  return new ReportRefusedError(statusCode, JSON.stringify(body), { cause: error });
}
