import type { WorkerSchemas } from '@errand/api-types';
import got, { type OptionsOfJSONResponseBody } from 'got';
import { DatabaseAwayError } from './control-plane-errors.ts';
import { isDatabaseAway, retryReport } from './report-retries.ts';
import type { ScreenAnnouncement } from './screens/screens.ts';
import { createTaskReporter, type TaskReporter } from './task-reporter.ts';

export type ClaimedTask = WorkerSchemas['ClaimAnswer'];
export type Lease = WorkerSchemas['Lease'];
export type Heartbeat = Required<Pick<WorkerSchemas['HeartbeatRequest'], 'leases' | 'sessions'>>;
export type HeartbeatAnswer = WorkerSchemas['HeartbeatAnswer'];
export type SessionEnd = WorkerSchemas['EndSessionRequest']['reason'];

/** How long the control plane may hold a claim open while there is no work. */
const CLAIM_WAIT_SECONDS = 20;
const BELL_WAIT_SECONDS = 25;
const ANSWER_DEADLINE_MS = 10_000;

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

interface WorkerIdentity {
  readonly workerId: string;
  readonly slots: number;
  /** Accounts whose tasks it takes; none means those without a label. */
  readonly labels: readonly string[];
  /** Where gateways find its screens; undefined when it shows none. */
  readonly screen: ScreenAnnouncement | undefined;
}

/** Speaks openapi/worker.yaml for one worker. */
export function createControlPlaneClient(
  worker: WorkerIdentity & ServerAccess,
): ControlPlaneClient {
  const { slots, labels } = worker;
  const shown = worker.screen && { screen: worker.screen };
  const call = createCall(worker);
  return {
    async claim(signal) {
      const request = { ...waiting(CLAIM_WAIT_SECONDS, { slots, labels, ...shown }), signal };
      return (await call<ClaimedTask | ''>('claims', request)) || undefined;
    },
    async heartbeat(heartbeat, signal) {
      try {
        return await call('heartbeats', { json: { ...heartbeat, ...shown }, signal });
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

interface ServerAccess {
  readonly url: string;
  readonly token: string;
  /** What the token is: that of workers, or the API key of a local inference server. Default Bearer. */
  readonly scheme?: 'Bearer' | 'x-api-key';
}

type Call = <Answer>(
  path: string,
  request: Omit<OptionsOfJSONResponseBody, 'json'> & { readonly json: object },
) => Promise<Answer>;

/** Every request names the worker. */
function createCall({
  url,
  token,
  scheme = 'Bearer',
  workerId,
}: WorkerIdentity & ServerAccess): Call {
  const http = got.extend({
    prefixUrl: `${url.replace(/\/$/, '')}/worker/v1`,
    method: 'POST',
    headers: { authorization: `${scheme} ${token}` },
    responseType: 'json',
    followRedirect: false,
    timeout: { request: ANSWER_DEADLINE_MS },
    retry: { limit: 0 },
  });
  return async <Answer>(path: string, { json, ...request }: Parameters<Call>[1]) => {
    const body = { worker_id: workerId, ...json };
    return (await http<Answer>(path, { ...request, json: body })).body;
  };
}

/** A request that the control plane holds open. */
function waiting(waitSeconds: number, more: object = {}) {
  return {
    json: { wait_seconds: waitSeconds, ...more },
    timeout: { request: waitSeconds * 1_000 + ANSWER_DEADLINE_MS },
  };
}
