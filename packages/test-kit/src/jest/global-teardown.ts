import { endKeptBrowsers } from '../kept-browsers.ts';
import { runningServers } from './running-servers.ts';

// oxlint-disable-next-line import/no-default-export -- jest's interface
export default async function globalTeardown(): Promise<void> {
  // The browsers of test files that ran in this process.
  await endKeptBrowsers();
  // In reverse order, because the directory of temporary files was opened first.
  for (const opened of runningServers.splice(0).toReversed()) await opened[Symbol.asyncDispose]();
}
