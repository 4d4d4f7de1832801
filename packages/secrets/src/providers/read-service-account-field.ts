import type { Client } from '@1password/sdk';
import { abortable } from '@errand/foundation';
import type { ServiceAccountCredentials } from './secret-credentials.ts';
import type { OnePasswordReference } from './secret-reference.ts';
import type { SecretSource } from './secret-source.ts';

const MOST_CLIENTS = 20;
/** Cached because a client's login takes a second; the oldest is evicted. */
const clients = new Map<string, Promise<Client>>();

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
  const client = await abortable(clientOf(token.reveal()), signal).catch(() => {
    signal.throwIfAborted();
    throw refuse(
      `1Password does not accept OP_SERVICE_ACCOUNT_TOKEN, so ${place} cannot be requested.`,
    );
  });
  const asked = client.secrets.resolve(`op://${vaultName}/${itemName}/${fieldName}`);
  const value = await abortable(asked, signal).catch(() => {
    signal.throwIfAborted();
    throw refuse(`${place} does not exist, or the service account may not see it.`);
  });
  if (value === '') throw refuse(`${place} is empty.`);
  return value;
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
