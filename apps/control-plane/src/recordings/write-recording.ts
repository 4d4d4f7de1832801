import type { Sealer } from '@errand/secrets';
import { randomUUIDv7 } from 'node:crypto';
import { findBrokenConstraint } from '../database/broken-constraint.ts';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { sealedContext } from '../database/sealed-context.ts';
import { WorkspaceNotFoundError } from '../workspaces/workspace-errors.ts';
import { findPortal } from './find-portal.ts';
import { EndpointNameTakenError, RecordingChangedError } from './recording-errors.ts';
import { explainUnchanged } from './recording-versions-store.ts';
import { assertSeedsOpen, sealSeeds, type SeedSealer } from './seal-seeds.ts';
import type {
  NewRecording,
  Receiver,
  RecordingChange,
  RecordingSave,
  SavedRecording,
} from './recording.ts';

interface Stores {
  readonly pool: Database['pool'] | Transaction;
  readonly sealer: Sealer;
}

interface SavedRow {
  readonly id: string;
  readonly current_version: number;
}

/** Throws EndpointNameTakenError, WorkspaceNotFoundError. */
export async function createRecording(
  { pool, sealer }: Stores,
  accountId: string,
  recording: NewRecording,
): Promise<SavedRecording> {
  const id = randomUUIDv7();
  const rows = await writeRows(recording, async () => {
    const answer = await pool.query<SavedRow>(
      `WITH created AS (
         INSERT INTO recordings (id, account_id, workspace_id, endpoint_name, description, callback_url, callback_secret,
           notification_emails, is_marketplace, current_version, updated_at)
         SELECT $1, $2, w.id, $3, coalesce($4, ''), $5, $6, coalesce($7::text[], '{}'), coalesce($8, false), 1, now()
         FROM workspaces w WHERE w.account_id = $2 AND CASE WHEN $9::uuid IS NULL THEN w.is_default ELSE w.id = $9 END
         RETURNING id, current_version
       ), version AS (
         INSERT INTO recording_versions (id, recording_id, version, automation, portal, comment, created_by)
         SELECT $10, id, current_version, $11, $12, $13, (SELECT name FROM api_keys WHERE id = $14) FROM created
       )
       SELECT id, current_version FROM created`,
      [
        id,
        accountId,
        recording.endpointName,
        recording.description ?? null,
        recording.receiver?.url ?? null,
        sealSecret(sealer, id, recording.receiver),
        recording.notificationEmails ?? null,
        recording.isMarketplace ?? null,
        recording.workspaceId ?? null,
        ...versionColumns(recording, { sealer, accountId }),
      ],
    );
    return answer.rows;
  });
  const [created] = rows;
  if (created) return savedOf(created);
  throw new WorkspaceNotFoundError(recording.workspaceId ?? 'default');
}

/**
 * Schedules of the recording follow its name. Throws RecordingNotFoundError, EndpointNameTakenError,
 * WorkspaceNotFoundError; with a base version, RecordingChangedError.
 */
export async function changeRecording(
  stores: Stores,
  owner: RecordingOwner,
  change: RecordingChange,
): Promise<SavedRecording> {
  const [changed] = await writeRows(change, () => changeRow(stores, owner, change));
  if (changed) return savedOf(changed);
  throw await explainUnchanged(stores.pool, owner, change.baseVersion);
}

interface RecordingOwner {
  readonly accountId: string;
  readonly recordingId: string;
}

/** One statement, so that two authors get two versions and no version lacks its automation. */
async function changeRow(
  { pool, sealer }: Stores,
  owner: RecordingOwner,
  change: RecordingChange,
): Promise<SavedRow[]> {
  const { rows } = await pool.query<SavedRow>(
    `WITH old AS MATERIALIZED (
       SELECT id, endpoint_name AS name FROM recordings WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE
     ), changed AS (
       UPDATE recordings r SET
         endpoint_name = coalesce($3, endpoint_name),
         description = coalesce($4, description),
         callback_url = CASE WHEN $5 THEN $6 ELSE callback_url END,
         callback_secret = CASE WHEN $5 THEN $7 ELSE callback_secret END,
         notification_emails = coalesce($8::text[], notification_emails),
         is_marketplace = coalesce($9, is_marketplace),
         workspace_id = coalesce($10::uuid, workspace_id),
         current_version = current_version + ($12::jsonb IS NOT NULL)::int,
         updated_at = now()
       FROM old
       WHERE r.id = old.id AND deleted_at IS NULL AND ($16::int IS NULL OR current_version = $16)
       RETURNING r.id, current_version, old.name AS old_name, endpoint_name AS new_name
     ), version AS (
       INSERT INTO recording_versions (id, recording_id, version, automation, portal, comment, created_by)
       SELECT $11, id, current_version, $12::jsonb, $13, $14, (SELECT name FROM api_keys WHERE id = $15)
       FROM changed WHERE $12::jsonb IS NOT NULL
     ), followed AS (
       UPDATE schedules s SET submission = jsonb_set(submission, '{endpoint_name}', to_jsonb(new_name))
       FROM changed
       WHERE s.account_id = $2 AND new_name <> old_name AND submission->>'endpoint_name' = old_name
       RETURNING note_event(s.account_id, 'schedule',
         jsonb_build_object('schedule_id', s.id, 'name', s.name, 'change', 'changed'))
     )
     SELECT id, current_version FROM changed`,
    changeValues(sealer, owner, change),
  );
  return rows;
}

function changeValues(sealer: Sealer, owner: RecordingOwner, change: RecordingChange): unknown[] {
  return [
    owner.recordingId,
    owner.accountId,
    change.endpointName ?? null,
    change.description ?? null,
    change.receiver !== undefined,
    change.receiver?.url ?? null,
    sealSecret(sealer, owner.recordingId, change.receiver),
    change.notificationEmails ?? null,
    change.isMarketplace ?? null,
    change.workspaceId ?? null,
    ...versionColumns(change, { sealer, accountId: owner.accountId }),
    change.baseVersion ?? null,
  ];
}

/**
 * Makes the automation the current version of the recording with this endpoint name, and creates
 * the recording in the default workspace if there is none. Throws RecordingChangedError if a base
 * version is given and is no longer the current one.
 */
export async function saveRecording(
  { pool, sealer }: Stores,
  accountId: string,
  recording: RecordingSave,
): Promise<SavedRecording> {
  const { endpointName, baseVersion } = recording;
  const { rows } = await pool.query<SavedRow>(
    `WITH stored AS (
       INSERT INTO recordings (id, account_id, workspace_id, endpoint_name, description, current_version, updated_at)
       SELECT $1, $2, id, $3, coalesce($4, ''), 1, now() FROM workspaces
       WHERE account_id = $2 AND is_default AND coalesce($10::int, 0) = 0
       ON CONFLICT (account_id, endpoint_name) WHERE deleted_at IS NULL DO UPDATE
         SET current_version = recordings.current_version + 1,
             description = coalesce($4, recordings.description),
             updated_at = now()
         WHERE $10 IS NULL
       RETURNING id, current_version
     ), changed AS (
       UPDATE recordings
       SET current_version = current_version + 1, description = coalesce($4, description), updated_at = now()
       WHERE account_id = $2 AND endpoint_name = $3 AND deleted_at IS NULL AND current_version = $10
       RETURNING id, current_version
     ), saved AS (
       SELECT * FROM stored UNION ALL SELECT * FROM changed
     ), version AS (
       INSERT INTO recording_versions (id, recording_id, version, automation, portal, comment, created_by)
       SELECT $5, id, current_version, $6, $7, $8, (SELECT name FROM api_keys WHERE id = $9) FROM saved
     )
     SELECT id, current_version FROM saved`,
    [
      randomUUIDv7(),
      accountId,
      endpointName,
      recording.description ?? null,
      ...versionColumns(recording, { sealer, accountId }),
      baseVersion ?? null,
    ],
  );
  const [saved] = rows;
  if (saved) return savedOf(saved);
  if (baseVersion === undefined)
    throw new Error(`Account "${accountId}" has no default workspace.`);
  const { rows: found } = await pool.query<Pick<SavedRow, 'current_version'>>(
    'SELECT current_version FROM recordings WHERE account_id = $1 AND endpoint_name = $2 AND deleted_at IS NULL',
    [accountId, endpointName],
  );
  throw new RecordingChangedError(baseVersion, found[0]?.current_version);
}

async function writeRows(
  { endpointName, workspaceId }: RecordingChange,
  write: () => Promise<SavedRow[]>,
): Promise<SavedRow[]> {
  try {
    return await write();
  } catch (error) {
    const constraint = findBrokenConstraint(error);
    if (constraint === 'recordings_endpoint_name') {
      throw new EndpointNameTakenError(endpointName ?? '', { cause: error });
    }
    if (constraint === 'recordings_workspace_id_fkey') {
      throw new WorkspaceNotFoundError(workspaceId ?? '', { cause: error });
    }
    throw error;
  }
}

/** Id, automation, portal, comment and API key of a new version. */
function versionColumns(
  { automation, comment, apiKeyId }: RecordingChange,
  seals: SeedSealer,
): (string | null)[] {
  if (!automation) return [randomUUIDv7(), null, null, null, null];
  assertSeedsOpen(automation, seals);
  const sealed = JSON.stringify(sealSeeds(automation, seals));
  return [randomUUIDv7(), sealed, findPortal(automation.url), comment ?? null, apiKeyId ?? null];
}

function sealSecret(
  sealer: Sealer,
  recordingId: string,
  receiver: Receiver | null | undefined,
): string | null {
  if (!receiver?.secret) return null;
  return sealer.seal(receiver.secret, sealedContext.callbackSecret('recording', recordingId));
}

function savedOf({ id, current_version: version }: SavedRow): SavedRecording {
  return { recordingId: id, version };
}
