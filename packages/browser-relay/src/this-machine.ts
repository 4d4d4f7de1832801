import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Whether a connection to the address ends on this machine, whatever network the address is of. */
export function isOfThisMachine(address: string): boolean {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8);
  own.addAddress('::1', 'ipv6');
  // Servers that listen on every address write them so.
  own.addAddress('0.0.0.0');
  own.addAddress('::', 'ipv6');
  for (const { address: owned, family } of Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses ?? [],
  )) {
    own.addAddress(owned, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
