import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface NamedAddress {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a name. Throws an error with a `code` when there are none. */
export type ResolveNames = (name: string) => Promise<readonly NamedAddress[]>;

const LOOPBACK: readonly NamedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
const HOSTS_FILE = '/etc/hosts';
const TRY_MS = 3_000;
const TRIES = 3;
/** Chromium's own cache time for results of the system's resolver. */
const KEPT_MS = 60_000;
const MOST_KEPT = 2_000;
/**
 * Name server errors after which the system's resolver may still know the name, through its search
 * list for example.
 */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED', 'ESERVFAIL']);

/**
 * Creates a resolver for the names that pages request. It tries the hosts file, then the name
 * servers, then the system's resolver, one name at a time: the last has few threads, and a page
 * with a thousand slow names must not take those that the worker needs.
 */
export function createNameResolver(): ResolveNames {
  const servers = new Resolver({ timeout: TRY_MS, tries: TRIES });
  const askSystem = oneAtATime((name) => lookup(name, { all: true }));
  return remember(async (name) => {
    const plain = name.replace(/\.$/, '').toLowerCase();
    if (plain === 'localhost' || plain.endsWith('.localhost')) return LOOPBACK;
    const written = await readHostsFile(plain);
    if (written.length > 0) return written;
    try {
      return await askServers(servers, name);
    } catch (error) {
      if (!(Error.isError(error) && 'code' in error && UNKNOWN.has(String(error.code))))
        throw error;
      return askSystem(name);
    }
  });
}

async function readHostsFile(name: string): Promise<readonly NamedAddress[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(name) && isIP(address) ? [{ address, family: isIP(address) }] : [];
  });
}

async function askServers(servers: Resolver, name: string): Promise<readonly NamedAddress[]> {
  const [v4, v6] = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length > 0) return found;
  throw v4.status === 'rejected' ? v4.reason : new Error(`${name} has no address.`);
}

function oneAtATime(ask: ResolveNames): ResolveNames {
  let last: Promise<unknown> = Promise.resolve();
  return (name) => {
    const asked = last.then(() => ask(name));
    last = asked.catch(() => undefined);
    return asked;
  };
}

/** Caches results. Failures are not cached, and concurrent queries are shared. */
function remember(ask: ResolveNames): ResolveNames {
  const kept = new Map<string, { readonly answer: ReturnType<ResolveNames>; until: number }>();
  return (name) => {
    const known = kept.get(name);
    if (known && known.until > performance.now()) return known.answer;
    const entry = { answer: ask(name), until: performance.now() + KEPT_MS };
    kept.delete(name);
    kept.set(name, entry);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    entry.answer.catch(() => kept.get(name) === entry && kept.delete(name));
    return entry.answer;
  };
}
