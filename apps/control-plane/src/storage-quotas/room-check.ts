import type { Database } from '../database/connect-database.ts';
import { shareReads } from '../database/share-reads.ts';
import { assertRoom } from './reserve-storage.ts';
import type { StorageLimits } from './storage-limits.ts';

/** Throws StorageFullError for an account, as `assertRoom` does. */
export type RoomCheck = (accountId: string) => Promise<void>;

/** Concurrent submissions share one check. */
export function createRoomCheck(
  database: Pick<Database, 'pool' | 'prepared'>,
  limits: StorageLimits,
): RoomCheck {
  return shareReads((accountId: string) => assertRoom(database, limits, { accountId }));
}
