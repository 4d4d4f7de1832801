import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { shareReads } from '../database/share-reads.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { assertRoom } from '../storage-quotas/reserve-storage.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import type { Observer } from '../telemetry/observer.ts';
import {
  CURRENT_VERSION,
  GIVEN_VERSION,
  type CurrentVersion,
  VERSION_COLUMNS,
} from '../transitions/current-version.ts';
import { deleteRecording, type DeletionOptions } from './delete-recording.ts';
import { createProposalStore, type ProposalStore } from './locator-proposals-store.ts';
import { getRecording, listRecordings, listSummaries } from './read-recordings-store.ts';
import { openSeeds } from './seal-seeds.ts';
import {
  getVersion,
  listVersions,
  ownerOf,
  restoreVersion,
  type VersionToRestore,
} from './recording-versions-store.ts';
import type {
  CurrentParameters,
  DeclaredParameters,
  NewRecording,
  Recording,
  RecordingChange,
  RecordingPage,
  RecordingQuery,
  RecordingSummaryPage,
  RecordingVersion,
  SavedRecording,
  VersionPage,
} from './recording.ts';
import { createRolloutStore, type RolloutStore } from './rollout-store.ts';
import { changeRecording, createRecording, saveRecording } from './write-recording.ts';

/**
 * Recordings as their account sees them. A recording that belongs to another account, or was
 * deleted, counts as not found. Methods that write throw StorageFullError.
 */
export interface RecordingStore extends RolloutStore, ProposalStore {
  /**
   * Makes the automation the current version of the recording with this endpoint name, and creates
   * the recording in the default workspace if there is none. Without a description, keeps the old
   * one.
   */
  save: (
    accountId: string,
    recording: Parameters<typeof saveRecording>[2],
  ) => Promise<SavedRecording>;
  /** Creates a recording with version 1. Throws EndpointNameTakenError, WorkspaceNotFoundError. */
  create: (accountId: string, recording: NewRecording) => Promise<SavedRecording>;
  /**
   * A given automation creates a new version. Throws RecordingNotFoundError,
   * EndpointNameTakenError, WorkspaceNotFoundError.
   */
  change: (
    accountId: string,
    recordingId: string,
    change: RecordingChange,
  ) => Promise<SavedRecording>;
  /**
   * Fails while tasks wait or run, unless `cancelTasks` is set. With `deleteTasks`, its tasks and
   * versions are deleted in the background. Throws RecordingNotFoundError,
   * RecordingInUseError, CancellationUnfinishedError.
   */
  delete: (
    accountId: string,
    recordingId: string,
    options: DeletionOptions,
  ) => Promise<{ readonly cancelledTaskCount: number }>;
  /** Throws RecordingNotFoundError. */
  get: (accountId: string, recordingId: string) => Promise<Recording>;
  /** One page of a workspace. */
  list: (accountId: string, query: RecordingQuery) => Promise<RecordingPage>;
  /** One page without automations, but with the results of tasks. */
  listSummaries: (accountId: string, query: RecordingQuery) => Promise<RecordingSummaryPage>;
  /** Throws RecordingNotFoundError. */
  listVersions: (
    accountId: string,
    recordingId: string,
    page: { readonly limit: number; readonly before?: number | undefined },
  ) => Promise<VersionPage>;
  /** Throws RecordingNotFoundError, VersionNotFoundError. */
  getVersion: (
    accountId: string,
    recordingId: string,
    version: number,
  ) => Promise<RecordingVersion & { readonly automation: unknown }>;
  /** Restores the automation of a version as a new version. Throws RecordingNotFoundError. */
  restore: (
    accountId: string,
    recordingId: string,
    version: VersionToRestore,
  ) => Promise<SavedRecording>;
  /** Parameters of the current version; undefined when the account has no such recording. */
  findParameters: (
    accountId: string,
    endpointName: string,
  ) => Promise<CurrentParameters | undefined>;
  /** Parameters of a version; undefined when the account has no such recording or version. */
  findParametersOf: (
    accountId: string,
    endpointName: string,
    version: number,
  ) => Promise<CurrentParameters | undefined>;
}

export function createRecordingStore(dependencies: {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly observer?: Observer | undefined;
  readonly sealer: Sealer;
  readonly storageLimits: StorageLimits;
}): RecordingStore {
  const { database, sealer } = dependencies;
  const { pool, prisma } = database;
  const withRoom = async <Saved>(accountId: string, save: () => Promise<Saved>): Promise<Saved> => {
    await assertRoom(database, dependencies.storageLimits, { accountId });
    return save();
  };
  return {
    save: (accountId, recording) =>
      withRoom(accountId, () => saveRecording({ pool, sealer }, accountId, recording)),
    create: (accountId, recording) =>
      withRoom(accountId, () => createRecording({ pool, sealer }, accountId, recording)),
    change: async (accountId, recordingId, change) => {
      const owner = ownerOf(accountId, recordingId);
      return withRoom(accountId, () => changeRecording({ pool, sealer }, owner, change));
    },
    delete: async (accountId, recordingId, options) =>
      deleteRecording(dependencies, ownerOf(accountId, recordingId), options),
    get: (accountId, recordingId) => getRecording({ prisma, sealer }, accountId, recordingId),
    list: (accountId, query) => listRecordings({ prisma, sealer }, accountId, query),
    listSummaries: (accountId, query) => listSummaries(database, accountId, query),
    listVersions: async (accountId, recordingId, page) =>
      listVersions(prisma, ownerOf(accountId, recordingId), page),
    getVersion: async (accountId, recordingId, version) =>
      getVersion({ prisma, sealer }, ownerOf(accountId, recordingId), version),
    restore: async (accountId, recordingId, version) => {
      const owner = ownerOf(accountId, recordingId);
      return withRoom(accountId, () => restoreVersion(pool, owner, version));
    },
    ...createProposalStore({ prisma, sealer }),
    ...createRolloutStore({ database, sealer, withRoom }),

    findParameters: shareReads((accountId: string, endpointName: string) =>
      findParameters(dependencies, CURRENT_VERSION, [accountId, endpointName]),
    ),
    findParametersOf: (...wanted) => findParameters(dependencies, GIVEN_VERSION, wanted),
  };
}

/** SQL: the columns of DeclaredParameters, of a version `v`. */
const PARAMETERS = `
  coalesce(nullif(v.automation #> '{parameters,input_parameters}', 'null'), '{}') AS "inputParameters",
  coalesce(nullif(v.automation #> '{parameters,secure_parameters}', 'null'), '{}') AS "secureParameters",
  coalesce(v.automation ->> 'browser_channel', 'chromium') AS "browserChannel",
  btrim(coalesce(v.automation ->> 'url', '')) <> '' AS "hasStartPage"`;

async function findParameters(
  { database, sealer }: { readonly database: Database; readonly sealer: Sealer },
  from: typeof CURRENT_VERSION | typeof GIVEN_VERSION,
  values: readonly [accountId: string, endpointName: string, version?: number],
): Promise<CurrentParameters | undefined> {
  const [accountId] = values;
  const name = from === CURRENT_VERSION ? 'current-parameters' : 'given-parameters';
  const { rows } = await database.pool.query<DeclaredParameters & CurrentVersion>(
    database.prepared(name, `SELECT ${PARAMETERS}, ${VERSION_COLUMNS} FROM ${from}`, [...values]),
  );
  const [found] = rows;
  if (!found) return undefined;
  const { inputParameters, secureParameters, browserChannel, hasStartPage, ...version } = found;
  return {
    inputParameters,
    secureParameters: openSeeds(secureParameters, { sealer, accountId }),
    browserChannel,
    hasStartPage,
    version,
  };
}
