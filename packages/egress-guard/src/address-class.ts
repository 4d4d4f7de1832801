import ipaddr from 'ipaddr.js';

/** `private`: an operator may open it as a whole (`allowPrivateAddresses`); `reserved`: only one by one (`allowedHosts`). */
export type AddressClass = 'public' | 'private' | 'reserved';

const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'carrierGradeNat',
  'uniqueLocal',
]);

/** Where clouds tell a machine its credentials, outside of link-local. Two of them look public or private. */
const metadataAddresses: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/** What IANA gives out to the public. IPv6 addresses with an IPv4 address inside are elsewhere, but for the ranges below. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** What kind of network an address is in. Anything that is not known to be public is not. */
export function classifyAddress(address: string): AddressClass {
  if (!ipaddr.isValid(address)) return 'reserved';
  const parsed = ipaddr.parse(address);
  // The text of a zone ("fe80::1%eth0") never is a public one.
  if (metadataAddresses.has(parsed.toString())) return 'reserved';
  const range = parsed.range();
  if (privateRanges.has(range)) return 'private';
  if (range !== 'unicast') return 'reserved';
  if (parsed.kind() === 'ipv4') return 'public';
  return parsed.match(globalIpv6) ? 'public' : 'reserved';
}
