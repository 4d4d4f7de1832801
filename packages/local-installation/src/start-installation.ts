import { sampleRecordings, type SampleRecording } from '@errand/sample-site/recordings';
import { join } from 'node:path';
import { z } from 'zod';
import { createApiClient } from './api-client.ts';
import { openDataDirectory } from './data-directory.ts';
import { createApiKey } from './operator-command.ts';
import { choosePorts } from './ports.ts';
import {
  ownStarting,
  startLocalControlPlane,
  startLocalServer,
  startOthers,
  startSampleSite,
  streamUrlOf,
  urlOf,
  type AppSettings,
  type AppsContext,
} from './start-apps.ts';
import { startDatabase } from './start-database.ts';
import { healthUrlsOf } from './worker-ports.ts';

const ACCOUNT_NAME = 'local';

export interface InstallationOptions extends Pick<AppsContext, 'slots' | 'workers'> {
  /** Holds the database, files, keys and logs. Absolute. */
  readonly dataDirectory: string;
  /** Whether to use free ports instead of the usual ones. */
  readonly autoPorts: boolean;
  /** Environment of this process: may hold the ports, DATABASE_URL and DATABASE_DIRECT_URL. */
  readonly environment: NodeJS.ProcessEnv;
  readonly settings: AppSettings;
}

/** A submission of a sample recording. */
export interface SampleSubmission {
  readonly endpoint_name: string;
  readonly input_parameters: Readonly<Record<string, readonly string[]>>;
  readonly unique_parameter_names: readonly string[];
}

export interface Installation extends AsyncDisposable {
  readonly apiUrl: string;
  readonly streamUrl: string;
  readonly sampleSiteUrl: string;
  readonly localInferenceUrl: string;
  readonly apiKey: string;
  /** Where each worker serves its health and metrics; empty unless HEALTH_PORT is set. */
  readonly workerUrls: readonly string[];
  readonly dataDirectory: string;
  readonly sample: SampleSubmission;
  /** Resolves with a sentence when a part ends unexpectedly. */
  readonly failed: Promise<string>;
}

/**
 * Starts every part of Errand and the sample site on this machine, and stores the sample
 * recordings. The first time, also creates an account. Throws if a port or the data directory is in
 * use.
 */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { environment, settings, workers } = options;
  await using owned = new AsyncDisposableStack();
  const directory = owned.use(openDataDirectory(options.dataDirectory));
  // Comes first, because this call refuses settings that several workers cannot share.
  const workerUrls = healthUrlsOf(settings.worker, workers);
  const ports = await choosePorts(options.autoPorts, environment);
  const site = ownStarting(owned, startSampleSite({ ports, directory, environment }));
  const database = owned.use(
    await startDatabase({
      directory: join(directory.path, 'postgres'),
      port: ports.POSTGRES_PORT,
      url: environment['DATABASE_URL'],
      directUrl: environment['DATABASE_DIRECT_URL'],
      environment,
    }),
  );
  const { url: databaseUrl, directUrl } = database;
  owned.use(directory.publishDatabase(directUrl));
  const givingUp = new AbortController();
  const context = { ...options, ports, directory, databaseUrl, givenUp: givingUp.signal };
  // The other parts load their modules while it starts, and then call it. Teardown is in reverse, so
  // workers can report.
  const starting = ownStarting(owned, startLocalControlPlane(context));
  const others = startOthers(context).map((other) => ownStarting(owned, other));
  // Disposed first: a control plane that cannot start must not wait for the start of the others.
  owned.defer(() => givingUp.abort());
  const controlPlane = await starting;
  const apiUrl = urlOf(ports.API_PORT);
  const sampleSiteUrl = urlOf(ports.SAMPLE_SITE_PORT);
  const apiKey = await ensureApiKey({ ...context, databaseUrl: directUrl }, apiUrl);
  owned.use(directory.publishApi(apiUrl, apiKey));
  const localServer = ownStarting(owned, startLocalServer(context, apiKey));
  const recordings = sampleRecordings(sampleSiteUrl);
  const api = createApiClient(apiUrl, apiKey);
  const storing = recordings.map((recording) => api.post('/api/v1/update_example', recording));
  const [apps] = await Promise.all([Promise.all([site, ...others, localServer]), ...storing]);
  const resources = owned.move();
  return {
    apiUrl,
    streamUrl: streamUrlOf(ports),
    sampleSiteUrl,
    localInferenceUrl: urlOf(ports.LOCAL_INFERENCE_PORT),
    apiKey,
    workerUrls,
    dataDirectory: directory.path,
    sample: submissionOf(recordings[0]),
    failed: Promise.race([database, controlPlane, ...apps].map(({ failed }) => failed)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns the API key of an earlier start if this database still knows it, otherwise a new one. */
async function ensureApiKey(
  context: Pick<AppsContext, 'databaseUrl' | 'directory' | 'environment'>,
  apiUrl: string,
): Promise<string> {
  const { apiKey } = context.directory.secrets;
  if (apiKey !== undefined && (await isKnown(apiUrl, apiKey))) return apiKey;
  const created = await createApiKey(context, { account: ACCOUNT_NAME, name: 'npm start' });
  context.directory.saveApiKey(created);
  return created;
}

async function isKnown(apiUrl: string, apiKey: string): Promise<boolean> {
  const answer = await createApiClient(apiUrl, apiKey).post('/api/v1/validate_api_key', apiKey);
  return z.object({ valid: z.boolean() }).parse(answer).valid;
}

function submissionOf(recording: SampleRecording | undefined): SampleSubmission {
  if (!recording) throw new Error('The sample site has no recordings.');
  return {
    endpoint_name: recording.endpoint_name,
    input_parameters: recording.automation.parameters.input_parameters,
    unique_parameter_names: ['email'],
  };
}
