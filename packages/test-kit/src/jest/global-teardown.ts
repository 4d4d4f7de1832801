import { runningServers } from './running-servers.ts';

// oxlint-disable-next-line import/no-default-export -- jest's interface
export default async function globalTeardown(): Promise<void> {
  for (const server of runningServers.splice(0)) await server[Symbol.asyncDispose]();
}
