import type { Sealer } from '@errand/secrets';
import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import type { PrismaClient } from '../database/generated/client.ts';
import type { Transaction } from '../database/transaction.ts';
import { getRecordingRow } from './read-recordings-store.ts';
import {
  RecordingChangedError,
  RecordingNotFoundError,
  VersionNotFoundError,
} from './recording-errors.ts';
import { ownerOf, type RecordingOwner, restoreVersion } from './recording-versions-store.ts';
import type { SavedRecording } from './recording.ts';
import { refuseOtherParameters } from './refuse-other-parameters.ts';
import { NoRolloutError, RolloutRunningError } from './rollout-errors.ts';
import type { NewRollout, Rollout, RolloutState } from './rollout.ts';
import { changeRecording } from './write-recording.ts';

interface Stores {
  readonly database: Database;
  readonly sealer: Sealer;
}

/** Methods that write throw StorageFullError. */
export interface RolloutStore {
  /**
   * Creates a new version and starts its roll-out. Throws RecordingNotFoundError, RecordingChangedError,
   * VersionNotFoundError, RolloutRunningError; InvalidRequestError if its parameters differ from
   * those of the current version.
   */
  startRollout: (
    accountId: string,
    recordingId: string,
    rollout: NewRollout,
  ) => Promise<SavedRecording>;
  /**
   * Ends the running roll-out, and returns the version that is current then. Throws
   * RecordingNotFoundError, NoRolloutError.
   */
  endRollout: (
    accountId: string,
    recordingId: string,
    state: 'promoted' | 'stopped',
  ) => Promise<SavedRecording>;
  /** The running or latest roll-out, if any. Throws RecordingNotFoundError. */
  findRollout: (accountId: string, recordingId: string) => Promise<Rollout | undefined>;
}

export function createRolloutStore({
  database,
  sealer,
  withRoom,
}: Stores & {
  /** Throws StorageFullError if the account has no room for what `save` stores. */
  readonly withRoom: <Saved>(accountId: string, save: () => Promise<Saved>) => Promise<Saved>;
}): RolloutStore {
  return {
    startRollout: async (accountId, recordingId, rollout) => {
      const owner = ownerOf(accountId, recordingId);
      return withRoom(accountId, () => startRollout({ database, sealer }, owner, rollout));
    },
    // A full account must be able to stop a bad version.
    endRollout: async (accountId, recordingId, state) =>
      endRollout({ database }, ownerOf(accountId, recordingId), state),
    findRollout: async (accountId, recordingId) =>
      findRollout(database.prisma, ownerOf(accountId, recordingId)),
  };
}

function startRollout(
  { database, sealer }: Stores,
  owner: RecordingOwner,
  rollout: NewRollout,
): Promise<SavedRecording> {
  return database.transaction(async (transaction) => {
    const baseVersion = await lockRecording(transaction, owner);
    const running = await findRunning(transaction, owner.recordingId);
    if (running) throw new RolloutRunningError(owner.recordingId, running.version);
    if (rollout.expectedVersion !== undefined && rollout.expectedVersion !== baseVersion) {
      throw new RecordingChangedError(rollout.expectedVersion, baseVersion);
    }
    const base = await readAutomation(transaction, owner.recordingId, baseVersion);
    const { source, comment, apiKeyId } = rollout;
    const next =
      'automation' in source
        ? source.automation
        : await readAutomation(transaction, owner.recordingId, source.version);
    const member = 'automation' in source ? 'automation' : 'version';
    refuseOtherParameters({ base, next, member }, { sealer, accountId: owner.accountId });
    const saved =
      'automation' in source
        ? await changeRecording({ pool: transaction, sealer }, owner, {
            automation: source.automation,
            comment,
            apiKeyId,
          })
        : await restoreVersion(transaction, owner, { version: source.version, comment, apiKeyId });
    await insertRollout(transaction, rollout, { ...saved, baseVersion });
    return saved;
  });
}

function endRollout(
  { database }: Pick<Stores, 'database'>,
  owner: RecordingOwner,
  state: 'promoted' | 'stopped',
): Promise<SavedRecording> {
  const { recordingId } = owner;
  return database.transaction(async (transaction) => {
    await lockRecording(transaction, owner);
    const running = await findRunning(transaction, recordingId);
    if (!running) throw new NoRolloutError(recordingId);
    await transaction.query('SELECT end_rollout($1, $2)', [running.id, state]);
    return { recordingId, version: await lockRecording(transaction, owner) };
  });
}

async function findRollout(
  prisma: PrismaClient,
  { accountId, recordingId }: RecordingOwner,
): Promise<Rollout | undefined> {
  await getRecordingRow(prisma, accountId, recordingId);
  const row = await prisma.recordingRollout.findFirst({
    where: { recordingId },
    orderBy: { startedAt: 'desc' },
  });
  if (!row) return undefined;
  return {
    ...row,
    // Only the SQL functions write the state.
    state: row.state as RolloutState,
    newResults: { succeeded: row.newSucceeded, failed: row.newFailed, lost: row.newLost },
    oldResults: { succeeded: row.oldSucceeded, failed: row.oldFailed, lost: row.oldLost },
  };
}

/**
 * Returns the current version. Until the commit, changes to the recording and results of its tasks
 * wait.
 */
async function lockRecording(
  transaction: Transaction,
  { accountId, recordingId }: RecordingOwner,
): Promise<number> {
  const { rows } = await transaction.query<{ current_version: number }>(
    `SELECT current_version FROM recordings
     WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    [recordingId, accountId],
  );
  const [recording] = rows;
  if (!recording) throw new RecordingNotFoundError(recordingId);
  return recording.current_version;
}

async function findRunning(
  transaction: Transaction,
  recordingId: string,
): Promise<{ readonly id: string; readonly version: number } | undefined> {
  const { rows } = await transaction.query<{ id: string; version: number }>(
    `SELECT id, version FROM recording_rollouts WHERE recording_id = $1 AND state = 'running'`,
    [recordingId],
  );
  return rows[0];
}

async function readAutomation(
  transaction: Transaction,
  recordingId: string,
  version: number,
): Promise<object> {
  const { rows } = await transaction.query<{ automation: object }>(
    'SELECT automation FROM recording_versions WHERE recording_id = $1 AND version = $2',
    [recordingId, version],
  );
  const [row] = rows;
  if (!row) throw new VersionNotFoundError(recordingId, version);
  return row.automation;
}

async function insertRollout(
  transaction: Transaction,
  { percent, firstTasks, minTasks, maxFailureRateIncrease }: NewRollout,
  { recordingId, version, baseVersion }: SavedRecording & { readonly baseVersion: number },
): Promise<void> {
  await transaction.query(
    `INSERT INTO recording_rollouts
       (id, recording_id, version, base_version, percent, first_tasks, min_tasks, max_failure_rate_increase)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      randomUUIDv7(),
      recordingId,
      version,
      baseVersion,
      percent,
      firstTasks,
      minTasks,
      maxFailureRateIncrease,
    ],
  );
}
