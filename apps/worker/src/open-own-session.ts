import type { Logger } from '@errand/app-runtime';
import type { EgressGuard } from '@errand/egress-guard';
import { access, constants } from 'node:fs/promises';
import { browserOf } from './browser/browser-channel.ts';
import { openSession, type SessionOptions } from './browser/open-session.ts';
import type { Session } from './browser/session.ts';
import type { Lease } from './control-plane-client.ts';
import { openRemoteSession } from './remote-desktop/open-remote-session.ts';
import type { RdpConfig } from './remote-desktop/rdp-settings.ts';

interface OwnSessionOptions {
  readonly options: SessionOptions;
  readonly rdp: RdpConfig;
  /** Knows which hosts may be reached. */
  readonly egress: EgressGuard;
  /** Undefined: there is none. */
  readonly proxy: SessionOptions['proxy'];
  readonly logger: Logger;
}

/**
 * Opens what a task runs on that wants something else than the spare browsers are: Chrome, one behind the proxy, a remote desktop. Undefined when
 * the spare one serves, and when what is wanted is missing here: then the task is refused with that reason.
 */
export async function openOwnSession(
  lease: Lease,
  { options, rdp: config, proxy, egress, logger }: OwnSessionOptions,
  signal: AbortSignal,
): Promise<Session | undefined> {
  const { rdp_parameter: parameter } = lease.task;
  if (parameter) return openRemoteSession({ ...options, parameter, config, egress });
  const channel = browserOf(lease);
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
