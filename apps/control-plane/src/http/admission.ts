import type { Logger } from '@errand/app-runtime';
import { openDeadline } from '@errand/foundation';
import type { RequestHandler } from 'express';
import { ServerBusyError } from './http-errors.ts';
import { type AnyResponse, findOperation } from './request-state.ts';

const REPORT_INTERVAL_MS = 1_000;

export interface AdmissionLimits {
  /** Requests processed concurrently. */
  readonly concurrent: number;
  /** Further requests that may wait for a place. */
  readonly queued: number;
  /** How long a request may wait for a place. */
  readonly waitMs: number;
  /** Streams and long polls, which mostly idle and are counted separately. */
  readonly heldOpen: number;
}

/**
 * Admits a request once there is a place, which it keeps until its response closes. Throws
 * ServerBusyError.
 */
export interface Admission {
  readonly enter: (response: AnyResponse, kind: 'short' | 'held open') => Promise<void>;
}

/**
 * Bounds the work of one process, so that admitted requests finish in time and the others are
 * refused immediately.
 */
export function createAdmission(limits: AdmissionLimits, logger: Logger): Admission {
  const turns: (() => void)[] = [];
  let working = 0;
  let heldOpen = 0;
  const refuse = createRefusal(logger);

  const leave = (): void => {
    const next = turns.shift();
    // Hands the place to the next request in the queue.
    if (next) next();
    else working -= 1;
  };
  async function queue(response: AnyResponse): Promise<void> {
    if (turns.length >= limits.queued) throw refuse();
    const turn = Promise.withResolvers<boolean>();
    const call = (): void => turn.resolve(true);
    turns.push(call);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    using deadline = openDeadline(gone.signal, limits.waitMs);
    // Leave the queue immediately: a place handed to this request later would be lost.
    const giveUp = (): void => {
      const at = turns.indexOf(call);
      if (at >= 0) turns.splice(at, 1);
      turn.resolve(false);
    };
    deadline.signal.addEventListener('abort', giveUp, { once: true });
    if (!(await turn.promise)) throw refuse();
  }

  return {
    async enter(response, kind) {
      if (kind === 'held open') {
        if (heldOpen >= limits.heldOpen) throw refuse();
        heldOpen += 1;
        keepPlace(response, () => (heldOpen -= 1));
        return;
      }
      if (working < limits.concurrent) working += 1;
      else await queue(response);
      keepPlace(response, leave);
    },
  };
}

/** Admits requests to the operations of one document. Probes are always admitted. */
export function admitRequests(
  admission: Admission,
  isHeldOpen: (operationId: string) => boolean,
): RequestHandler {
  return async (request, response: AnyResponse, next) => {
    const operationId = findOperation(request)?.operationId ?? '';
    if (!request.path.startsWith('/health/')) {
      await admission.enter(response, isHeldOpen(operationId) ? 'held open' : 'short');
    }
    next();
  };
}

/** Calls `leave` once: on request, or when the response closes or has already closed. */
function keepPlace(response: AnyResponse, leave: () => void): void {
  let isKept = true;
  const leaveOnce = (): void => {
    if (isKept) leave();
    isKept = false;
  };
  response.locals.leavePlace = leaveOnce;
  if (response.closed) leaveOnce();
  else response.once('close', leaveOnce);
}

/** Batches thousands of refusals into one log line per second. */
function createRefusal(logger: Logger): () => ServerBusyError {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  return () => {
    count += 1;
    timer ??= setTimeout(() => {
      logger.warn('requests refused because too many were running', { count });
      count = 0;
      timer = undefined;
    }, REPORT_INTERVAL_MS).unref();
    return new ServerBusyError();
  };
}
