import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify, promisify } from 'node:util';

/** How long a connection waits for the resolver when it knows earlier addresses. */
const PATIENCE_MS = 500;
/** How long addresses are used while the resolver is silent; another machine may get them. */
const SILENCE_MS = 60_000;

type Resolve = (host: string, family: number) => Promise<readonly LookupAddress[]>;

interface Known {
  readonly addresses: readonly LookupAddress[];
  /** Time of the first query since the last response. */
  readonly askedAt?: number;
}

/**
 * Creates a lookup of host names that returns the last known addresses while the resolver is
 * silent or fails. Resolvers of container networks lose queries while a container starts or ends;
 * the system then waits for five seconds and looks up two names at a time, so that heartbeats would
 * queue for longer than a lease. One query per name is open at a time.
 */
export function createSteadyLookup(
  resolve: Resolve = askSystem,
  now: () => number = () => performance.now(),
): LookupFunction {
  const known = new Map<string, Known>();
  const open = new Map<string, Promise<readonly LookupAddress[]>>();
  const ask = (host: string, family: number): Promise<readonly LookupAddress[]> => {
    const key = `${host} ${family}`;
    const asked = open.get(key);
    if (asked) return asked;
    const asking = resolve(host, family)
      .then((addresses) => {
        known.set(key, { addresses });
        return addresses;
      })
      .finally(() => open.delete(key));
    open.set(key, asking);
    return asking;
  };
  const find = async (host: string, family: number): Promise<readonly LookupAddress[]> => {
    const asking = ask(host, family);
    const key = `${host} ${family}`;
    const earlier = known.get(key);
    if (!earlier) return asking;
    // The addresses may be old: connections that stay open need no lookup for hours.
    const { addresses, askedAt = now() } = earlier;
    known.set(key, { addresses, askedAt });
    return now() - askedAt > SILENCE_MS ? asking : firstOf(asking, addresses);
  };
  const findLater = callbackify(find);
  return (host, { all = false, family }, callback) =>
    findLater(host, toNumber(family), (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, '');
      else if (all) callback(null, [...addresses]);
      else callback(null, first?.address ?? '', first?.family);
    });
}

/** Returns the response, or `earlier` if there is none in time. */
async function firstOf(
  asking: Promise<readonly LookupAddress[]>,
  earlier: readonly LookupAddress[],
): Promise<readonly LookupAddress[]> {
  const { promise: outOfPatience, resolve } = Promise.withResolvers<typeof earlier>();
  const timer = setTimeout(() => resolve(earlier), PATIENCE_MS);
  try {
    return await Promise.race([asking.catch(() => earlier), outOfPatience]);
  } finally {
    clearTimeout(timer);
  }
}

function toNumber(family: number | 'IPv4' | 'IPv6' | undefined): number {
  if (family === 'IPv4') return 4;
  return family === 'IPv6' ? 6 : (family ?? 0);
}

async function askSystem(host: string, family: number): Promise<readonly LookupAddress[]> {
  return promisify(lookup)(host, { all: true, family });
}
