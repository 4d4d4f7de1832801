import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const ERRAND = new URL('../../bin/errand', import.meta.url).pathname;
const streamKeys = z.object({ STREAM_SIGNING_KEYS: z.string(), STREAM_VERIFYING_KEYS: z.string() });

/** Secrets that the installation does not generate itself. */
export interface GivenSecrets {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly adminToken: string;
}

/** Writes a file for each secret of infra/compose.yaml, readable by the users of all containers. */
export async function writeSecrets(directory: string, given: GivenSecrets): Promise<void> {
  const { stdout } = await promisify(execFile)(ERRAND, ['admin', 'stream-keys', 'create', 'check']);
  const keys = streamKeys.parse(JSON.parse(stdout));
  const password = randomBytes(16).toString('hex');
  const secrets = {
    postgres_password: password,
    database_url: `postgresql://errand:${password}@postgres:5432/errand`,
    sealing_keys: `check:${createSecret()}`,
    worker_token: createSecret(),
    admin_token: given.adminToken,
    gateway_token: createSecret(),
    stream_signing_keys: keys.STREAM_SIGNING_KEYS,
    stream_verifying_keys: keys.STREAM_VERIFYING_KEYS,
    s3_access_key: given.accessKey,
    s3_secret_key: given.secretKey,
  };
  mkdirSync(directory);
  for (const [name, value] of Object.entries(secrets)) {
    writeFileSync(join(directory, name), `${value}\n`);
    chmodSync(join(directory, name), 0o644);
  }
}

function createSecret(): string {
  return randomBytes(32).toString('base64');
}
