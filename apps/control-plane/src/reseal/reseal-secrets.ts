import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { resealSeedsOfRecordings } from './reseal-seeds-of-recordings.ts';
import { resealTable, type Resealed } from './reseal-table.ts';
import { SEALED_TABLES } from './sealed-columns.ts';

/**
 * Seals every stored secret with the first sealing key. Afterwards only the damaged ones and those
 * written in the meantime by a process with a different first key need the other keys.
 */
export async function resealSecrets({
  database: { pool },
  sealer,
}: {
  readonly database: Database;
  readonly sealer: Sealer;
}): Promise<Resealed> {
  const done = [await resealSeedsOfRecordings({ pool, sealer })];
  for (const place of SEALED_TABLES) done.push(await resealTable({ pool, sealer }, place));
  return {
    resealed: done.reduce((sum, { resealed }) => sum + resealed, 0),
    damaged: done.flatMap(({ damaged }) => damaged),
  };
}
