import type { Logger } from '@errand/app-runtime';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const RECONNECT_DELAY_MS = 500;

interface Notifications extends AsyncDisposable {
  /** Calls back after each notification with this payload, after a reconnect, and every `fallbackIntervalMs` in any case. */
  readonly watch: (payload: string, callback: () => void) => void;
}

/** Listens on one channel with a connection of its own, which it replaces when it breaks. */
export async function watchNotifications(options: {
  readonly url: string;
  readonly channel: string;
  readonly logger: Logger;
  readonly fallbackIntervalMs: number;
}): Promise<Notifications> {
  const watchers = new Map<string, (() => void)[]>();
  const call = (payload: string): void => watchers.get(payload)?.forEach((callback) => callback());
  const callAll = (): void => [...watchers.keys()].forEach(call);
  const stopping = new AbortController();

  const first = await openListener(options, call);
  const listening = keepListening(first, stopping.signal, async (reason) => {
    options.logger.warn('listener lost its connection', { reason });
    await delay(RECONNECT_DELAY_MS, undefined, { signal: stopping.signal });
    const client = await openListener(options, call);
    callAll();
    return client;
  });
  // A notification that no connection heard is made good for by looking.
  const fallback = setInterval(callAll, options.fallbackIntervalMs);

  return {
    watch(payload, callback) {
      watchers.set(payload, [...(watchers.get(payload) ?? []), callback]);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(fallback);
      stopping.abort();
      await listening;
    },
  };
}

async function openListener(
  { url, channel }: { readonly url: string; readonly channel: string },
  onPayload: (payload: string) => void,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('notification', ({ payload }) => onPayload(payload ?? ''));
  // The end is what counts; without a listener for its error the process would end too.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  return client;
}

async function keepListening(
  first: pg.Client,
  signal: AbortSignal,
  reopen: (reason: string) => Promise<pg.Client>,
): Promise<void> {
  let client: pg.Client | undefined = first;
  let reason = 'the connection ended';
  while (!signal.aborted) {
    // Rejects when the signal fires or the connection breaks: the loop looks at both.
    if (client) await once(client, 'end', { signal }).catch(() => undefined);
    if (signal.aborted) break;
    client = await reopen(reason).catch((error: Error) => {
      reason = error.message;
      return undefined;
    });
  }
  await client?.end();
}
