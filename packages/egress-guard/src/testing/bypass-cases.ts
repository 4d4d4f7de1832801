import { createEgressGuard } from '../create-egress-guard.ts';
import type { TestListener } from './start-listener.ts';

/** A way to bypass the guard. */
export interface BypassCase {
  readonly group: string;
  /** `PORT` stands for the port of a listener on every address of this machine. */
  readonly url: string;
  /** The rule that refuses the URL. */
  readonly rule: string;
  /** Whether the URL is refused even when private addresses are allowed. */
  readonly isLocal?: boolean;
  /** What the name in the URL resolves to; default: the system's result. */
  readonly leadsTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BypassOutcome {
  /** The rule, `none` when the request passed, or another error. */
  readonly rule: string;
  /** Connections that the listener received. */
  readonly connections: number;
}

/** Makes the request of a case. The listener's port replaces PORT. */
export async function tryBypass(
  { url, isLocal = false, leadsTo, headers = {} }: BypassCase,
  listener: TestListener,
): Promise<BypassOutcome> {
  const before = listener.connectionCount();
  const resolve = () => Promise.resolve([{ address: leadsTo ?? '', family: 4 }]);
  const guard = createEgressGuard({
    allowPrivateAddresses: isLocal,
    ...(leadsTo === undefined ? {} : { resolve }),
  });
  const rule = await guard
    .request(url.replaceAll('PORT', `${listener.port}`), { timeoutMs: 2000, headers })
    .then(
      () => 'none',
      (error: unknown) => String(Reflect.get(Object(error), 'rule') ?? error),
    );
  return { rule, connections: listener.connectionCount() - before };
}

const ipv4 = `127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 169.254.0.1
  169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.168.0.1 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 100.100.100.200 168.63.129.16`;
const ipv6 = `:: ::1 0:0:0:0:0:0:0:1 ::127.0.0.1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1
  64:ff9b::127.0.0.1 64:ff9b:1::7f00:1 100::1 2001::1 2001:0:7f00:1:: 2001:db8::1 2001:2::1 2001:20::1 2002:7f00:1:: 3fff::1
  5f00::1 fc00::1 fd00::1 fd00:ec2::254 fe80::1 febf::1 fec0::1 ff02::1 4000::1`;
const closedEverywhere = `169.254.169.254 100.100.100.200 0.0.0.0 224.0.0.1 192.0.2.1 [fd00:ec2::254] [fe80::1]
  [::ffff:127.0.0.1] [::127.0.0.1] [::]`;
const forms = [
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://0:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.000.000.001:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127。0。0。1:PORT/',
  'http:127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/',
  'http://127.0.0.1\t:PORT/',
  'http://12\n7.0.0.1:PORT/',
  'http://134744072/',
];
const credentials = [
  'http://user@127.0.0.1:PORT/',
  'http://user:word@127.0.0.1:PORT/',
  'http://8.8.8.8@127.0.0.1:PORT/',
  'http://:word@127.0.0.1:PORT/',
  'http://public.example%40x:y@127.0.0.1:PORT/',
];
const schemes = [
  'ftp://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/_x',
  'data:text/plain,x',
  'javascript:1',
  'unix:/var/run/docker.sock',
  'ws://127.0.0.1:PORT/',
];
const noUrls = [
  '//127.0.0.1:PORT/',
  '127.0.0.1:PORT',
  '',
  'http://',
  'http://[fe80::1%25lo]:PORT/',
  'http://[::1%lo]:PORT/',
  'http://127.0.0.1:99999/',
  'http://256.256.256.256/',
];
const names: readonly [url: string, leadsTo: string][] = [
  ['http://localhost:PORT/', '127.0.0.1'],
  ['http://LOCALHOST:PORT/', '127.0.0.1'],
  ['http://localhost.:PORT/', '127.0.0.1'],
  ['http://ip6-localhost.test:PORT/', '::1'],
  ['http://mapped.test:PORT/', '::ffff:127.0.0.1'],
  ['http://metadata.test:PORT/', '169.254.169.254'],
  ['http://intranet.test:PORT/', '10.0.0.8'],
  ['http://zone.test:PORT/', 'fe80::1%lo'],
  ['http://rubbish.test:PORT/', '127.0.0.1 8.8.8.8'],
];
const headers: readonly [name: string, value: string][] = [
  ['Host', 'internal'],
  ['content-length', '3'],
  ['Transfer-Encoding', 'chunked'],
  ['Connection', 'upgrade'],
  ['upgrade', 'h2c'],
  ['proxy-authorization', 'x'],
  ['x-a', 'b\r\nhost: internal'],
  ['x\r\nhost', 'internal'],
  ['x y', 'z'],
];
const ports = [22, 25, 110, 143, 465, 587, 6000, 6667];

function casesOf(
  group: string,
  urls: readonly string[],
  rest: Omit<BypassCase, 'group' | 'url'>,
): BypassCase[] {
  return urls.map((url) => ({ group, url, ...rest }));
}

const hosts = (text: string): string[] => text.split(/\s+/);

/** All cases with a single request; redirects and changing names have their own tests. */
export const bypassCases: readonly BypassCase[] = [
  ...casesOf(
    'IPv4 address',
    hosts(ipv4).map((host) => `http://${host}:PORT/`),
    { rule: 'address' },
  ),
  ...casesOf(
    'IPv6 address',
    hosts(ipv6).map((host) => `http://[${host}]:PORT/`),
    { rule: 'address' },
  ),
  ...casesOf(
    'closed everywhere',
    hosts(closedEverywhere).map((host) => `http://${host}:PORT/`),
    { rule: 'address', isLocal: true },
  ),
  ...casesOf('form of the host', forms, { rule: 'host_form', isLocal: true }),
  ...casesOf('credentials', credentials, { rule: 'credentials', isLocal: true }),
  ...casesOf('scheme', schemes, { rule: 'scheme', isLocal: true }),
  ...casesOf('no URL', noUrls, { rule: 'url', isLocal: true }),
  ...casesOf(
    'port of another protocol',
    ports.map((port) => `http://127.0.0.1:${port}/`),
    { rule: 'port', isLocal: true },
  ),
  ...casesOf('name as the system resolves it', ['http://localhost:PORT/'], { rule: 'address' }),
  ...names.flatMap(([url, leadsTo]) => casesOf('name', [url], { rule: 'address', leadsTo })),
  ...headers.flatMap(([name, value]) =>
    casesOf('header', ['http://127.0.0.1:PORT/'], {
      rule: 'header',
      isLocal: true,
      headers: { [name]: value },
    }),
  ),
];
