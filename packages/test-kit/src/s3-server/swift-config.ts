export interface SwiftPorts {
  readonly proxy: number;
  readonly account: number;
  readonly container: number;
  readonly object: number;
}

/** The three storage servers; each has a ring that maps content to it for the proxy. */
export const storageServers = ['account', 'container', 'object'] as const;

export const s3Credentials = {
  accessKey: 'test:tester',
  secretKey: 'testing',
  region: 'us-east-1',
} as const;

interface SwiftConfigOptions {
  readonly directory: string;
  readonly ports: SwiftPorts;
  readonly user: string;
}

/** Returns the configuration files of the four servers by file name. */
export function swiftConfigFiles(options: SwiftConfigOptions): ReadonlyMap<string, string> {
  const files = new Map([['proxy-server.conf', proxyConfig(options)]]);
  for (const server of storageServers) {
    files.set(`${server}-server.conf`, storageConfig(server, options));
  }
  return files;
}

function storageConfig(
  server: (typeof storageServers)[number],
  options: SwiftConfigOptions,
): string {
  return `${defaultSection(options.ports[server], options)}
[pipeline:main]
pipeline = ${server}-server

[app:${server}-server]
use = egg:swift#${server}
`;
}

// The order of the pipeline matters: s3api must see a request before authentication does, and the
// filters for large objects must come after it.
function proxyConfig(options: SwiftConfigOptions): string {
  const filters = [
    'catch_errors',
    'gatekeeper',
    'healthcheck',
    'cache',
    'listing_formats',
    's3api',
    'tempauth',
    'copy',
    'slo',
    'dlo',
  ];
  const settings = new Map([
    // Authentication requires a cache, but copes with one that is unreachable.
    ['cache', ['use = egg:swift#memcache', 'memcache_servers = 127.0.0.1:1']],
    [
      's3api',
      [
        'use = egg:swift#s3api',
        `location = ${s3Credentials.region}`,
        's3_acl = false',
        'min_segment_size = 1',
      ],
    ],
    [
      'tempauth',
      [
        'use = egg:swift#tempauth',
        `user_${s3Credentials.accessKey.replace(':', '_')} = testing .admin`,
      ],
    ],
  ]);
  const sections = filters.map((filter) =>
    [`[filter:${filter}]`, ...(settings.get(filter) ?? [`use = egg:swift#${filter}`])].join('\n'),
  );
  return `${defaultSection(options.ports.proxy, options)}
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

${sections.join('\n\n')}
`;
}

// Without workers, a server is a single process to end.
function defaultSection(port: number, { directory, user }: SwiftConfigOptions): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${user}
swift_dir = ${directory}
devices = ${directory}/devices
mount_check = false
workers = 0
log_level = WARNING
log_address = /dev/null
recon_cache_path = ${directory}/cache
`;
}
