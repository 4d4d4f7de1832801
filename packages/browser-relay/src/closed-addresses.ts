import { isIP } from 'node:net';
import { classifyAddress } from '@errand/egress-guard';
import type { Destination } from './read-socks-request.ts';
import type { NamedAddress, ResolveNames } from './resolve-names.ts';
import { isOfThisMachine } from './this-machine.ts';

/** What no browser reaches, whatever the operator allows: the parts of this installation. */
export interface ClosedAddresses {
  /** Without addresses, the name alone is compared. */
  readonly has: (destination: Destination, addresses: readonly NamedAddress[]) => Promise<boolean>;
  /** Closes these besides, in place of those of the call before. Throws on anything that is no address. */
  readonly replaceLearned: (entries: readonly string[]) => void;
  /** Closes a port of this machine until disposed. */
  readonly addPort: (port: number) => Disposable;
}

/** Reads `host:port`, `[address]:port`. An entry of this machine closes the port on all of its addresses. Throws on anything else. */
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
        // Public ones may serve other sites, too: those of a content delivery network, for example.
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
      `"${entry}" is no address such as 10.0.0.7:5432, db.intern:5432 or [fd00::7]:5432.`,
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

/** A resolver for names that gives an address back as it is. */
export function withLiterals(resolve: ResolveNames): ResolveNames {
  return async (host) => (isIP(host) ? [{ address: host, family: isIP(host) }] : resolve(host));
}
