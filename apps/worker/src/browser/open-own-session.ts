import type { Logger } from '@errand/app-runtime';
import { access, constants } from 'node:fs/promises';
import type { Lease } from '../control-plane-client.ts';
import { channelOf } from './browser-channel.ts';
import { openSession, type Session, type SessionOptions } from './open-session.ts';

interface OwnSessionOptions {
  readonly options: SessionOptions;
  /** Undefined: there is none. */
  readonly proxy: SessionOptions['proxy'];
  readonly logger: Logger;
}

/**
 * Opens the browser of a task that wants another than the spare ones are: Chrome, or one behind the proxy. Undefined when
 * the spare one serves, and when what is wanted is missing here: then the task is refused with that reason.
 */
export async function openOwnSession(
  lease: Lease,
  { options, proxy, logger }: OwnSessionOptions,
  signal: AbortSignal,
): Promise<Session | undefined> {
  const channel = channelOf(lease);
  const usesProxy = lease.task.use_proxy;
  if (channel === 'chromium' && !usesProxy) return undefined;
  if (usesProxy && !proxy) return undefined;
  if (channel === 'chrome' && !(await isProgram(options.chromePath))) {
    logger.warn('Chrome is not installed', { path: options.chromePath });
    return undefined;
  }
  return openSession({ ...options, channel, ...(usesProxy && { proxy }) }, signal);
}

async function isProgram(path: string | undefined): Promise<boolean> {
  if (path === undefined) return false;
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
