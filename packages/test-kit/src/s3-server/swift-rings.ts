import { runCommand } from './run-command.ts';
import { storageServers, type SwiftPorts } from './swift-config.ts';

// Does what swift-ring-builder does, which would need nine starts of Python.
const SCRIPT = `
import sys
from swift.common.ring import RingBuilder

directory, *servers = sys.argv[1:]
for server in servers:
    name, port = server.split(':')
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1.0})
    builder.rebalance()
    builder.get_ring().save(f'{directory}/{name}.ring.gz')
`;

/** Writes the three rings: one replica on one device, so that nothing needs copying. */
export async function buildSwiftRings(
  directory: string,
  ports: SwiftPorts,
  signal: AbortSignal,
): Promise<void> {
  const servers = storageServers.map((server) => `${server}:${ports[server]}`);
  await runCommand('/usr/bin/python3', ['-c', SCRIPT, directory, ...servers], { signal });
}
