import { randomUUID } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { assertStreamKeys, type StreamKey } from './stream-keys/parse-stream-keys.ts';
import {
  type SignedTicket,
  TICKET_ALGORITHM,
  TICKET_AUDIENCE,
  TICKET_ISSUER,
  TICKET_SECONDS,
  type TicketClaims,
} from './ticket.ts';

export interface TicketSigner {
  /** Creates a ticket valid for one connection within 60 seconds from `now`. */
  readonly sign: (claims: TicketClaims, now?: Date) => SignedTicket;
}

interface TicketSignerOptions {
  /** Private keys from `parseSigningKeys`. The first one signs. */
  readonly keys: readonly StreamKey[];
}

/** Throws InvalidStreamKeyError when there is no key. */
export function createTicketSigner({ keys }: TicketSignerOptions): TicketSigner {
  const { id, key } = assertStreamKeys(keys)[0];
  return {
    sign(claims, now = new Date()) {
      const jti = randomUUID();
      const iat = Math.floor(now.getTime() / 1000);
      const exp = iat + TICKET_SECONDS;
      const { taskId, accountId, apiKeyId, leaseEpoch, mode } = claims;
      const ticket = jsonwebtoken.sign(
        {
          iss: TICKET_ISSUER,
          aud: TICKET_AUDIENCE,
          sub: taskId,
          account: accountId,
          key: apiKeyId,
          epoch: leaseEpoch,
          mode,
          jti,
          iat,
          exp,
        },
        key,
        { algorithm: TICKET_ALGORITHM, keyid: id },
      );
      return { ticket, jti, expiresAt: new Date(exp * 1000) };
    },
  };
}
