import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { resealSeeds } from './seal-seeds.ts';

interface Row {
  readonly id: string;
  readonly accountId: string;
  readonly automation: object;
}

/**
 * Seals the seeds in all versions of all recordings with the first sealing key, whether they were
 * sealed with another key or stored before sealing existed. Returns how many versions contain
 * seeds.
 */
export async function resealRecordings({
  database: { pool },
  sealer,
}: {
  readonly database: Database;
  readonly sealer: Sealer;
}): Promise<number> {
  const { rows: ids } = await pool.query<{ readonly id: string }>(
    `SELECT id FROM recording_versions
     WHERE automation @? '$.parameters.secure_parameters.*[*].totp.totp_secret'`,
  );
  for (const { id } of ids) {
    const { rows } = await pool.query<Row>(
      `SELECT v.id, r.account_id AS "accountId", v.automation
       FROM recording_versions v JOIN recordings r ON r.id = v.recording_id WHERE v.id = $1`,
      [id],
    );
    for (const { accountId, automation } of rows) {
      const resealed = resealSeeds(automation, { sealer, accountId });
      // The only case in which a version changes.
      await pool.query('UPDATE recording_versions SET automation = $2 WHERE id = $1', [
        id,
        JSON.stringify(resealed),
      ]);
    }
  }
  return ids.length;
}
