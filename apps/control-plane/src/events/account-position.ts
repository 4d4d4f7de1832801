import type { Sealer } from '@errand/secrets';
import { sealedContext } from '../database/sealed-context.ts';

/**
 * How far a listener has read the events of an account. Each event's id contains the position after
 * it, so any replica can continue from there.
 */
export interface AccountPosition {
  /** Milliseconds since 1970, by the database's clock. Events of the last 24 hours are kept. */
  readonly at: number;
  /**
   * The transaction of the last event. Events are read in the order of their transactions, and only
   * once all earlier transactions have ended, so that none is missed.
   */
  readonly xid: bigint;
  /** The last event within the transaction; 0 before any. */
  readonly number: bigint;
}

/** Positions as event ids of an account. */
export interface PositionIds {
  readonly write: (position: AccountPosition) => string;
  /**
   * Returns an expired position for an id that is not sealed for the account: one from an older
   * release, a removed sealing key or another account. Undefined for text that is not an id.
   */
  readonly read: (id: string) => AccountPosition | undefined;
}

const FORM = /^(\d{1,15})-(\d{1,18})-(\d{1,18})$/;
const SEALED_FORM = /^[\w-]{44,110}$/;
const EXPIRED: AccountPosition = { at: 0, xid: 0n, number: 0n };

/**
 * Ids are sealed, because transactions are counted for the whole installation: their numbers would
 * show how much other accounts do. Each event has the same id for all its listeners.
 */
export function createPositionIds(
  sealer: Pick<Sealer, 'sealStable' | 'openStable'>,
  accountId: string,
): PositionIds {
  const context = sealedContext.eventPosition(accountId);
  return {
    write: ({ at, xid, number }) =>
      sealer.sealStable([at, inFull(xid), inFull(number)].join('-'), context),
    read(id) {
      // Ids of older releases. Continuing after them would let clients search for the frontier.
      if (FORM.test(id)) return EXPIRED;
      if (!SEALED_FORM.test(id)) return undefined;
      const [, at, xid, number] = FORM.exec(sealer.openStable(id, context) ?? '') ?? [];
      if (at === undefined || xid === undefined || number === undefined) return EXPIRED;
      return { at: Number(at), xid: BigInt(xid), number: BigInt(number) };
    },
  };
}

/** Zero-padded to a fixed width, because encryption does not hide the length. */
function inFull(number: bigint): string {
  return `${number}`.padStart(18, '0');
}
