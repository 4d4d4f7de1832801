import { SERVER_VARIABLE, startTestServer } from './test-server.ts';
import { runningServers } from './running-servers.ts';

// Jest calls a default export.
// oxlint-disable-next-line import/no-default-export -- jest's interface
export default async function globalSetup(): Promise<void> {
  const server = await startTestServer();
  runningServers.push(server);
  process.env[SERVER_VARIABLE] = server.url;
}
