import { fileURLToPath } from 'node:url';
import { SERVER_VARIABLE, startTestServer } from './test-server.ts';
import { openTemporaryDirectory } from './open-temporary-directory.ts';
import { runningServers } from './running-servers.ts';

const COMPILE_CACHE = fileURLToPath(
  new URL('../../../../node_modules/.cache/errand-tests', import.meta.url),
);

// Jest calls a default export.
// oxlint-disable-next-line import/no-default-export -- jest's interface
export default async function globalSetup(): Promise<void> {
  // Saves Node from compiling the same files in each process of each run.
  process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
  // Otherwise each worker would import the authorities of this machine.
  delete process.env['NODE_EXTRA_CA_CERTS'];
  const temporary = openTemporaryDirectory();
  runningServers.push(temporary);
  process.env['TMPDIR'] = temporary.path;
  const server = await startTestServer();
  runningServers.push(server);
  process.env[SERVER_VARIABLE] = server.url;
}
