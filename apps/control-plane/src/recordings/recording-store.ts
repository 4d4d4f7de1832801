import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { findPortal } from './find-portal.ts';
import {
  listRecordings,
  type RecordingPage,
  type RecordingQuery,
} from './list-recordings-store.ts';

/** Names of the parameters that a recording declares, with the values it gives them. */
export interface DeclaredParameters {
  readonly inputParameters: Readonly<Record<string, readonly unknown[]>>;
  readonly secureParameters: Readonly<Record<string, readonly unknown[]>>;
}

export interface NewRecording {
  readonly endpointName: string;
  readonly description?: string | undefined;
  /** As its author sent it, and valid. */
  readonly automation: { readonly url: string };
}

export interface SavedRecording {
  readonly recordingId: string;
  readonly version: number;
  readonly isCreated: boolean;
}

export interface RecordingStore {
  /**
   * Makes the automation the current version of the recording of this endpoint name, which is created in the default
   * workspace when there is none. An absent description keeps the old one.
   */
  save: (accountId: string, recording: NewRecording) => Promise<SavedRecording>;
  /** Of the current version; undefined when the account has no such recording. */
  findParameters: (
    accountId: string,
    endpointName: string,
  ) => Promise<DeclaredParameters | undefined>;
  /** One page of a workspace. */
  list: (accountId: string, query: RecordingQuery) => Promise<RecordingPage>;
  /** The default workspace without an id; undefined when the account has no such workspace. */
  findWorkspace: (accountId: string, workspaceId?: string) => Promise<string | undefined>;
}

export function createRecordingStore({ pool, prisma }: Database): RecordingStore {
  const findWorkspace = async (accountId: string, id?: string): Promise<string | undefined> => {
    if (id !== undefined && !isUuid(id)) return undefined;
    const which = id === undefined ? { isDefault: true } : { id };
    const workspace = await prisma.workspace.findFirst({ where: { accountId, ...which } });
    return workspace?.id;
  };
  return {
    findWorkspace,
    list: (accountId, query) => listRecordings(prisma, accountId, query),

    save: (accountId, recording) => saveRecording(pool, accountId, recording),

    async findParameters(accountId, endpointName) {
      const { rows } = await pool.query<DeclaredParameters>(
        `SELECT v.automation #> '{parameters,input_parameters}' AS "inputParameters",
                coalesce(v.automation #> '{parameters,secure_parameters}', '{}') AS "secureParameters"
         FROM recordings r JOIN recording_versions v ON v.recording_id = r.id AND v.version = r.current_version
         WHERE r.account_id = $1 AND r.endpoint_name = $2`,
        [accountId, endpointName],
      );
      return rows[0];
    },
  };
}

async function saveRecording(
  pool: Database['pool'],
  accountId: string,
  { endpointName, description, automation }: NewRecording,
): Promise<SavedRecording> {
  // One statement, so that two savers get two versions and no version is without its automation.
  const { rows } = await pool.query<{ recording_id: string; version: number }>(
    `WITH saved AS (
           INSERT INTO recordings (id, account_id, workspace_id, endpoint_name, description, current_version, updated_at)
           SELECT $1, $2, id, $3, coalesce($4, ''), 1, now() FROM workspaces WHERE account_id = $2 AND is_default
           ON CONFLICT (account_id, endpoint_name) DO UPDATE
             SET current_version = recordings.current_version + 1,
                 description = coalesce($4, recordings.description),
                 updated_at = now()
           RETURNING id, current_version
         )
         INSERT INTO recording_versions (id, recording_id, version, automation, portal)
         SELECT $5, id, current_version, $6, $7 FROM saved
         RETURNING recording_id, version`,
    [
      randomUUIDv7(),
      accountId,
      endpointName,
      description ?? null,
      randomUUIDv7(),
      JSON.stringify(automation),
      findPortal(automation.url),
    ],
  );
  const [saved] = rows;
  if (!saved) throw new Error(`Account "${accountId}" has no default workspace.`);
  const { recording_id: recordingId, version } = saved;
  return { recordingId, version, isCreated: version === 1 };
}
