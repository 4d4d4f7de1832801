import type { Sealer } from '@errand/secrets';
import { createScreenToken, type StreamTicket } from '@errand/stream-ticket';
import { z } from 'zod';
import { isValidKey } from '../api-keys/find-owner.ts';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { Transaction } from '../database/transaction.ts';
import { TaskNotFoundError } from '../task-rows/task-not-found-error.ts';
import { readScreen, type Screen } from './read-screen.ts';
import { ScreenRefusedError, ViewerNotFoundError } from './stream-errors.ts';

/** A verified ticket with the gateway and the viewer that present it. */
export interface ShownTicket extends Omit<StreamTicket, 'expiresAt'> {
  readonly gatewayId: string;
  readonly viewerAddress: string;
}

/** The address for the gateway to connect to, and the line that it sends first. */
export interface OpenedScreen {
  readonly host: string;
  readonly port: number;
  /** Never logged. */
  readonly token: string;
  /** The trace of the task, if it has one. */
  readonly traceId: string | undefined;
}

/** A period in which a person controls the mouse and keyboard of a task's browser. */
export interface ControlSession {
  readonly apiKeyId: string;
  readonly apiKeyName: string;
  readonly openedAt: Date;
  /** Null while control continues. */
  readonly closedAt: Date | null;
  /** How long control has lasted so far, or lasted in total. */
  readonly seconds: number;
}

/** Who watches which screen, one row per connection. */
export interface ViewerStore {
  /** Uses up the ticket, unless it throws ScreenRefusedError. Also throws TaskNotFoundError. */
  readonly redeem: (ticket: ShownTicket) => Promise<OpenedScreen>;
  /** The first report wins. Idempotent. Throws ViewerNotFoundError. */
  readonly close: (
    jti: string,
    report: {
      readonly closeCode: number;
      readonly bytesToViewer: number;
      readonly bytesFromViewer: number;
    },
  ) => Promise<void>;
  /**
   * Sessions in all attempts of a task, oldest first. If the gateway died, the session ended with
   * its attempt.
   */
  readonly listControlSessions: (taskId: string) => Promise<readonly ControlSession[]>;
}

export function createViewerStore({
  database,
  sealer,
}: {
  readonly database: Database;
  readonly sealer: Sealer;
}): ViewerStore {
  const { pool } = database;
  return {
    redeem: (ticket) =>
      database.transaction(async (transaction) => {
        await assertKeyIsValid(transaction, ticket);
        const screen = await readScreen(transaction, ticket);
        const opened = openScreen(sealer, ticket, screen);
        await insertViewer(transaction, ticket);
        return opened;
      }),

    async close(jti, { closeCode, bytesToViewer, bytesFromViewer }) {
      if (!isUuid(jti)) throw new ViewerNotFoundError(jti);
      const { rowCount } = await pool.query(
        `WITH closed AS (
           UPDATE viewers SET closed_at = coalesce(closed_at, now()), close_code = $2, bytes_to_viewer = $3,
             bytes_from_viewer = $4
           WHERE jti = $1 AND close_code IS NULL
         )
         SELECT FROM viewers WHERE jti = $1`,
        [jti, closeCode, bytesToViewer, bytesFromViewer],
      );
      if (rowCount === 0) throw new ViewerNotFoundError(jti);
    },

    async listControlSessions(taskId) {
      const { rows } = await pool.query<ControlSession>(
        `SELECT "apiKeyId", "apiKeyName", "openedAt", "closedAt",
           greatest(0, round(extract(epoch FROM coalesce("closedAt", now()) - "openedAt")))::int AS seconds
         FROM (
           SELECT v.jti, v.api_key_id AS "apiKeyId", k.name AS "apiKeyName", v.opened_at AS "openedAt",
             coalesce(v.closed_at, a.ended_at) AS "closedAt"
           FROM viewers v
           JOIN api_keys k ON k.id = v.api_key_id
           LEFT JOIN attempts a ON a.task_id = v.task_id AND a.lease_epoch = v.lease_epoch
           WHERE v.task_id = $1 AND v.mode = 'control'
         ) session
         ORDER BY "openedAt", jti`,
        [taskId],
      );
      return rows;
    },
  };
}

/** A ticket is only as valid as its API key. */
async function assertKeyIsValid(
  transaction: Transaction,
  { apiKeyId, accountId, taskId }: ShownTicket,
): Promise<void> {
  const { rows } = await transaction.query<{ is_valid: boolean }>(
    `SELECT ${isValidKey('k')} AS is_valid FROM api_keys k WHERE id = $1 AND account_id = $2`,
    [apiKeyId, accountId],
  );
  if (!rows[0]) throw new TaskNotFoundError(taskId);
  if (rows[0].is_valid) return;
  throw new ScreenRefusedError(
    'key-revoked',
    'The API key that requested the ticket was revoked or has expired.',
  );
}

/**
 * The row resolves a race between two requests with one ticket: the second one waits for the first
 * and then finds its row.
 */
async function insertViewer(transaction: Transaction, ticket: ShownTicket): Promise<void> {
  const { rowCount } = await transaction.query(
    `INSERT INTO viewers (jti, task_id, lease_epoch, mode, api_key_id, gateway_id, viewer_address)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (jti) DO NOTHING`,
    [
      ticket.jti,
      ticket.taskId,
      ticket.leaseEpoch,
      ticket.mode,
      ticket.apiKeyId,
      ticket.gatewayId,
      ticket.viewerAddress,
    ],
  );
  if (rowCount === 1) return;
  throw new ScreenRefusedError(
    'ticket-used',
    'The ticket was used before: request a new one for every connection.',
  );
}

function openScreen(sealer: Sealer, ticket: ShownTicket, screen: Screen): OpenedScreen {
  const { address, workerId } = screen;
  const sealed = sealer.unseal(screen.key, sealedContext.screenKey(workerId));
  const key = Buffer.from(z.base64().parse(sealed), 'base64');
  const colon = address.lastIndexOf(':');
  return {
    // Clients connect to an IPv6 address without its brackets.
    host: address.slice(0, colon).replace(/^\[|\]$/g, ''),
    port: Number(address.slice(colon + 1)),
    token: createScreenToken(key, ticket),
    traceId: screen.traceId,
  };
}
