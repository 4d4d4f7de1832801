import { isIP, type Socket } from 'node:net';
import {
  classifyAddress,
  createEgressGuard,
  EgressBlockedError,
  EgressFailedError,
  type ResolvedAddresses,
} from '@errand/egress-guard';
import { AddressRefusedError } from './address-refused-error.ts';
import { readClosedAddresses, withLiterals } from './closed-addresses.ts';
import { createPeerCheck } from './peer-check.ts';
import type { Destination } from './read-socks-request.ts';
import { createNameResolver, type ResolveNames } from './resolve-names.ts';
import { isOfThisMachine } from './this-machine.ts';

interface BrowserNetworkOptions {
  /** Lets browsers reach loopback and private networks. Link-local, metadata and reserved addresses stay closed. */
  readonly allowPrivateAddresses: boolean;
  /** Host names, addresses and ranges (`10.1.0.0/16`) that browsers reach whatever they are. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** `host:port` of the parts of this installation: closed in any case. Default: none. */
  readonly closedAddresses?: readonly string[];
  /** Default: hosts file, name servers, the system's resolver. */
  readonly resolve?: ResolveNames;
}

/** Where the browsers of a process may go. Their relays share it. */
export interface BrowserNetwork {
  /**
   * The addresses that a connection may be made to. Throws AddressRefusedError, an `EgressError` for a name that leads
   * nowhere, and the signal's reason.
   */
  readonly resolve: (destination: Destination, signal: AbortSignal) => Promise<ResolvedAddresses>;
  /** For a destination that an upstream proxy resolves. Throws AddressRefusedError for addresses, and for our own names. */
  readonly checkUnresolved: (destination: Destination, signal: AbortSignal) => Promise<void>;
  /** Whether the other end of a loopback connection is a process of this user. */
  readonly isOwnPeer: (socket: Socket) => Promise<boolean>;
  /** Closes parts of this installation that became known later, `host:port`, in place of those of the call before. Throws TypeError. */
  readonly closeAddresses: (addresses: readonly string[]) => void;
  /** Closes a port of this machine to all browsers until disposed. */
  readonly closePort: (port: number) => Disposable;
}

export function createBrowserNetwork(options: BrowserNetworkOptions): BrowserNetwork {
  const { allowPrivateAddresses, allowedHosts = [], closedAddresses = [] } = options;
  const { resolve: resolveNames = createNameResolver() } = options;
  const guard = createEgressGuard({ allowPrivateAddresses, allowedHosts, resolve: resolveNames });
  const closed = readClosedAddresses(closedAddresses, withLiterals(resolveNames));
  const resolve: BrowserNetwork['resolve'] = async (destination, signal) => {
    const { host } = canonical(destination);
    const addresses = await guard.resolve(host, signal).catch((error: unknown) => {
      if (!(error instanceof EgressBlockedError)) throw error;
      throw new AddressRefusedError(destination, error.isPrivate ? 'private' : 'reserved');
    });
    if (await closed.has({ ...destination, host }, addresses))
      throw new AddressRefusedError(destination, 'own');
    // Not even a host that the operator names may be of a metadata service.
    const known = addresses.filter(({ address }) => classifyAddress(address) !== 'reserved');
    if (known.length === 0) throw new AddressRefusedError(destination, 'reserved');
    const [open, ...others] = known.filter(
      (address) => allowPrivateAddresses || !isHidden(address),
    );
    if (!open) throw new AddressRefusedError(destination, 'private');
    return [open, ...others];
  };
  return {
    resolve,
    async checkUnresolved(destination, signal) {
      const { host, port } = canonical(destination);
      if (isIP(host) || isLocalName(host)) await resolve(destination, signal);
      else if (await closed.has({ host, port }, []))
        throw new AddressRefusedError(destination, 'own');
    },
    isOwnPeer: createPeerCheck(),
    closeAddresses: closed.replaceLearned,
    closePort: closed.addPort,
  };
}

/** A public address of this machine leads to what listens on all of its addresses. */
function isHidden({ address }: { readonly address: string }): boolean {
  return classifyAddress(address) === 'public' && isOfThisMachine(address);
}

/** 127.1, 0x7f.1 and 2130706433 are addresses, too; not all that browsers connect to comes from a URL. */
function canonical({ host, port }: Destination): Destination {
  const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}/`);
  if (!url) throw new EgressFailedError(`"${host}" is no host name`);
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port };
}

function isLocalName(host: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(host);
}
