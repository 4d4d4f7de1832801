import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export type IsAllowedAddress = (address: string) => boolean;

/** A callback address leads to a machine that the operator does not let callbacks reach. */
export class AddressRefusedError extends Error {
  readonly code = 'address-refused';

  constructor(host: string) {
    super(
      `"${host}" is a private, loopback or reserved address. Callbacks reach public addresses only, unless ALLOW_PRIVATE_ADDRESSES is set.`,
    );
    this.name = new.target.name;
  }
}

const RESERVED_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6');

const RESERVED = new BlockList();
for (const [network, prefix] of RESERVED_IPV4) RESERVED.addSubnet(network, prefix, 'ipv4');
// They carry an IPv4 address that the network would unpack.
RESERVED.addSubnet('2002::', 16, 'ipv6');
RESERVED.addSubnet('2001::', 32, 'ipv6');
RESERVED.addSubnet('2001:db8::', 32, 'ipv6');

/** True for an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !RESERVED.check(address, 'ipv4');
  return PUBLIC_IPV6.check(address, 'ipv6') && !RESERVED.check(address, 'ipv6');
}

/** Throws AddressRefusedError when the URL's host is written as an address that is not allowed. */
export function assertAllowedHost(url: URL, isAllowed: IsAllowedAddress): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !isAllowed(host)) throw new AddressRefusedError(host);
}

/** Resolves a name to its allowed addresses only. The socket connects to what this answers, so there is no second look-up. */
export function createGuardedLookup(isAllowed: IsAllowedAddress): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(new AddressRefusedError(hostname), '');
      return answer(first, allowed, options.all ? 'all' : 'first');
    });

    function answer(first: LookupAddress, all: LookupAddress[], wanted: 'all' | 'first'): void {
      if (wanted === 'all') callback(null, all);
      else callback(null, first.address, first.family);
    }
  };
}
