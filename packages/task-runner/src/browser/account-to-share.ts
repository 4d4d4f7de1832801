import { channelOf } from './browser-channel.ts';
import type { Lease } from '../control-plane-client.ts';

/**
 * Returns the account whose tasks may use one browser after another; undefined for a task that
 * needs its own browser. Lists what is known to be safe, so that anything new counts as
 * unsafe.
 */
export function accountToShare(lease: Lease): string | undefined {
  const { task, session } = lease;
  const { automation } = task;
  const hasOwnLogin = session !== null || task.is_dedicated || task.debug_session !== undefined;
  const leavesBrowser = task.use_proxy || channelOf(lease) !== 'chromium';
  if (hasOwnLogin || leavesBrowser || actsOnScreen(automation)) return undefined;
  return hasOwnCode(automation) ? undefined : task.account_id;
}

/** Keys and clicks on the display reach more of the browser than its page. */
function actsOnScreen({ browser_channel: channel, backend }: Record<string, unknown>): boolean {
  return (channel ?? 'chromium') !== 'chromium' || (backend ?? 'browser-use') !== 'browser-use';
}

/** Private handlers get the page, and so the whole browser. The name is rare in other text. */
function hasOwnCode(automation: object): boolean {
  return JSON.stringify(automation).includes('private_node');
}
