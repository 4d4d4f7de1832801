import { isIP, type Socket } from 'node:net';
import {
  classifyAddress,
  createEgressGuard,
  type EgressGuard,
  EgressBlockedError,
  EgressFailedError,
  type ResolvedAddresses,
} from '@errand/egress-guard';
import { AddressRefusedError } from './address-refused-error.ts';
import { type ClosedAddresses, readClosedAddresses, withLiterals } from './closed-addresses.ts';
import { createPeerCheck } from './peer-check.ts';
import type { Destination } from './read-socks-request.ts';
import { createNameResolver, type ResolveNames } from './resolve-names.ts';
import { isOfThisMachine } from './this-machine.ts';

interface BrowserNetworkOptions {
  /**
   * Allows tasks to reach loopback and private networks. Link-local, metadata and reserved
   * addresses stay blocked.
   */
  readonly allowPrivateAddresses: boolean;
  /**
   * Host names, addresses and ranges (`10.1.0.0/16`) that tasks may always reach. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /** `host:port` of the parts of this installation, which are always blocked. Default: none. */
  readonly closedAddresses?: readonly string[];
  /** Default: hosts file, name servers, the system's resolver. */
  readonly resolve?: ResolveNames;
}

/** Network policy for the tasks of a process: their browsers, and requests outside browsers. */
export interface BrowserNetwork {
  /**
   * Returns the addresses to which a connection is allowed. Throws AddressRefusedError, an
   * `EgressError` for an unresolvable name, and the signal's reason.
   */
  readonly resolve: (destination: Destination, signal: AbortSignal) => Promise<ResolvedAddresses>;
  /**
   * Checks a destination that an upstream proxy resolves. Throws AddressRefusedError for blocked
   * addresses and for names of this installation.
   */
  readonly checkUnresolved: (destination: Destination, signal: AbortSignal) => Promise<void>;
  /** Makes requests for tasks outside their browsers, under the same rules. */
  readonly outside: EgressGuard;
  /** Returns whether the peer of a loopback connection is a process of this user. */
  readonly isOwnPeer: (socket: Socket) => Promise<boolean>;
  /**
   * Blocks parts of this installation (`host:port`) that became known later, replacing those of the
   * previous call. Throws TypeError.
   */
  readonly closeAddresses: (addresses: readonly string[]) => void;
  /** Blocks a port of this machine until disposed. */
  readonly closePort: (port: number) => Disposable;
}

export function createBrowserNetwork(options: BrowserNetworkOptions): BrowserNetwork {
  const { allowPrivateAddresses, allowedHosts = [], closedAddresses = [] } = options;
  const { resolve: resolveNames = createNameResolver() } = options;
  const usual = { allowPrivateAddresses, allowedHosts, resolve: resolveNames };
  const guard = createEgressGuard(usual);
  const closed = readClosedAddresses(closedAddresses, withLiterals(resolveNames));
  const narrow = narrowBy(closed, { allowPrivateAddresses });
  const resolve: BrowserNetwork['resolve'] = async (destination, signal) => {
    const { host } = canonical(destination);
    const addresses = await guard.resolve(host, signal).catch((error: unknown) => {
      if (!(error instanceof EgressBlockedError)) throw error;
      throw new AddressRefusedError(destination, error.isPrivate ? 'private' : 'reserved');
    });
    return narrow({ ...destination, host }, addresses);
  };
  return {
    resolve,
    async checkUnresolved(destination, signal) {
      const { host, port } = canonical(destination);
      if (isIP(host) || isLocalName(host)) await resolve(destination, signal);
      else if (await closed.has({ host, port }, []))
        throw new AddressRefusedError(destination, 'own');
    },
    outside: createEgressGuard({
      ...usual,
      // No part of this installation has port 0.
      narrow: ({ host, port = 0 }, addresses) =>
        narrow({ host, port }, addresses).catch(throwAsBlocked),
    }),
    isOwnPeer: createPeerCheck(),
    closeAddresses: closed.replaceLearned,
    closePort: closed.addPort,
  };
}

type Narrow = (
  destination: Destination,
  addresses: ResolvedAddresses,
) => Promise<ResolvedAddresses>;

/** Returns a filter for the addresses that tasks may reach. It throws AddressRefusedError. */
function narrowBy(
  closed: ClosedAddresses,
  { allowPrivateAddresses }: Pick<BrowserNetworkOptions, 'allowPrivateAddresses'>,
): Narrow {
  return async (destination, addresses) => {
    if (await closed.has(destination, addresses)) throw new AddressRefusedError(destination, 'own');
    // A metadata service stays blocked even if the operator allows its host.
    const known = addresses.filter(({ address }) => classifyAddress(address) !== 'reserved');
    if (known.length === 0) throw new AddressRefusedError(destination, 'reserved');
    const [open, ...others] = known.filter(
      (address) => allowPrivateAddresses || !isHidden(address),
    );
    if (!open) throw new AddressRefusedError(destination, 'private');
    return [open, ...others];
  };
}

function throwAsBlocked(error: unknown): never {
  if (!(error instanceof AddressRefusedError)) throw error;
  const isPrivate = error.reason === 'private';
  throw new EgressBlockedError(error.reason === 'own' ? 'own' : 'address', { isPrivate });
}

/** A public address of this machine would reach services that listen on all its addresses. */
function isHidden({ address }: { readonly address: string }): boolean {
  return classifyAddress(address) === 'public' && isOfThisMachine(address);
}

/**
 * Normalises a host: 127.1, 0x7f.1 and 2130706433 are addresses too, and not everything that
 * browsers connect to comes from a URL.
 */
function canonical({ host, port }: Destination): Destination {
  const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}/`);
  if (!url) throw new EgressFailedError(`"${host}" is not a host name`);
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port };
}

function isLocalName(host: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(host);
}
