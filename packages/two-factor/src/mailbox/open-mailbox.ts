import type { EgressGuard } from '@errand/egress-guard';
import type { ImapFlow } from 'imapflow';
import { MessagesUnavailableError } from '../two-factor-errors.ts';
import type { Mailbox } from './mailbox.ts';

/** Limits for one response and for all of them, in bytes, because users choose the host. */
const MAX_ANSWER_BYTES = 1_048_576;
const MAX_BYTES = 8_388_608;
const BYTES_CHECK_MS = 100;
/** Response codes that refuse a login temporarily; any other refusal is permanent. */
const BUSY = new Set(['ALERT', 'INUSE', 'LIMIT', 'SERVERBUG', 'THROTTLED', 'UNAVAILABLE']);

/** A logged-in mailbox. Disposing ends the connection. */
export interface OpenMailbox extends Disposable {
  readonly client: ImapFlow;
}

export interface MailboxAccess {
  /** Resolves the host to allowed addresses. */
  readonly egress: Pick<EgressGuard, 'resolve'>;
  readonly signal: AbortSignal;
}

/**
 * Connects to a checked address and verifies the certificate against the name. Throws
 * MessagesUnavailableError.
 */
export async function openMailbox(
  mailbox: Mailbox,
  { egress, signal }: MailboxAccess,
): Promise<OpenMailbox> {
  const { emailAddress, host } = mailbox;
  try {
    const [{ address }] = await egress.resolve(host, signal);
    const client = await createClient(mailbox, address);
    signal.throwIfAborted();
    // The caller that awaits a command receives the error too.
    client.on('error', () => undefined);
    const close = (): void => client.close();
    signal.addEventListener('abort', close);
    const watch = setInterval(() => {
      if (client.stats().received > MAX_BYTES) close();
    }, BYTES_CHECK_MS);
    const opened = {
      client,
      [Symbol.dispose]() {
        signal.removeEventListener('abort', close);
        clearInterval(watch);
        client.close();
      },
    };
    try {
      await client.connect();
    } catch (error) {
      opened[Symbol.dispose]();
      throw error;
    }
    return opened;
  } catch (error) {
    signal.throwIfAborted();
    const place = `The mailbox ${emailAddress} cannot be read`;
    throw new MessagesUnavailableError(`${place}: ${explain(error, host)}`, {
      cause: error,
      retry: isRefusal(error) ? 'never' : 'automation',
    });
  }
}

/** The library is loaded on first use, because it is large. */
async function createClient(mailbox: Mailbox, address: string): Promise<ImapFlow> {
  const { host, port, security, username, password } = mailbox;
  const imapflow = await import('imapflow');
  return new imapflow.ImapFlow({
    host: address,
    port,
    ...(address === host ? {} : { servername: host }),
    ...(security === 'tls' ? { secure: true } : { secure: false, doSTARTTLS: true }),
    auth: { user: username, pass: password },
    disableAutoIdle: true,
    maxLineLength: MAX_ANSWER_BYTES,
    maxLiteralSize: MAX_ANSWER_BYTES,
    maxResponseSize: 2 * MAX_ANSWER_BYTES,
    logger: false,
  });
}

function explain(error: unknown, host: string): string {
  if (!Error.isError(error)) return `${host} did not respond.`;
  if ('authenticationFailed' in error && error.authenticationFailed === true) {
    return `${host} refused the user name or password. Correct them in the integration.`;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (code === 'egress_blocked') return error.message;
  return `${host} could not be reached (${code}). Check host, port and security of the integration.`;
}

/**
 * Returns whether the refusal is permanent: a wrong password stays wrong, and servers lock out
 * repeated attempts.
 */
function isRefusal(error: unknown): boolean {
  if (!Error.isError(error)) return false;
  if ('code' in error && error.code === 'egress_blocked') return true;
  if (!('authenticationFailed' in error) || error.authenticationFailed !== true) return false;
  const word = 'serverResponseCode' in error ? error.serverResponseCode : undefined;
  return typeof word !== 'string' || !BUSY.has(word);
}
