import { WORKER_PROTOCOL, type WorkerSchemas } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import {
  ANSWER_DEADLINE_MS,
  type Call,
  callRegistered,
  callWithApiKey,
  protocolUrl,
} from './call-control-plane.ts';
import { DatabaseAwayError } from './control-plane-errors.ts';
import type { ProtocolMismatchError } from './protocol-fit.ts';
import { isDatabaseAway, retryReport } from './report-retries.ts';
import type { ScreenAnnouncement } from './screens/screens.ts';
import type { RegisterAnswer } from './registration.ts';
import { createTaskReporter, type TaskReporter } from './task-reporter.ts';

export type ClaimedTask = WorkerSchemas['ClaimAnswer'];
export type Lease = WorkerSchemas['Lease'];
export type Heartbeat = Required<Pick<WorkerSchemas['HeartbeatRequest'], 'leases' | 'sessions'>>;
export type HeartbeatAnswer = WorkerSchemas['HeartbeatAnswer'];
export type SessionEnd = WorkerSchemas['EndSessionRequest']['reason'];

/** Maximum time the control plane holds a claim open while there is no work. */
const CLAIM_WAIT_SECONDS = 20;
const BELL_WAIT_SECONDS = 25;

/** Credentials for speaking to the control plane as this worker. */
export interface WorkerAccess {
  /** URL for heartbeats. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly workerId: string;
}

export interface ControlPlaneClient {
  /** Waits for a task; undefined when none arrived within one poll. Not retried. */
  readonly claim: (signal: AbortSignal) => Promise<ClaimedTask | undefined>;
  /**
   * Renews leases and idle sessions in one call. Not retried: the keeper soon sends the next one.
   * Throws DatabaseAwayError.
   */
  readonly heartbeat: (heartbeat: Heartbeat, signal: AbortSignal) => Promise<HeartbeatAnswer>;
  /**
   * Waits until there is a reason to send a heartbeat; false when nothing happened within one poll.
   * Not retried.
   */
  readonly waitForBell: (signal: AbortSignal) => Promise<boolean>;
  /** Reports that the browser of a warm session is gone. Retried until `signal` fires. */
  readonly endSession: (
    sessionId: string,
    reason: SessionEnd,
    signal: AbortSignal,
  ) => Promise<void>;
  /**
   * Returns the calls about one task. Each is retried until `signal` fires and throws
   * LeaseLostError when the lease is no longer valid.
   */
  readonly reporter: (lease: Lease, signal: AbortSignal) => TaskReporter;
}

interface ServerAccess {
  /** Base URL of the control plane. */
  readonly url: string;
  readonly workerId: string;
}

interface WorkerIdentity extends ServerAccess {
  /** Token of the pool that the worker belongs to. */
  readonly token: string;
  /** Version of this software. Default: not reported. */
  readonly version?: string;
  readonly slots: number;
  /** Labels of the accounts whose tasks the worker accepts; empty means those of its pool. */
  readonly labels: readonly string[];
  /** What the worker can do that not every worker can. Default: nothing. */
  readonly features?: readonly WorkerSchemas['WorkerFeature'][];
  /** Where gateways reach the worker's screens; undefined when it has none. */
  readonly screen: ScreenAnnouncement | undefined;
  /** Called after each registration, before its first use. Default: no-op. */
  readonly onRegistered?: (answer: RegisterAnswer) => void;
  /**
   * Called after each call that succeeds, or that reports a known outage of the database. Default:
   * no-op.
   */
  readonly onAnswer?: () => void;
  /**
   * Called once, when a response shows that the control plane is too old or too new. Default:
   * no-op.
   */
  readonly onMismatch?: (error: ProtocolMismatchError) => void;
  /** Called whenever a response says whether an operator is draining the worker. */
  readonly onDraining?: (isDraining: boolean) => void;
  readonly logger: Logger;
}

/** Client of a worker that registers with the installation. */
export interface WorkerClient extends ControlPlaneClient {
  /** Undefined while there is no registration. */
  readonly access: () => WorkerAccess | undefined;
  /**
   * Registers now; otherwise the first call does. Throws RegistrationRefusedError,
   * ProtocolMismatchError.
   */
  readonly register: () => Promise<void>;
  /** Ends the registration. */
  readonly leave: (signal: AbortSignal) => Promise<void>;
}

/** Creates a client of openapi/worker.yaml for one worker. */
export function createWorkerClient(worker: WorkerIdentity): WorkerClient {
  const { version, slots, labels, features = [], screen, logger } = worker;
  const { onRegistered = () => undefined, onAnswer = () => undefined } = worker;
  const { onMismatch = () => undefined, onDraining = () => undefined } = worker;
  const { call, register, leave, headers } = callRegistered(worker, {
    poolToken: worker.token,
    ...(version === undefined ? {} : { worker_version: version }),
    protocol: WORKER_PROTOCOL.version,
    slots,
    labels: [...labels],
    features: [...features],
    ...(screen ? { screen } : {}),
    onRegistered(answer) {
      onDraining(answer.draining === true);
      onRegistered(answer);
    },
    onAnswer,
    onMismatch,
    logger,
  });
  const { url, workerId } = worker;
  const access = (): WorkerAccess | undefined => {
    const known = headers();
    return known && { url: `${protocolUrl(url)}/heartbeats`, headers: known, workerId };
  };
  return { ...createControlPlaneClient(call, onDraining), access, register, leave };
}

/** Creates a client for a local inference server, with the API key of its account. */
export function createLocalClient(server: ServerAccess, apiKey: string): ControlPlaneClient {
  return createControlPlaneClient(callWithApiKey(server, apiKey));
}

function createControlPlaneClient(
  call: Call,
  onDraining: (isDraining: boolean) => void = () => undefined,
): ControlPlaneClient {
  return {
    async claim(signal) {
      const request = { ...waiting(CLAIM_WAIT_SECONDS), signal };
      return (await call<ClaimedTask | ''>('claims', request)) || undefined;
    },
    async heartbeat(heartbeat, signal) {
      try {
        return await call('heartbeats', { json: heartbeat, signal });
      } catch (error) {
        throw isDatabaseAway(error) ? new DatabaseAwayError({ cause: error }) : error;
      }
    },
    async waitForBell(signal) {
      const request = { ...waiting(BELL_WAIT_SECONDS), signal };
      const { rung, draining } = await call<WorkerSchemas['BellAnswer']>('bell', request);
      onDraining(draining === true);
      return rung;
    },
    async endSession(sessionId, reason, signal) {
      const path = `sessions/${sessionId}/end`;
      await call(path, { json: { reason }, signal, retry: retryReport() });
    },
    reporter: ({ task_id, lease_epoch, lease_secret, trace }, signal) =>
      createTaskReporter(task_id, (path, body, { signal: sooner, waitSeconds = 0 } = {}) =>
        call(`tasks/${task_id}/${path}`, {
          json: { lease_epoch, lease_secret, ...body },
          // The control plane's log lines about these calls then contain the task's trace.
          headers: { ...trace },
          signal: sooner ? AbortSignal.any([signal, sooner]) : signal,
          timeout: { request: waitSeconds * 1_000 + ANSWER_DEADLINE_MS },
          retry: retryReport(),
        }),
      ),
  };
}

/** Options of a request that the control plane holds open. */
function waiting(waitSeconds: number) {
  return {
    json: { wait_seconds: waitSeconds },
    timeout: { request: waitSeconds * 1_000 + ANSWER_DEADLINE_MS },
  };
}
