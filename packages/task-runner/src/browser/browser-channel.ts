import { CodedError } from '@errand/foundation';
import type { Lease } from '../control-plane-client.ts';

/** Browsers that a worker can start. */
export type BrowserChannel = 'chromium' | 'chrome';

/** Everything that tasks can run on. */
export type SessionChannel = BrowserChannel | 'remote-desktop';

/** Returns the channel that a task asks for. */
export function channelOf(lease: Lease): SessionChannel {
  return lease.task.rdp_parameter ? 'remote-desktop' : browserOf(lease);
}

/**
 * Returns the browser for a task without a remote desktop. Parsing the automation later rejects
 * unsupported channels.
 */
export function browserOf({ task }: Lease): BrowserChannel {
  return task.automation['browser_channel'] === 'chrome' ? 'chrome' : 'chromium';
}

/** The automation asks for a browser that this worker does not have, or cannot start. */
export class BrowserUnavailableError extends CodedError {
  readonly code = 'browser_unavailable';
  override readonly retry = 'never';

  constructor(channel: string) {
    super(
      `The browser_channel "${channel}" is not available on this worker. Install the browser there and name it in CHROME_PATH, or use chromium.`,
    );
  }
}
