import { isIP, type LookupFunction } from 'node:net';
import { lookup } from 'node:dns/promises';
import { type AddressClass, classifyAddress } from './address-class.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { EgressBlockedError, EgressFailedError } from './egress-errors.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** At least one. */
export type ResolvedAddresses = readonly [ResolvedAddress, ...ResolvedAddress[]];

/** Returns all addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Where a connection goes. If `port` is undefined, only the caller knows the port. */
export interface Destination {
  readonly host: string;
  readonly port: number | undefined;
}

/**
 * Returns those of the allowed addresses that may be used. Throws EgressBlockedError if there is
 * none.
 */
export type Narrow = (
  destination: Destination,
  addresses: ResolvedAddresses,
) => Promise<ResolvedAddresses>;

export interface AddressPolicy {
  readonly resolve: Resolve;
  readonly openClasses: ReadonlySet<AddressClass>;
  readonly allowedHosts: AllowedHosts;
  readonly narrow: Narrow;
}

export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/** Returns the allowed addresses of a host, resolved once. Throws when there is none. */
export async function resolveHost(
  { hostname, port }: { readonly hostname: string; readonly port?: number | undefined },
  policy: AddressPolicy,
): Promise<ResolvedAddresses> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolveName(host, policy.resolve);
  const isNameAllowed = policy.allowedHosts.hasName(host);
  const allowed = addresses.filter(
    ({ address }) =>
      isNameAllowed ||
      policy.openClasses.has(classifyAddress(address)) ||
      policy.allowedHosts.hasAddress(address),
  );
  const [first, ...others] = allowed;
  if (!first) {
    const isPrivate = addresses.some(({ address }) => classifyAddress(address) === 'private');
    throw new EgressBlockedError('address', { isPrivate });
  }
  return policy.narrow({ host, port }, [first, ...others]);
}

async function resolveName(host: string, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw new EgressFailedError('its host name is unknown', { cause: error });
  }
}

/**
 * Returns a lookup function for sockets that returns only the checked addresses, so that no name
 * is resolved twice.
 */
export function pinnedLookup(
  addresses: readonly [ResolvedAddress, ...ResolvedAddress[]],
): LookupFunction {
  const [first] = addresses;
  return (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
