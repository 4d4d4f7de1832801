import { createHash } from 'node:crypto';
import { serveVault, type VaultAnswer, type VaultServer } from './serve-vault.ts';

/** Values by vault, item and field label. */
export type ConnectVaults = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
>;

/** Serves the read operations of a 1Password Connect server, following 1Password's API document. */
export function startConnectServer(options: {
  readonly token: string;
  readonly vaults: ConnectVaults;
}): Promise<VaultServer> {
  return serveVault(({ method, url, headers }) => {
    if (method !== 'GET') return refuse(405, 'Method not allowed');
    if (headers.authorization !== `Bearer ${options.token}`) {
      return refuse(401, 'Invalid token signature');
    }
    return route(new URL(url ?? '', 'http://localhost'), options.vaults);
  });
}

function route({ pathname, searchParams }: URL, vaults: ConnectVaults): VaultAnswer {
  const matched = /^\/v1\/vaults(?:\/(\w*))?(?:\/items(?:\/(\w*))?)?$/.exec(pathname);
  if (!matched) return refuse(404, 'Not found');
  const [, vaultId = '', itemId = ''] = matched;
  const title = titleOf(searchParams.get('filter'));
  if (!pathname.includes('/items')) {
    const found = Object.keys(vaults).filter((name) => title === undefined || name === title);
    if (vaultId === '') return accept(found.map(describeVault));
    const name = Object.keys(vaults).find((known) => idOf(known) === vaultId);
    return name === undefined ? refuse(404, 'Vault not found') : accept(describeVault(name));
  }
  const vault = Object.entries(vaults).find(([name]) => idOf(name) === vaultId);
  if (!vault) return refuse(404, 'Vault not found');
  const items = Object.entries(vault[1]).map(([name, fields]) => ({
    summary: describeItem(name, vaultId),
    fields: Object.entries(fields).map(([label, value]) => describeField(label, value)),
  }));
  if (itemId === '') {
    const summaries = items.map(({ summary }) => summary);
    return accept(summaries.filter((item) => title === undefined || item.title === title));
  }
  const item = items.find(({ summary }) => summary.id === itemId);
  return item ? accept({ ...item.summary, fields: item.fields }) : refuse(404, 'Item not found');
}

/** Parses `title eq "Portal login"`, a SCIM filter. */
function titleOf(filter: string | null): string | undefined {
  if (filter === null) return undefined;
  const quoted = /^title eq (".*")$/.exec(filter)?.[1];
  if (quoted === undefined) throw new Error(`The filter ${filter} is not supported.`);
  return String(JSON.parse(quoted));
}

function describeVault(name: string) {
  return { id: idOf(name), name, attributeVersion: 1, contentVersion: 1, type: 'USER_CREATED' };
}

function describeItem(title: string, vaultId: string) {
  const id = idOf(`${vaultId}/${title}`);
  return { id, title, vault: { id: vaultId }, category: 'LOGIN', version: 1 };
}

/** Describes a field. A label ending in `#2` is a second field with the same label. */
function describeField(label: string, value: string) {
  const type = label === 'password' ? 'CONCEALED' : 'STRING';
  return { id: idOf(label), label: label.replace(/#\d$/, ''), type, value };
}

/** Returns 26 lower-case letters and digits, like all ids of 1Password. */
function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 26);
}

function accept(body: unknown): VaultAnswer {
  return { status: 200, body };
}

function refuse(status: number, message: string): VaultAnswer {
  return { status, body: { status, message } };
}
