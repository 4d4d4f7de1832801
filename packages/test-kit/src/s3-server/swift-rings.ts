import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';
import { storageServers, type SwiftPorts } from './swift-config.ts';

// `rebalance` says so with 1 when nothing had to move.
const rebalanceExitCodes = [0, 1];

/** Writes the three rings: one replica on one device, so that nothing has to be copied. */
export async function buildSwiftRings(
  directory: string,
  ports: SwiftPorts,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    storageServers.map(async (server) => {
      const builder = join(directory, `${server}.builder`);
      const ring = (ringArguments: readonly string[], allowedExitCodes?: readonly number[]) =>
        runCommand('/usr/bin/swift-ring-builder', [builder, ...ringArguments], {
          signal,
          ...(allowedExitCodes && { allowedExitCodes }),
        });
      await rm(builder, { force: true });
      await ring(['create', '4', '1', '0']);
      await ring(['add', `r1z1-127.0.0.1:${ports[server]}/d1`, '1']);
      await ring(['rebalance'], rebalanceExitCodes);
    }),
  );
}
