import type { Database } from '../database/connect-database.ts';
import { EndpointNotFoundError } from './submit-errors.ts';

/** The version of a recording that a task runs. */
export interface CurrentVersion {
  readonly recording_id: string;
  readonly recording_version_id: string;
  readonly portal: string;
  readonly max_automation_retries: number;
}

/** SQL: the columns of a CurrentVersion, of a recording `r` and its version `v`. */
export const VERSION_COLUMNS = `r.id AS recording_id, v.id AS recording_version_id, v.portal,
  coalesce((v.automation->'max_retries')::int, 0) AS max_automation_retries`;

/** SQL: the recording of account $1 with the endpoint name $2, and its version $3. */
export const GIVEN_VERSION = `recordings r
  JOIN recording_versions v ON v.recording_id = r.id AND v.version = $3
  WHERE r.account_id = $1 AND r.endpoint_name = $2 AND r.deleted_at IS NULL`;

/** SQL: the recording of account $1 with the endpoint name $2, and its current version. */
export const CURRENT_VERSION = `recordings r
  JOIN recording_versions v ON v.recording_id = r.id AND v.version = r.current_version
  WHERE r.account_id = $1 AND r.endpoint_name = $2 AND r.deleted_at IS NULL`;

/**
 * Returns the current version of the recording with this endpoint name. Throws
 * EndpointNotFoundError.
 */
export async function findCurrentVersion(
  database: Pick<Database, 'pool'>,
  accountId: string,
  endpointName: string,
): Promise<CurrentVersion> {
  const { rows } = await database.pool.query<CurrentVersion>(
    `SELECT ${VERSION_COLUMNS} FROM ${CURRENT_VERSION}`,
    [accountId, endpointName],
  );
  const [version] = rows;
  if (!version) throw new EndpointNotFoundError(endpointName);
  return version;
}
