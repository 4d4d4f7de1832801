import type { Logger } from '@errand/app-runtime';
import { openDeadline } from '@errand/foundation';
import { type Message, MessagesUnavailableError, type MessageWindow } from '@errand/two-factor';
import type { Database } from '../database/connect-database.ts';
import { DomainError } from '../http/domain-error.ts';
import { IntegrationDamagedError } from '../integrations/integration-errors.ts';
import type { IntegrationStore } from '../integrations/integration-store.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { createCallLimit } from '../leases/call-limit.ts';
import { MessagesNotGivenError } from './message-errors.ts';
import type { WireAction } from './match-place.ts';
import { checkService, readMessages, type ServiceSettings } from './message-services.ts';
import { assertWaitedFor, findWaitingTask } from './waiting-task.ts';

/** Time limit for a service. The worker's own limit is somewhat longer. */
const TIMEOUT_MS = 20_000;

export interface MessageRequest extends MessageWindow {
  readonly action: WireAction;
}

/** Reads messages through the integrations of accounts. */
export interface MessageReader {
  /**
   * Only for the worker that holds the lease, and only where a step of its task waits for a code.
   * Logs success and failure. Throws LeaseLostError, TaskNotFoundError, MessagesForbiddenError,
   * IntegrationMissingError, MessagesNotGivenError, and TooManyRequestsError beyond 60 calls per
   * task and minute.
   */
  readonly read: (
    holder: LeaseHolder,
    request: MessageRequest,
    signal: AbortSignal,
  ) => Promise<readonly Message[]>;
  /**
   * Tries to log in as `read` does. Returns only the kind when it has no messages. Throws
   * IntegrationNotFoundError.
   */
  readonly check: (
    accountId: string,
    integrationId: string,
    signal: AbortSignal,
  ) => Promise<{ readonly works: boolean; readonly message: string } | { readonly kind: string }>;
}

interface Parts extends ServiceSettings {
  readonly database: Database;
  readonly integrations: IntegrationStore;
  readonly logger: Logger;
}

export function createMessageReader(parts: Parts): MessageReader {
  const limit = createCallLimit();
  return {
    async read(holder, { action, ...window }, signal) {
      const { leaseSecret: _, trace, ...who } = holder;
      const trace_id = trace?.traceId;
      const logger = parts.logger.child({ ...who, trace_id, place: action.type });
      try {
        const task = await findWaitingTask(parts.database, holder);
        const { accountId } = task;
        limit.count(holder.taskId);
        assertWaitedFor(task, action, window.since);
        const { integrations } = parts;
        const asked = { integrations, accountId, window };
        const messages = await inTime(signal, (soon) =>
          readMessages(action, { ...asked, signal: soon }, parts),
        );
        logger.info('messages read', { accountId, count: messages.length });
        return messages;
      } catch (error) {
        const refused = refusalOf(error);
        if (refused) logger.warn('messages not read', { error: refused });
        throw refused ?? error;
      }
    },
    async check(accountId, integrationId, signal) {
      const integration = await parts.integrations.get(accountId, integrationId);
      try {
        const message = await inTime(signal, (soon) =>
          checkService(integration, { ...parts, signal: soon }),
        );
        return message === undefined ? { kind: integration.kind } : { works: true, message };
      } catch (error) {
        const refused = refusalOf(error);
        if (!refused) throw error;
        return { works: false, message: refused.message };
      }
    },
  };
}

async function inTime<Value>(
  signal: AbortSignal,
  act: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  using deadline = openDeadline(signal, TIMEOUT_MS);
  try {
    return await act(deadline.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.isOver) throw error;
    const reason = `The service did not respond within ${TIMEOUT_MS / 1000} s.`;
    throw new MessagesNotGivenError(reason, { isLasting: false });
  }
}

/** Undefined if the error is a bug. */
function refusalOf(error: unknown): DomainError | undefined {
  if (error instanceof IntegrationDamagedError) {
    return new MessagesNotGivenError(error.message, { cause: error, isLasting: true });
  }
  if (error instanceof DomainError) return error;
  if (!(error instanceof MessagesUnavailableError)) return undefined;
  const isLasting = error.retry === 'never';
  return new MessagesNotGivenError(error.message, { cause: error, isLasting });
}
