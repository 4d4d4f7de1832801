import { SealedValueError, type Sealer } from '@errand/secrets';
import type { Pool } from 'pg';
import { resealSeeds, SEED_PREFIX } from '../recordings/seal-seeds.ts';
import type { Resealed } from './reseal-table.ts';

interface Row {
  readonly accountId: string;
  readonly automation: object;
}

/**
 * Seals the seeds in all versions of all recordings with the first sealing key, whether they were
 * sealed with a different key or stored before sealing existed. Counts versions, not seeds.
 */
export async function resealSeedsOfRecordings(parts: {
  readonly pool: Pool;
  readonly sealer: Sealer;
}): Promise<Resealed> {
  const { rows: ids } = await parts.pool.query<{ readonly id: string }>(
    `SELECT id FROM recording_versions WHERE jsonb_path_exists(automation,
       '$.parameters.secure_parameters.*[*].totp.totp_secret ? (!(@ starts with $current))', $1)`,
    [JSON.stringify({ current: `${SEED_PREFIX}${parts.sealer.currentPrefix}` })],
  );
  const damaged: string[] = [];
  for (const { id } of ids) {
    if (!(await resealVersion(parts, id))) damaged.push(`recording_versions.automation ${id}`);
  }
  return { resealed: ids.length - damaged.length, damaged };
}

/** False if no key opens one of the version's seeds. */
async function resealVersion(
  { pool, sealer }: { readonly pool: Pool; readonly sealer: Sealer },
  id: string,
): Promise<boolean> {
  const { rows } = await pool.query<Row>(
    `SELECT r.account_id AS "accountId", v.automation
     FROM recording_versions v JOIN recordings r ON r.id = v.recording_id WHERE v.id = $1`,
    [id],
  );
  try {
    for (const { accountId, automation } of rows) {
      const resealed = JSON.stringify(resealSeeds(automation, { sealer, accountId }));
      // The only case in which a version changes.
      await pool.query('UPDATE recording_versions SET automation = $2 WHERE id = $1', [
        id,
        resealed,
      ]);
    }
    return true;
  } catch (error) {
    if (error instanceof SealedValueError) return false;
    throw error;
  }
}
