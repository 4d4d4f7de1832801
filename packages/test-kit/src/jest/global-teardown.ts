import { rm } from 'node:fs/promises';
import { BROWSERS_VARIABLE, endKeptBrowsers } from '../kept-browsers.ts';
import { runningServers } from './running-servers.ts';

// oxlint-disable-next-line import/no-default-export -- jest's interface
export default async function globalTeardown(): Promise<void> {
  // Those of test files that ran in this process.
  await endKeptBrowsers();
  for (const server of runningServers.splice(0)) await server[Symbol.asyncDispose]();
  const browsers = process.env[BROWSERS_VARIABLE];
  // A browser whose process has just exited may still write for a moment.
  if (browsers !== undefined) await rm(browsers, { recursive: true, force: true, maxRetries: 10 });
}
