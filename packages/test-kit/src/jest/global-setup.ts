import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BROWSERS_VARIABLE } from '../kept-browsers.ts';
import { SERVER_VARIABLE, startTestServer } from './test-server.ts';
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
  const server = await startTestServer();
  runningServers.push(server);
  process.env[SERVER_VARIABLE] = server.url;
  process.env[BROWSERS_VARIABLE] = mkdtempSync(join(tmpdir(), 'errand-tests-'));
}
