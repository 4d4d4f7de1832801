import type { Logger } from '@errand/app-runtime';
import type { EgressGuard } from '@errand/egress-guard';
import { access, constants } from 'node:fs/promises';
import { browserOf } from './browser/browser-channel.ts';
import { openSession } from './browser/open-session.ts';
import type { SessionOptions } from './browser/session-options.ts';
import type { Session } from './browser/session.ts';
import type { Lease } from './control-plane-client.ts';
import { openRemoteSession } from './remote-desktop/open-remote-session.ts';
import type { RdpConfig } from './remote-desktop/rdp-settings.ts';

export interface OwnSessionOptions {
  readonly options: SessionOptions;
  readonly rdp: RdpConfig;
  /** Decides which hosts may be reached. */
  readonly egress: EgressGuard;
  /** Undefined: no proxy configured. */
  readonly proxy: SessionOptions['proxy'];
  readonly logger: Logger;
}

/**
 * Opens a session for a task that a spare browser cannot serve: Chrome, a browser behind the proxy,
 * or a remote desktop. Returns undefined when the spare serves it, or when the requirement cannot
 * be met here; the task is then refused with that reason.
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
