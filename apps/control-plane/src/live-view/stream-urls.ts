import { createTicketSigner, type StreamKey, type ViewMode } from '@errand/stream-ticket';
import type { Database } from '../database/connect-database.ts';
import { readScreen } from './read-screen.ts';
import { LiveViewNotSetUpError } from './stream-errors.ts';

export interface LiveViewSettings {
  /** `ws://` or `wss://` address under which viewers reach a gateway. */
  readonly streamPublicUrl: string;
  /** Private keys; the first signs. */
  readonly streamSigningKeys: readonly StreamKey[];
}

export interface StreamUrl {
  /** With a ticket in it: never logged. */
  readonly url: string;
  readonly expiresAt: Date;
}

/** Addresses for viewers. */
export interface StreamUrls {
  /** A fresh one each time. Throws TaskNotFoundError, LiveViewNotSetUpError, ScreenRefusedError. */
  readonly create: (viewer: {
    readonly accountId: string;
    readonly apiKeyId: string;
    readonly taskId: string;
    readonly mode: ViewMode;
  }) => Promise<StreamUrl>;
}

export function createStreamUrls(
  { pool }: Pick<Database, 'pool'>,
  settings: LiveViewSettings | undefined,
): StreamUrls {
  if (!settings) return { create: () => Promise.reject(new LiveViewNotSetUpError()) };
  const signer = createTicketSigner({ keys: settings.streamSigningKeys });
  const base = settings.streamPublicUrl.replace(/\/+$/, '');
  return {
    async create(viewer) {
      const { leaseEpoch } = await readScreen(pool, viewer);
      const { ticket, expiresAt } = signer.sign({ ...viewer, leaseEpoch });
      return { url: `${base}/tasks/${viewer.taskId}?ticket=${ticket}`, expiresAt };
    },
  };
}
