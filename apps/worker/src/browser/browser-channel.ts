import { CodedError } from '@errand/foundation';
import type { Lease } from '../control-plane-client.ts';

/** The browsers of a worker. */
export type BrowserChannel = 'chromium' | 'chrome';

/** What tasks run on. */
export type SessionChannel = BrowserChannel | 'remote-desktop';

/** What a task wants to run on. */
export function channelOf(lease: Lease): SessionChannel {
  return lease.task.rdp_parameter ? 'remote-desktop' : browserOf(lease);
}

/** The browser that a task without a remote desktop wants. What cannot be run at all is refused when its automation is parsed. */
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
