import type { Client } from '@1password/sdk';
import { abortable, isRecord } from '@errand/foundation';
import type { ServiceAccountCredentials } from './secret-credentials.ts';
import type { OnePasswordReference } from './secret-reference.ts';
import type { SecretSource } from './secret-source.ts';

const MOST_CLIENTS = 20;
/** Cached because a client's login takes a second; the oldest is evicted. */
const clients = new Map<string, Promise<Client>>();
const TOKEN_PREFIX = 'ops_';
const ADDRESS_OF_1PASSWORD = /^(?:https:\/\/)?(?:[a-z\d-]+\.)+1password\.(?:ca|com|eu)\/?$/i;

/** Reads a field of an item from 1password.com. Throws what `refuse` returns. */
export async function readServiceAccountField(
  { vaultName, itemName, fieldName }: OnePasswordReference,
  { token }: ServiceAccountCredentials,
  { signal, refuse }: Pick<SecretSource, 'signal' | 'refuse'>,
): Promise<string> {
  const place = `the field "${fieldName}" in the item "${itemName}" of the vault "${vaultName}" of 1Password`;
  const unsafe = /[/?#%]/.exec(`${vaultName}${itemName}${fieldName}`)?.[0];
  if (unsafe !== undefined) {
    throw refuse(
      `${place} has a "${unsafe}" in its name, which a service account cannot request: use ids.`,
    );
  }
  const refuseToken = (why: string) => refuse(`${why}, so ${place} cannot be requested.`);
  const notAccepted = '1Password does not accept OP_SERVICE_ACCOUNT_TOKEN';
  const content = readToken(token.reveal());
  if (!content) throw refuseToken(notAccepted);
  if (!isOf1Password(content)) {
    throw refuseToken('the address in the token is not one of 1Password');
  }
  const client = await abortable(clientOf(writeToken(content)), signal).catch(() => {
    signal.throwIfAborted();
    throw refuseToken(notAccepted);
  });
  const asked = client.secrets.resolve(`op://${vaultName}/${itemName}/${fieldName}`);
  const value = await abortable(asked, signal).catch(() => {
    signal.throwIfAborted();
    throw refuse(`${place} does not exist, or the service account may not see it.`);
  });
  if (value === '') throw refuse(`${place} is empty.`);
  return value;
}

type TokenContent = Readonly<Record<string, unknown>>;

/** Undefined for text that is not a token. */
function readToken(token: string): TokenContent | undefined {
  if (!token.startsWith(TOKEN_PREFIX)) return undefined;
  try {
    const bytes = Buffer.from(token.slice(TOKEN_PREFIX.length), 'base64url');
    const content: unknown = JSON.parse(bytes.toString('utf8'));
    return isRecord(content) ? content : undefined;
  } catch {
    // The parser's message would show the start of the token.
    return undefined;
  }
}

/**
 * A token contains the address to which the SDK sends its requests, without any egress rule.
 * Clients supply tokens, so they would otherwise choose a host inside the operator's network.
 */
function isOf1Password({ signInAddress }: TokenContent): boolean {
  return typeof signInAddress === 'string' && ADDRESS_OF_1PASSWORD.test(signInAddress);
}

/** The SDK gets the content that was checked, however its own parser would read the original. */
function writeToken(content: TokenContent): string {
  return `${TOKEN_PREFIX}${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
}

function clientOf(token: string): Promise<Client> {
  const known = clients.get(token);
  if (known) return known;
  const made = openClient(token);
  const [oldest] = clients.keys();
  if (clients.size >= MOST_CLIENTS && oldest !== undefined) clients.delete(oldest);
  clients.set(token, made);
  made.catch(() => clients.delete(token));
  return made;
}

/**
 * Opens a client. The SDK is loaded on first use, because it is a WebAssembly module of several
 * megabytes.
 */
async function openClient(token: string): Promise<Client> {
  const { createClient } = await import('@1password/sdk');
  return createClient({
    auth: token,
    integrationName: 'Errand',
    integrationVersion: '0.1.0',
  });
}
