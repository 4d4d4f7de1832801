import { openDeadline } from '@errand/foundation';
import { Secret } from '../secret.ts';
import { SecretUnavailableError } from '../secrets-errors.ts';
import { readAmazonSecret } from './read-amazon-secret.ts';
import { readConnectField } from './read-connect-field.ts';
import { readServiceAccountField } from './read-service-account-field.ts';
import type { SecretCredentials } from './secret-credentials.ts';
import type { OnePasswordReference, SecretReference } from './secret-reference.ts';
import type { Refuse, SecretSource } from './secret-source.ts';

export interface SecretRequest {
  /** The author's name for the secret, used in errors: `password[0]`. */
  readonly name: string;
  /** Credentials for this one request: the caller decides who may use which. */
  readonly credentials: SecretCredentials;
  readonly signal: AbortSignal;
}

export interface ProvidedSecret {
  readonly secret: Secret;
  /** When a one-time code expires; null for a permanent value. */
  readonly expiresAt: Date | null;
}

export interface SecretProviders {
  /** Queries the vault on every call and caches nothing. Throws SecretUnavailableError. */
  readonly resolve: (reference: SecretReference, request: SecretRequest) => Promise<ProvidedSecret>;
}

interface ProviderOptions {
  /** Deadline of a vault's response. */
  readonly timeoutMs: number;
}

/** Creates providers that read secrets from the locations in their references. */
export function createSecretProviders({ timeoutMs }: ProviderOptions): SecretProviders {
  return {
    async resolve(reference, { name, credentials, signal }) {
      const refuse: Refuse = (reason) => new SecretUnavailableError(name, reason);
      using deadline = openDeadline(signal, timeoutMs);
      const source = { credentials, signal: deadline.signal, refuse };
      try {
        const value = await readValue(reference, source);
        const { codeDigits } = reference;
        if (codeDigits === undefined) return { secret: new Secret(name, value), expiresAt: null };
        const { makeCode } = await import('./make-code.ts');
        const { code, expiresAt } = makeCode(value, { digits: codeDigits, at: new Date(), refuse });
        return { secret: new Secret(name, code), expiresAt };
      } catch (error) {
        signal.throwIfAborted();
        if (!deadline.isOver || error instanceof SecretUnavailableError) throw error;
        throw refuse(`its vault did not respond within ${timeoutMs / 1000} s.`);
      }
    },
  };
}

async function readValue(reference: SecretReference, source: SecretSource): Promise<string> {
  if (reference.kind === 'onepassword') return readOnePassword(reference, source);
  if (reference.kind === 'amazon-secrets-manager') return readAmazonSecret(reference, source);
  return reference.seed;
}

function readOnePassword(reference: OnePasswordReference, source: SecretSource): Promise<string> {
  const { onepassword } = source.credentials;
  if (!onepassword) {
    throw source.refuse(
      'no access to 1Password is set up: set ONEPASSWORD_CONNECT_URL and ONEPASSWORD_CONNECT_TOKEN, or OP_SERVICE_ACCOUNT_TOKEN, on the control plane.',
    );
  }
  return onepassword.kind === 'connect'
    ? readConnectField(reference, onepassword, source)
    : readServiceAccountField(reference, onepassword, source);
}
