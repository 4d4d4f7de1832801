export { createScreenToken, openScreenToken, type ScreenClaims } from './screen-token.ts';
export { createStreamKeys, type StreamKeyLines } from './stream-keys/create-stream-keys.ts';
export {
  parseSigningKeys,
  parseVerifyingKeys,
  type StreamKey,
} from './stream-keys/parse-stream-keys.ts';
export { InvalidStreamKeyError, ScreenTokenError, TicketError } from './stream-ticket-errors.ts';
export type { SignedTicket, StreamTicket, TicketClaims, ViewMode } from './ticket.ts';
export { createTicketSigner, type TicketSigner } from './ticket-signer.ts';
export { createTicketVerifier, type TicketVerifier } from './ticket-verifier.ts';
