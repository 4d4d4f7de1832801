// Exports the keys without the tickets, whose library `npm start` does not need.
export { createStreamKeys } from './stream-keys/create-stream-keys.ts';
export { parseSigningKeys, parseVerifyingKeys } from './stream-keys/parse-stream-keys.ts';
export { InvalidStreamKeyError } from './stream-ticket-errors.ts';
