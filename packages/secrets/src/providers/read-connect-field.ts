import type { OnePasswordConnect } from '@1password/connect';
import type { ConnectCredentials } from './secret-credentials.ts';
import type { OnePasswordReference } from './secret-reference.ts';
import type { Refuse, SecretSource } from './secret-source.ts';

type Connect = ReturnType<typeof OnePasswordConnect>;
type Field = NonNullable<Awaited<ReturnType<Connect['getItem']>>['fields']>[number];

/** The server did not return what was requested. */
class ConnectAnswerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The Connect server responded with status ${status}.`);
    this.status = status;
  }
}

/** Reads a field of an item from a 1Password Connect server. Throws what `refuse` returns. */
export async function readConnectField(
  reference: OnePasswordReference,
  credentials: ConnectCredentials,
  { signal, refuse }: Pick<SecretSource, 'signal' | 'refuse'>,
): Promise<string> {
  const { vaultName, itemName } = reference;
  const connect = await openConnect(credentials, signal);
  const place = `the vault "${vaultName}" of 1Password`;
  // Another server at the address does not have the list of vaults.
  const ifMissing = ` Or no Connect server has this address: check ${ADDRESS}.`;
  const vault = await ask(connect.getVault(inFilter(vaultName)), { place, ifMissing }, refuse);
  const item = await ask(
    connect.getItem(vault.id ?? '', inFilter(itemName)),
    { place: `the item "${itemName}" in ${place}` },
    refuse,
  );
  return valueOf(item.fields ?? [], reference, refuse);
}

/** Escapes a name, because the library inserts names unescaped into its filter and URL. */
function inFilter(name: string): string {
  return encodeURIComponent(JSON.stringify(name).slice(1, -1));
}

/**
 * Replaces the library's own client, which does not support signals. The library is loaded on first
 * use, because it is large.
 */
async function openConnect(
  { url, token, egress }: ConnectCredentials,
  signal: AbortSignal,
): Promise<Connect> {
  const { OnePasswordConnect } = await import('@1password/connect');
  return OnePasswordConnect({
    serverURL: url,
    token: token.reveal(),
    httpClient: {
      defaultTimeout: 0,
      async request(method, address, { authToken }) {
        const headers = { authorization: `Bearer ${authToken}` };
        if (egress) return askThrough(egress, address, { headers, signal });
        const response = await fetch(address, { method, headers, signal, redirect: 'error' });
        if (!response.ok) {
          await response.body?.cancel();
          throw new ConnectAnswerError(response.status);
        }
        return { status: response.status, data: await response.json() };
      },
    },
  });
}

/** Only sends GET requests, and treats a redirect as an error. */
async function askThrough(
  egress: NonNullable<ConnectCredentials['egress']>,
  address: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<{ status: number; data: unknown }> {
  const { status, body } = await egress.request(address, request);
  if (status !== 200) throw new ConnectAnswerError(status);
  return { status, data: JSON.parse(Buffer.from(body).toString('utf8')) };
}

async function ask<Answer>(
  asked: Promise<Answer>,
  { place, ifMissing = '' }: { readonly place: string; readonly ifMissing?: string },
  refuse: Refuse,
): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (Error.isError(error) && error.name === 'AbortError') throw error;
    if (Error.isError(error) && error.name === 'TimeoutError') throw error;
    if (error instanceof SyntaxError) throw refuse(describeStranger(place));
    const status = statusOf(error);
    throw refuse(explain(status, place) + (status === 404 ? ifMissing : ''));
  }
}

/**
 * Reads the status of an error: the library rejects with plain objects when a name has no match or
 * several.
 */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}

/** Where the address of the Connect server is set. */
const ADDRESS = "ONEPASSWORD_CONNECT_URL, or the connect_url of the account's integration";

/** For example, a proxy has responded with a sign-in page. */
function describeStranger(place: string): string {
  return `the response for ${place} is not JSON, so it is not from a Connect server. Check ${ADDRESS}.`;
}

function explain(status: number | undefined, place: string): string {
  if (status === undefined) {
    return `the Connect server could not be reached for ${place}. Check ${ADDRESS}.`;
  }
  if (status === 404) return `${place} does not exist, or the Connect token may not see it.`;
  if (status === 400)
    return `${place} cannot be distinguished from others of this name: rename one of them.`;
  if (status === 401 || status === 403) {
    return `the Connect server responded with status ${status} for ${place}. Check what the Connect token may see.`;
  }
  return `the Connect server responded with status ${status} for ${place}.`;
}

function valueOf(
  fields: readonly Field[],
  { vaultName, itemName, fieldName }: OnePasswordReference,
  refuse: Refuse,
): string {
  const labelled = fields.filter(({ label }) => label === fieldName);
  const found = labelled.length > 0 ? labelled : fields.filter(({ id }) => id === fieldName);
  const place = `field "${fieldName}" in the item "${itemName}" of the vault "${vaultName}" of 1Password`;
  if (found.length > 1)
    throw refuse(`there are ${found.length} of the ${place}: rename one of them.`);
  const [field] = found;
  if (!field) throw refuse(`there is no ${place}.`);
  if (field.value === undefined || field.value === '') throw refuse(`the ${place} is empty.`);
  return field.value;
}
