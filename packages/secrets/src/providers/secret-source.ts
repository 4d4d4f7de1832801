import type { SecretUnavailableError } from '../secrets-errors.ts';
import type { SecretCredentials } from './secret-credentials.ts';

/** Creates the error; the reason is a sentence that names the location and never a value. */
export type Refuse = (reason: string) => SecretUnavailableError;

/** What a provider gets besides the reference. */
export interface SecretSource {
  readonly credentials: SecretCredentials;
  /** Ends the wait for the vault. */
  readonly signal: AbortSignal;
  readonly refuse: Refuse;
}
