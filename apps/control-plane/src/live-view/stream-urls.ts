import { createTicketSigner, type StreamKey, type ViewMode } from '@errand/stream-ticket';
import type { Database } from '../database/connect-database.ts';
import { readScreen } from './read-screen.ts';
import { LiveViewNotSetUpError } from './stream-errors.ts';

export interface LiveViewSettings {
  /** The `ws://` or `wss://` address at which viewers reach a gateway. */
  readonly streamPublicUrl: string;
  /** Private keys; the first signs. */
  readonly streamSigningKeys: readonly StreamKey[];
}

export interface StreamUrl {
  /** Contains a ticket: never log it. */
  readonly url: string;
  readonly expiresAt: Date;
}

export interface StreamUrls {
  /** Whether this installation has a live view; without it, `create` always throws. */
  readonly isSetUp: boolean;
  /**
   * Creates a new address each time. Throws TaskNotFoundError, LiveViewNotSetUpError,
   * ScreenRefusedError.
   */
  readonly create: (viewer: {
    readonly accountId: string;
    readonly apiKeyId: string;
    readonly taskId: string;
    /** A session has different scopes from a task, so an id of the other kind is not found. */
    readonly kind: 'task' | 'session';
    readonly mode: ViewMode;
  }) => Promise<StreamUrl>;
}

export function createStreamUrls(
  { pool }: Pick<Database, 'pool'>,
  settings: LiveViewSettings | undefined,
): StreamUrls {
  if (!settings)
    return { isSetUp: false, create: () => Promise.reject(new LiveViewNotSetUpError()) };
  const signer = createTicketSigner({ keys: settings.streamSigningKeys });
  const base = settings.streamPublicUrl.replace(/\/+$/, '');
  return {
    isSetUp: true,
    async create({ kind, ...viewer }) {
      const { leaseEpoch } = await readScreen(pool, { ...viewer, kind });
      const { ticket, expiresAt } = signer.sign({ ...viewer, leaseEpoch });
      return { url: `${base}/tasks/${viewer.taskId}?ticket=${ticket}`, expiresAt };
    },
  };
}
