import type { WorkerSchemas } from '@errand/api-types';
import type { StreamTicket, ViewMode } from '@errand/stream-ticket';
import got, { RequestError } from 'got';
import type { ScreenEnd } from './close-codes.ts';

const ANSWER_DEADLINE_MS = 5_000;
const READINESS_DEADLINE_MS = 2_000;

/**
 * What a viewer watches: the screen of one task under one lease, opened with one API key, with or
 * without input.
 */
export interface Screen {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly mode: ViewMode;
  readonly apiKeyId: string;
}

export interface EndedScreen extends Screen {
  readonly reason: ScreenEnd;
}

/**
 * The address of a screen, and the line that opens it once. The token is a credential: never log
 * it.
 */
export interface ScreenAddress {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

export interface RedeemedTicket extends ScreenAddress {
  /** The trace of the task, for log lines. Undefined if it has none. */
  readonly trace_id?: string | undefined;
}

export interface ViewerReport {
  readonly closeCode: number;
  readonly bytesToViewer: number;
  readonly bytesFromViewer: number;
}

/** The ticket is valid, but does not open a screen, or no longer does. */
export class TicketRefusedError extends Error {
  /** The control plane's code: `ticket-used`, `task-ended`, ... */
  readonly code: string;

  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

export interface ControlPlaneClient {
  /**
   * Uses up the ticket. Never retried, because it may have been used up before the connection
   * broke. Throws TicketRefusedError.
   */
  readonly redeem: (ticket: StreamTicket, viewerAddress: string) => Promise<RedeemedTicket>;
  /**
   * Waits until a screen has ended; returns the ended screens, or none after `waitSeconds`. Never
   * retried.
   */
  readonly watchScreens: (
    screens: readonly Screen[],
    options: { readonly waitSeconds: number; readonly signal: AbortSignal },
  ) => Promise<readonly EndedScreen[]>;
  /** Retried a few times. */
  readonly closeViewer: (jti: string, report: ViewerReport) => Promise<void>;
  readonly isReachable: () => Promise<boolean>;
}

interface Access {
  readonly url: string;
  readonly token: string;
  readonly gatewayId: string;
}

/** Client for the gateway part of openapi/worker.yaml. */
export function createControlPlaneClient(access: Access): ControlPlaneClient {
  const base = access.url.replace(/\/$/, '');
  const http = got.extend({
    prefixUrl: `${base}/gateway/v1`,
    method: 'POST',
    headers: { authorization: `Bearer ${access.token}` },
    responseType: 'json',
    followRedirect: false,
    timeout: { request: ANSWER_DEADLINE_MS },
    retry: { limit: 0 },
  });
  return {
    redeem: (ticket, viewerAddress) => redeem(http, writeTicket(ticket, viewerAddress, access)),
    async watchScreens(screens, { waitSeconds, signal }) {
      const { body } = await http<WorkerSchemas['WatchAnswer']>('screens/watch', {
        json: {
          gateway_id: access.gatewayId,
          wait_seconds: waitSeconds,
          screens: screens.map(writeScreen),
        },
        timeout: { request: waitSeconds * 1_000 + ANSWER_DEADLINE_MS },
        signal,
      });
      return body.ended.map(({ reason, ...screen }) => ({ ...readScreen(screen), reason }));
    },
    async closeViewer(jti, { closeCode, bytesToViewer, bytesFromViewer }) {
      await http(`viewers/${jti}/close`, {
        json: {
          close_code: closeCode,
          bytes_to_viewer: bytesToViewer,
          bytes_from_viewer: bytesFromViewer,
        },
        responseType: 'text',
        retry: { limit: 2, methods: ['POST'] },
      });
    },
    isReachable: () => isReachable(base),
  };
}

type WireScreen = WorkerSchemas['WatchedScreen'];
type RedeemBody =
  | WorkerSchemas['RedeemAnswer']
  | { readonly error: { readonly code: string; readonly message: string } };

function writeScreen({ taskId, leaseEpoch, mode, apiKeyId }: Screen): Required<WireScreen> {
  return { task_id: taskId, lease_epoch: leaseEpoch, mode, api_key_id: apiKeyId };
}

function readScreen({ task_id, lease_epoch, mode, api_key_id = '' }: WireScreen): Screen {
  return { taskId: task_id, leaseEpoch: lease_epoch, mode, apiKeyId: api_key_id };
}

function writeTicket(
  ticket: StreamTicket,
  viewerAddress: string,
  { gatewayId }: Access,
): WorkerSchemas['RedeemRequest'] {
  return {
    ...writeScreen(ticket),
    jti: ticket.jti,
    account_id: ticket.accountId,
    gateway_id: gatewayId,
    viewer_address: viewerAddress,
  };
}

async function redeem(http: typeof got, json: object): Promise<RedeemedTicket> {
  const options = { json, throwHttpErrors: false } as const;
  const { statusCode, body } = await http<RedeemBody>('tickets/redeem', options);
  if (statusCode === 200 && 'token' in body) return body;
  if ('error' in body && (statusCode === 409 || statusCode === 404)) {
    throw new TicketRefusedError(body.error);
  }
  throw new Error(`The control plane responded to a ticket with status ${statusCode}.`);
}

async function isReachable(base: string): Promise<boolean> {
  const timeout = { request: READINESS_DEADLINE_MS };
  try {
    return (await got(`${base}/health/live`, { timeout, retry: { limit: 0 } })).ok;
  } catch (error) {
    if (error instanceof RequestError) return false;
    throw error;
  }
}
