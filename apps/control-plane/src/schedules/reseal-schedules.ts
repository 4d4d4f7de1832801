import { SealedValueError, type Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';

/**
 * Seals the secrets of all schedules with the first sealing key. Returns how many, and the ids of
 * those that no key opens.
 */
export async function resealSchedules({
  database: { pool },
  sealer,
}: {
  readonly database: Database;
  readonly sealer: Sealer;
}): Promise<{ readonly resealed: number; readonly damaged: readonly string[] }> {
  const { rows } = await pool.query<{ id: string; secrets: string }>(
    'SELECT id, secrets FROM schedules WHERE secrets IS NOT NULL',
  );
  const damaged: string[] = [];
  for (const { id, secrets } of rows) {
    const context = sealedContext.scheduleSecrets(id);
    try {
      const resealed = sealer.seal(sealer.unseal(secrets, context), context);
      // A concurrent change has already sealed them with the new key.
      const change = 'UPDATE schedules SET secrets = $2 WHERE id = $1 AND secrets = $3';
      await pool.query(change, [id, resealed, secrets]);
    } catch (error) {
      if (!(error instanceof SealedValueError)) throw error;
      damaged.push(id);
    }
  }
  return { resealed: rows.length - damaged.length, damaged };
}
