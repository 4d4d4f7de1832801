import type { ErrandSchemas } from '../api-schemas.ts';
import type { EventStream } from './follow-events.ts';

/**
 * Something that happened in the account. After a `reset`, read the lists: only later changes
 * follow. Ignore kinds that you do not know: later servers may send more.
 */
export type AccountEvent = ErrandSchemas['AccountEvent'];

/** A kind of event besides `reset`. */
export type AccountEventKind = ErrandSchemas['AccountEventKind'];

/** The endless stream of the account's events. */
export const eventsOfAccount = (
  kinds: readonly AccountEventKind[] | undefined,
): EventStream<AccountEvent> => ({
  path: `/api/v1/events${kinds === undefined ? '' : `?kinds=${kinds.join(',')}`}`,
  isLast: () => false,
});
