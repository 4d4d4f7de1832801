import type { WorkerSchemas } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import {
  ANSWER_DEADLINE_MS,
  type Call,
  callRegistered,
  callWithApiKey,
  protocolUrl,
} from './call-control-plane.ts';
import { DatabaseAwayError } from './control-plane-errors.ts';
import { isDatabaseAway, retryReport } from './report-retries.ts';
import type { ScreenAnnouncement } from './screens/screens.ts';
import type { RegisterAnswer } from './registration.ts';
import { createTaskReporter, type TaskReporter } from './task-reporter.ts';

export type ClaimedTask = WorkerSchemas['ClaimAnswer'];
export type Lease = WorkerSchemas['Lease'];
export type Heartbeat = Required<Pick<WorkerSchemas['HeartbeatRequest'], 'leases' | 'sessions'>>;
export type HeartbeatAnswer = WorkerSchemas['HeartbeatAnswer'];
export type SessionEnd = WorkerSchemas['EndSessionRequest']['reason'];

/** How long the control plane may hold a claim open while there is no work. */
const CLAIM_WAIT_SECONDS = 20;
const BELL_WAIT_SECONDS = 25;

/** How anything may speak for this worker. */
export interface WorkerAccess {
  /** Where heartbeats go. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly workerId: string;
}

export interface ControlPlaneClient {
  /** Waits for a task; undefined when none came within the time of one poll. Not retried. */
  readonly claim: (signal: AbortSignal) => Promise<ClaimedTask | undefined>;
  /** Prolongs leases and idle sessions in one call. Not retried: the keeper sends the next one soon. Throws DatabaseAwayError. */
  readonly heartbeat: (heartbeat: Heartbeat, signal: AbortSignal) => Promise<HeartbeatAnswer>;
  /** Waits until a heartbeat is worth while; false when nothing happened within the time of one poll. Not retried. */
  readonly waitForBell: (signal: AbortSignal) => Promise<boolean>;
  /** Says that the browser of a warm session is gone. Retried until `signal` fires. */
  readonly endSession: (
    sessionId: string,
    reason: SessionEnd,
    signal: AbortSignal,
  ) => Promise<void>;
  /** The calls about one task. Each is retried until `signal` fires and throws LeaseLostError when it is too late. */
  readonly reporter: (lease: Lease, signal: AbortSignal) => TaskReporter;
}

interface ServerAccess {
  /** Where the control plane answers. */
  readonly url: string;
  readonly workerId: string;
}

interface WorkerIdentity extends ServerAccess {
  /** Of the pool that the worker belongs to. */
  readonly token: string;
  readonly slots: number;
  /** Accounts whose tasks it takes; none means those of its pool. */
  readonly labels: readonly string[];
  /** Where gateways find its screens; undefined when it shows none. */
  readonly screen: ScreenAnnouncement | undefined;
  /** Before the first call under each registration. Default nothing. */
  readonly onRegistered?: (answer: RegisterAnswer) => void;
  readonly logger: Logger;
}

/** A worker of the installation, which registers. */
export interface WorkerClient extends ControlPlaneClient {
  /** Undefined while there is no registration. */
  readonly access: () => WorkerAccess | undefined;
  /** Makes the registration at once, which else the first call does. Throws RegistrationRefusedError. */
  readonly register: () => Promise<void>;
  /** Ends the registration. */
  readonly leave: (signal: AbortSignal) => Promise<void>;
}

/** Speaks openapi/worker.yaml for one worker. */
export function createWorkerClient(worker: WorkerIdentity): WorkerClient {
  const { slots, labels, screen, onRegistered = () => undefined, logger } = worker;
  const { call, register, leave, headers } = callRegistered(worker, {
    poolToken: worker.token,
    slots,
    labels: [...labels],
    ...(screen ? { screen } : {}),
    onRegistered,
    logger,
  });
  const { url, workerId } = worker;
  const access = (): WorkerAccess | undefined => {
    const known = headers();
    return known && { url: `${protocolUrl(url)}/heartbeats`, headers: known, workerId };
  };
  return { ...createControlPlaneClient(call), access, register, leave };
}

/** Speaks it for a local inference server, with the API key of its account. */
export function createLocalClient(server: ServerAccess, apiKey: string): ControlPlaneClient {
  return createControlPlaneClient(callWithApiKey(server, apiKey));
}

function createControlPlaneClient(call: Call): ControlPlaneClient {
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
      return (await call<WorkerSchemas['BellAnswer']>('bell', request)).rung;
    },
    async endSession(sessionId, reason, signal) {
      const path = `sessions/${sessionId}/end`;
      await call(path, { json: { reason }, signal, retry: retryReport() });
    },
    reporter: ({ task_id, lease_epoch, lease_secret }, signal) =>
      createTaskReporter(task_id, (path, body, { signal: sooner, waitSeconds = 0 } = {}) =>
        call(`tasks/${task_id}/${path}`, {
          json: { lease_epoch, lease_secret, ...body },
          signal: sooner ? AbortSignal.any([signal, sooner]) : signal,
          timeout: { request: waitSeconds * 1_000 + ANSWER_DEADLINE_MS },
          retry: retryReport(),
        }),
      ),
  };
}

/** A request that the control plane holds open. */
function waiting(waitSeconds: number) {
  return {
    json: { wait_seconds: waitSeconds },
    timeout: { request: waitSeconds * 1_000 + ANSWER_DEADLINE_MS },
  };
}
