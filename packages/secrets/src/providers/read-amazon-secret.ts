import { isRecord } from '@errand/foundation';
import type { AmazonCredentials } from './secret-credentials.ts';
import type { AmazonReference } from './secret-reference.ts';
import type { Refuse, SecretSource } from './secret-source.ts';

const ATTEMPTS = 2;

/** Reads a secret from AWS Secrets Manager, or one member of it. Throws what `refuse` returns. */
export async function readAmazonSecret(
  reference: AmazonReference,
  { credentials, signal, refuse }: SecretSource,
): Promise<string> {
  const { secretName, regionName, key } = reference;
  const place = `the secret "${secretName}" of AWS Secrets Manager in ${regionName}`;
  const { amazonSecretsManager } = credentials;
  if (!amazonSecretsManager) {
    throw refuse(
      'no access to AWS Secrets Manager is set up: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY on the control plane.',
    );
  }
  const text = await fetchSecret(reference, amazonSecretsManager, signal).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw refuse(explain(error, place));
    },
  );
  if (text === undefined || text === '') throw refuse(`${place} is empty.`);
  return key === undefined ? text : memberOf(text, { key, place, refuse });
}

/** Fetches a secret. The SDK is loaded on first use, because it is large. */
async function fetchSecret(
  { secretName, regionName }: AmazonReference,
  { accessKeyId, secretAccessKey, endpoint }: AmazonCredentials,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { GetSecretValueCommand, SecretsManagerClient } =
    await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({
    region: regionName,
    credentials: { accessKeyId, secretAccessKey: secretAccessKey.reveal() },
    maxAttempts: ATTEMPTS,
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  try {
    const command = new GetSecretValueCommand({ SecretId: secretName });
    const { SecretString, SecretBinary } = await client.send(command, { abortSignal: signal });
    return SecretString ?? (SecretBinary && Buffer.from(SecretBinary).toString('utf8'));
  } finally {
    client.destroy();
  }
}

const reasons: Readonly<Record<string, string>> = {
  ResourceNotFoundException: 'does not exist, or the access key may not see it',
  AccessDeniedException: 'may not be read with the access key of AWS_ACCESS_KEY_ID',
  DecryptionFailure: 'cannot be decrypted with its KMS key',
  InvalidRequestException: 'is about to be deleted, or has no current version',
};

function explain(error: unknown, place: string): string {
  const name = Error.isError(error) ? error.name : '';
  const reason = reasons[name];
  if (reason !== undefined) return `${place} ${reason}.`;
  if (/InvalidSignature|UnrecognizedClient|InvalidClientToken|ExpiredToken/.test(name)) {
    return `AWS does not accept AWS_ACCESS_KEY_ID with its AWS_SECRET_ACCESS_KEY (${name}), so ${place} cannot be requested.`;
  }
  const status = statusOf(error);
  if (status === undefined) return `AWS could not be reached for ${place}.`;
  return `AWS responded with status ${status} (${name}) for ${place}.`;
}

function statusOf(error: unknown): number | undefined {
  if (!Error.isError(error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata as { readonly httpStatusCode?: number } | undefined;
  return metadata?.httpStatusCode;
}

function memberOf(
  text: string,
  { key, place, refuse }: { readonly key: string; readonly place: string; readonly refuse: Refuse },
): string {
  const members = parseObject(text);
  if (!members) throw refuse(`${place} is not a JSON object, so it has no key "${key}".`);
  const value = Object.hasOwn(members, key) ? members[key] : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && value !== '') return value;
  throw refuse(`${place} has no text at its key "${key}".`);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // The parser's message would show the start of the secret.
    return undefined;
  }
}
