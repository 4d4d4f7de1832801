export { redactBytes } from './redact-bytes.ts';
export { redactDeep, redactJson } from './redact-deep.ts';
export { redactParts } from './redact-parts.ts';
export { createRedactor, createSecretFinder, type Redactor } from './redactor.ts';
export { createSealer, type Sealer } from './sealer.ts';
export { Secret } from './secret.ts';
export { parseSealingKeys, type SealingKey } from './sealing-keys.ts';
export {
  InvalidSealingKeyError,
  SealedValueError,
  SecretUnavailableError,
} from './secrets-errors.ts';
export {
  createSecretProviders,
  type ProvidedSecret,
  type SecretProviders,
} from './providers/create-secret-providers.ts';
export type { SecretCredentials } from './providers/secret-credentials.ts';
export type { SecretReference } from './providers/secret-reference.ts';
