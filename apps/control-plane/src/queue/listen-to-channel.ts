import type { Logger } from '@errand/app-runtime';
import { pause } from '@errand/foundation';
import { once } from 'node:events';
import pg from 'pg';

const RECONNECT_DELAY_MS = 500;
/** A server, or a proxy before it, may accept the connection and then say nothing. */
const DEADLINES = { connectionTimeoutMillis: 5_000, query_timeout: 12_000 };

interface ChannelListener {
  readonly url: string;
  readonly channel: string;
  readonly logger: Logger;
  readonly onPayload: (payload: string) => void;
  /**
   * Called after a reconnect. Notifications sent while the connection was broken are lost, so look
   * for missed work.
   */
  readonly onReconnect: () => void;
}

/**
 * Listens on a PostgreSQL channel with its own connection until disposed. Replaces the connection
 * when it breaks.
 */
export async function listenToChannel(options: ChannelListener): Promise<AsyncDisposable> {
  const stopping = new AbortController();
  const first = await openListener(options);
  const listening = keepListening(first, stopping.signal, async (reason) => {
    options.logger.warn('listener lost its connection', { channel: options.channel, reason });
    await pause(RECONNECT_DELAY_MS, stopping.signal);
    const client = await openListener(options);
    options.onReconnect();
    return client;
  });
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await listening;
    },
  };
}

async function openListener({ url, channel, onPayload }: ChannelListener): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'errand-listen',
    ...DEADLINES,
  });
  client.on('notification', ({ payload }) => onPayload(payload ?? ''));
  // Only the 'end' event matters; without an 'error' listener, the process would also end.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    return client;
  } catch (error) {
    // A standby accepts connections and refuses LISTEN: each attempt would leave one open.
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function keepListening(
  first: pg.Client,
  signal: AbortSignal,
  reopen: (reason: string) => Promise<pg.Client>,
): Promise<void> {
  let client: pg.Client | undefined = first;
  let reason = 'the connection ended';
  while (!signal.aborted) {
    // Rejects when the signal fires or the connection fails; the loop handles both.
    if (client) await once(client, 'end', { signal }).catch(() => undefined);
    if (signal.aborted) break;
    client = await reopen(reason).catch((error: Error) => {
      reason = error.message;
      return undefined;
    });
  }
  await client?.end();
}
