import { isIP } from 'node:net';
import { classifyAddress } from '@errand/egress-guard';
import type { Destination } from './read-socks-request.ts';
import type { NamedAddress, ResolveNames } from './resolve-names.ts';
import { isOfThisMachine } from './this-machine.ts';

/**
 * Addresses that no task may reach, whatever the operator allows: the parts of this
 * installation.
 */
export interface ClosedAddresses {
  /** Without addresses, only the name is compared. */
  readonly has: (destination: Destination, addresses: readonly NamedAddress[]) => Promise<boolean>;
  /**
   * Also blocks these addresses, replacing those of the previous call. Throws on an invalid
   * address.
   */
  readonly replaceLearned: (entries: readonly string[]) => void;
  /** Blocks a port of this machine until disposed. */
  readonly addPort: (port: number) => Disposable;
}

/**
 * Parses `host:port` or `[address]:port`. An entry for this machine blocks the port on all its
 * addresses. Throws on anything else.
 */
export function readClosedAddresses(
  entries: readonly string[],
  resolve: ResolveNames,
): ClosedAddresses {
  const closed = entries.map(readEntry);
  let learned: readonly Destination[] = [];
  const ports = new Map<object, number>();
  return {
    async has(destination, addresses) {
      const { port } = destination;
      const isHere = addresses.some(({ address }) => isOfThisMachine(address));
      if (isHere && [...ports.values()].includes(port)) return true;
      for (const entry of [...closed, ...learned].filter((candidate) => candidate.port === port)) {
        if (entry.host === destination.host.replace(/\.$/, '')) return true;
        const own = addresses.length > 0 ? await resolve(entry.host).catch(() => []) : [];
        if (own.some(({ address }) => isOfThisMachine(address)) && isHere) return true;
        // Skips public addresses, which may serve other sites too, as in a content delivery
        // network.
        if (addresses.some(({ address }) => isNotPublic(address) && hasAddress(own, address)))
          return true;
      }
      return false;
    },
    replaceLearned(known) {
      learned = known.map(readEntry);
    },
    addPort(port) {
      const key = {};
      ports.set(key, port);
      return { [Symbol.dispose]: () => void ports.delete(key) };
    },
  };
}

function readEntry(entry: string): Destination {
  const url = URL.parse(`http://${entry}`);
  const port = Number(/:(\d{1,5})$/.exec(entry)?.[1] ?? 0);
  if (!url || url.pathname !== '/' || port === 0) {
    throw new TypeError(
      `"${entry}" is not an address such as 10.0.0.7:5432, db.intern:5432 or [fd00::7]:5432.`,
    );
  }
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, ''), port };
}

function isNotPublic(address: string): boolean {
  return classifyAddress(address) !== 'public';
}

function hasAddress(addresses: readonly NamedAddress[], wanted: string): boolean {
  return addresses.some(({ address }) => address === wanted);
}

/** Returns a resolver that leaves literal addresses unchanged. */
export function withLiterals(resolve: ResolveNames): ResolveNames {
  return async (host) => (isIP(host) ? [{ address: host, family: isIP(host) }] : resolve(host));
}
