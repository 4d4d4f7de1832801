import ipaddr from 'ipaddr.js';

/**
 * `private`: an operator may allow all of them (`allowPrivateAddresses`); `reserved`: only
 * individually (`allowedHosts`).
 */
export type AddressClass = 'public' | 'private' | 'reserved';

const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'carrierGradeNat',
  'uniqueLocal',
]);

/** Cloud metadata services outside link-local. Two of these addresses look public or private. */
const metadataAddresses: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/**
 * IANA's public range. IPv6 addresses that embed an IPv4 address are outside it, except for the
 * ranges below.
 */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** Returns the class of an address. Anything not known to be public is not public. */
export function classifyAddress(address: string): AddressClass {
  if (!ipaddr.isValid(address)) return 'reserved';
  const parsed = ipaddr.parse(address);
  // A zone id ("fe80::1%eth0") never belongs to a public address.
  if (metadataAddresses.has(parsed.toString())) return 'reserved';
  const range = parsed.range();
  if (privateRanges.has(range)) return 'private';
  if (range !== 'unicast') return 'reserved';
  if (parsed.kind() === 'ipv4') return 'public';
  return parsed.match(globalIpv6) ? 'public' : 'reserved';
}
