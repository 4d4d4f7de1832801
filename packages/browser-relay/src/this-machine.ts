import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Returns whether a connection to the address ends on this machine, whatever the address's network.
 */
export function isOfThisMachine(address: string): boolean {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8);
  own.addAddress('::1', 'ipv6');
  // These addresses stand for a server that listens on every address.
  own.addAddress('0.0.0.0');
  own.addAddress('::', 'ipv6');
  for (const { address: owned, family } of Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses ?? [],
  )) {
    own.addAddress(owned, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
