import type { Logger } from '@errand/app-runtime';
import { listenToChannel } from './listen-to-channel.ts';

interface Notifications extends AsyncDisposable {
  /**
   * Calls back after each notification with this payload, after a reconnect, and every
   * `fallbackIntervalMs`.
   */
  readonly watch: (payload: string, callback: () => void) => void;
}

/** Passes the notifications on one channel on to watchers. */
export async function watchNotifications(options: {
  readonly url: string;
  readonly channel: string;
  readonly logger: Logger;
  readonly fallbackIntervalMs: number;
}): Promise<Notifications> {
  const watchers = new Map<string, (() => void)[]>();
  const call = (payload: string): void => watchers.get(payload)?.forEach((callback) => callback());
  const callAll = (): void => [...watchers.keys()].forEach(call);
  const listener = await listenToChannel({ ...options, onPayload: call, onReconnect: callAll });
  // Covers notifications that were sent while no connection was listening.
  const fallback = setInterval(callAll, options.fallbackIntervalMs);

  return {
    watch(payload, callback) {
      watchers.set(payload, [...(watchers.get(payload) ?? []), callback]);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(fallback);
      await listener[Symbol.asyncDispose]();
    },
  };
}
