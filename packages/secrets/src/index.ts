export type { JsonValue } from './json-value.ts';
export { createRedactor, type Redactor } from './redactor.ts';
export { createSealer, type Sealer } from './sealer.ts';
export { parseSealingKeys, type SealingKey } from './sealing-keys.ts';
export { InvalidSealingKeyError, SealedValueError } from './secrets-errors.ts';
