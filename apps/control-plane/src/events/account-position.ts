/**
 * How far a listener has read the events of an account. Each event's id contains the position after
 * it, so any replica can continue from there.
 */
export interface AccountPosition {
  /** Milliseconds since 1970, by the clock of the database. Events of the last 24 hours are kept. */
  readonly at: number;
  /**
   * The transaction of the last event. Events are read in the order of their transactions, and only
   * once all earlier transactions have ended, so that none is missed.
   */
  readonly xid: bigint;
  /** The last event among those of the transaction; 0 before any. */
  readonly number: bigint;
}

const FORM = /^(\d{1,15})-(\d{1,18})-(\d{1,18})$/;

export function writeAccountPosition({ at, xid, number }: AccountPosition): string {
  return `${at}-${xid}-${number}`;
}

/** Undefined for text that `writeAccountPosition` cannot produce. */
export function readAccountPosition(text: string): AccountPosition | undefined {
  const [, at, xid, number] = FORM.exec(text) ?? [];
  if (at === undefined || xid === undefined || number === undefined) return undefined;
  return { at: Number(at), xid: BigInt(xid), number: BigInt(number) };
}
