import ipaddr from 'ipaddr.js';

/** Non-public hosts that an operator allows. */
export interface AllowedHosts {
  readonly hasName: (hostname: string) => boolean;
  readonly hasAddress: (address: string) => boolean;
}

const HOSTNAME = /^(?!-)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*$/i;

/**
 * Parses host names (`mail.intern`), addresses (`10.0.0.7`) and ranges (`10.1.0.0/16`). Throws on
 * anything else.
 */
export function readAllowedHosts(entries: readonly string[]): AllowedHosts {
  const names = new Set<string>();
  const ranges: ReturnType<typeof ipaddr.parseCIDR>[] = [];
  for (const entry of entries) {
    const range = readRange(entry);
    if (range) ranges.push(range);
    else if (HOSTNAME.test(entry) && /[a-z]/i.test(entry)) names.add(entry.toLowerCase());
    else
      throw new TypeError(
        `"${entry}" is not a host name, IP address or range such as 10.1.0.0/16.`,
      );
  }
  return {
    hasName: (name) => names.has(name.toLowerCase()),
    hasAddress: (address) => {
      if (ranges.length === 0 || !ipaddr.isValid(address)) return false;
      const parsed = ipaddr.parse(address);
      return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
    },
  };
}

function readRange(entry: string): ReturnType<typeof ipaddr.parseCIDR> | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return ipaddr.parseCIDR(`${entry}/32`);
  return ipaddr.IPv6.isValid(entry) ? ipaddr.parseCIDR(`${entry}/128`) : undefined;
}
