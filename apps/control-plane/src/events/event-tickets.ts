import { type Sealer, SealedValueError } from '@errand/secrets';
import { z } from 'zod';
import type { ApiKeyScope } from '../http/api-key-scope.ts';
import { DomainError } from '../http/domain-error.ts';
import { UnauthorizedError } from '../http/http-errors.ts';
import { sealedContext } from '../database/sealed-context.ts';

const TICKET_SECONDS = 300;

/** Who may open the stream: the owner of the API key that requested the ticket. */
export interface TicketOwner {
  readonly accountId: string;
  readonly apiKeyId: string;
}

/** Looks up the keys of an account, as tickets need it. */
interface KnownKeys {
  /** Throws when there is no such key. */
  readonly get: (
    accountId: string,
    apiKeyId: string,
  ) => Promise<{ readonly status: string; readonly scopes: readonly ApiKeyScope[] }>;
}

/** The id of the object that a ticket is for, keyed by its collection. */
type Followed = { readonly tasks: string } | { readonly sessions: string };

/**
 * Tickets that open the events of a task, a debug session or an account, in a URL instead of an API
 * key.
 */
export interface EventTickets {
  /** Returns a ticket that opens the events and the trace of a task until `expiresAt`. */
  readonly issue: (
    owner: TicketOwner,
    taskId?: string,
  ) => { readonly ticket: string; readonly expiresAt: Date };
  /**
   * Returns a URL for any number of connections until `expiresAt`. Without a task or a debug
   * session, it opens the events of the account.
   */
  readonly createUrl: (
    owner: TicketOwner,
    followed?: Followed,
  ) => { readonly url: string; readonly expiresAt: Date };
  /**
   * Returns the owner of a ticket for this task, or for an account, with the current scopes of the
   * API key. Throws UnauthorizedError.
   */
  readonly redeem: (
    ticket: string,
    taskId?: string,
  ) => Promise<TicketOwner & { readonly scopes: readonly ApiKeyScope[] }>;
}

const claims = z.object({ account: z.uuid(), key: z.uuid(), until: z.number() });

/**
 * Tickets are sealed values, so every replica can open them and they reveal nothing. The task is
 * their context: a ticket does not open another task, and a ticket for an account opens none.
 */
export function createEventTickets(parts: {
  readonly sealer: Sealer;
  readonly apiKeys: KnownKeys;
  readonly publicUrl: string;
  readonly now?: () => Date;
}): EventTickets {
  const { sealer, apiKeys, now = () => new Date() } = parts;
  const base = parts.publicUrl.replace(/\/+$/, '');
  const issue: EventTickets['issue'] = ({ accountId, apiKeyId }, taskId) => {
    const until = Math.floor(now().getTime() / 1000) + TICKET_SECONDS;
    const content = { account: accountId, key: apiKeyId, until };
    const ticket = sealer.seal(content, sealedContext.eventsTicket(taskId));
    return { ticket, expiresAt: new Date(until * 1000) };
  };
  return {
    issue,
    createUrl(owner, followed) {
      const [place] = Object.entries(followed ?? {});
      const { ticket, expiresAt } = issue(owner, place?.[1]);
      const path = place ? `${place.join('/')}/` : '';
      return { url: `${base}/api/v1/${path}events?ticket=${ticket}`, expiresAt };
    },
    async redeem(ticket, taskId) {
      const { account, key, until } = open(sealer, ticket, taskId);
      if (until * 1000 <= now().getTime()) {
        throw new UnauthorizedError('The ticket has expired: request a new URL for the events.');
      }
      const { status, scopes } = await apiKeys.get(account, key).catch(refuseMissing);
      if (status === 'valid') return { accountId: account, apiKeyId: key, scopes };
      throw new UnauthorizedError(`The API key of the ticket is ${status}: use another key.`);
    },
  };
}

/** The key is gone with its account. */
function refuseMissing(error: unknown): never {
  if (!(error instanceof DomainError) || error.status !== 404) throw error;
  throw new UnauthorizedError('The API key of the ticket does not exist.', { cause: error });
}

function open(sealer: Sealer, ticket: string, taskId: string | undefined): z.output<typeof claims> {
  try {
    return claims.parse(sealer.unseal(ticket, sealedContext.eventsTicket(taskId?.toLowerCase())));
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error;
    const valid =
      taskId === undefined
        ? 'for the events of an account: use a URL of GET /api/v1/events/url.'
        : 'for this task: use a URL of GET /api/v1/tasks/{task_id}/events/url, or of .../trace/url for its trace.';
    throw new UnauthorizedError(`The ticket is not valid ${valid}`, { cause: error });
  }
}
