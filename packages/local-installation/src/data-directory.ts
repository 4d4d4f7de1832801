import { createStreamKeys } from '@errand/stream-ticket/keys';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeControlPlaneSecrets, randomSecret } from './secrets.ts';

const SECRETS_FILE = 'secrets.json';
/** Index of the start time in /proc/PID/stat, after the name. */
const START_TIME_FIELD = 19;
/** A file that exists while the installation runs. */
const DATABASE_FILE = 'database-url';
/** A file that exists while the installation runs; packages/cli reads it. */
const API_FILE = 'api.json';
/** Folder of stored files, unless they are in a bucket. */
export const FILES = 'files';

const secretsSchema = z.strictObject({
  /** Credential of workers at the control plane. */
  workerToken: z.string(),
  /** Encrypts sensitive data at rest. */
  sealingKey: z.string(),
  /** Signs the URLs of stored files. */
  storageSigningKey: z.string(),
  /** Credential of gateways at the control plane. */
  gatewayToken: z.string(),
  /** Signs the tickets of viewers. */
  streamSigningKeys: z.string(),
  /** Public half of the signing keys. */
  streamVerifyingKeys: z.string(),
  /**
   * API key of the account that the first start created. Stored only so that later starts can print
   * it.
   */
  apiKey: z.string().optional(),
});

export type Secrets = z.infer<typeof secretsSchema>;

/** Older versions did not create all of these secrets. */
const storedSchema = secretsSchema.partial({
  gatewayToken: true,
  streamSigningKeys: true,
  streamVerifyingKeys: true,
});
type StoredSecrets = z.infer<typeof storedSchema>;

interface RunningInstallation {
  readonly databaseUrl: string;
  readonly sealingKey: string;
  /** Folder of the installation's files, unless its settings name a bucket. */
  readonly files: string;
  readonly storageSigningKey: string;
}

export interface DataDirectory extends Disposable {
  readonly path: string;
  readonly secrets: Secrets;
  readonly saveApiKey: (apiKey: string) => void;
  /** Publishes the database URL for the command line until disposed. */
  readonly publishDatabase: (url: string) => Disposable;
  /** Publishes the URL of the API and the API key for the command line until disposed. */
  readonly publishApi: (url: string, apiKey: string) => Disposable;
  /** Creates a folder inside and returns its path. */
  readonly folder: (name: string) => string;
}

/**
 * Returns where the installation that runs on this data directory keeps its data, or undefined if
 * none does.
 */
export function findRunningInstallation(directory: string): RunningInstallation | undefined {
  const file = join(directory, DATABASE_FILE);
  if (!existsSync(file)) return undefined;
  const { sealingKey, storageSigningKey } = readSecrets(directory);
  const databaseUrl = readFileSync(file, 'utf8');
  return { databaseUrl, sealingKey, files: join(directory, FILES), storageSigningKey };
}

/**
 * Opens the directory of a local installation; on first use creates its secrets, readable by this
 * user only. Throws while another start uses it.
 */
export function openDataDirectory(path: string): DataDirectory {
  makeDirectory(path);
  const lock = join(path, 'lock');
  takeLock(lock, path);
  // Remove the scratch space of killed workers.
  rmSync(join(path, 'work'), { recursive: true, force: true });
  const secretsFile = join(path, SECRETS_FILE);
  const secrets = completeSecrets(existsSync(secretsFile) ? readSecrets(path) : {});
  saveSecrets(secretsFile, secrets);
  return {
    path,
    secrets,
    saveApiKey: (apiKey) => saveSecrets(secretsFile, { ...secrets, apiKey }),
    publishDatabase: (url) => publish(join(path, DATABASE_FILE), url),
    publishApi: (url, apiKey) =>
      publish(join(path, API_FILE), JSON.stringify({ url, api_key: apiKey })),
    folder(name) {
      const folder = join(path, name);
      mkdirSync(folder, { recursive: true });
      return folder;
    },
    [Symbol.dispose]: () => rmSync(lock, { force: true }),
  };
}

/** Writes a file that only this user can read, and removes it on disposal. */
function publish(file: string, content: string): Disposable {
  writeFileSync(file, content, { mode: 0o600 });
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) };
}

function makeDirectory(path: string): void {
  try {
    // Others may traverse the directory: when started as root, PostgreSQL runs as another user.
    mkdirSync(path, { recursive: true, mode: 0o755 });
  } catch (error) {
    const reason = Error.isError(error) ? error.message : String(error);
    throw new Error(
      `The data directory "${path}" cannot be created (${reason}). Name another one with --data-dir.`,
      { cause: error },
    );
  }
}

function takeLock(lock: string, path: string): void {
  const owner = existsSync(lock) ? readFileSync(lock, 'utf8') : '';
  const processId = Number.parseInt(owner, 10);
  if (owner !== '' && owner === describeProcess(processId)) {
    throw new Error(
      `The data directory "${path}" is in use by process ${processId}. Stop that one, or name another directory with --data-dir.`,
    );
  }
  writeFileSync(lock, describeProcess(process.pid) ?? String(process.pid));
}

/**
 * Returns a process's id and start time, or undefined if it has ended. The id alone is not enough:
 * that of a stale lock may by now belong to any process.
 */
function describeProcess(processId: number): string | undefined {
  const file = `/proc/${processId}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [state] = fields;
  return state === 'Z' ? undefined : `${processId} ${fields[START_TIME_FIELD]}`;
}

function readSecrets(directory: string): StoredSecrets {
  return storedSchema.parse(JSON.parse(readFileSync(join(directory, SECRETS_FILE), 'utf8')));
}

/** Creates missing secrets. */
function completeSecrets(stored: Partial<StoredSecrets>): Secrets {
  const made = createStreamKeys('local');
  return {
    ...makeControlPlaneSecrets(),
    ...stored,
    gatewayToken: stored.gatewayToken ?? randomSecret(),
    streamSigningKeys: stored.streamSigningKeys ?? made.signing,
    streamVerifyingKeys: stored.streamVerifyingKeys ?? made.verifying,
  };
}

function saveSecrets(file: string, secrets: Secrets): void {
  const draft = `${file}.new`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
