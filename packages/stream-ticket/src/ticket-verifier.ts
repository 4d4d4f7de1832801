import type { KeyObject } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { z } from 'zod';
import { assertStreamKeys, type StreamKey } from './stream-keys/parse-stream-keys.ts';
import { TicketError } from './stream-ticket-errors.ts';
import {
  type StreamTicket,
  TICKET_ALGORITHM,
  TICKET_AUDIENCE,
  TICKET_ISSUER,
  TICKET_SECONDS,
} from './ticket.ts';

export interface TicketVerifier {
  /** Verifies signature, claims and times. Throws TicketError. */
  readonly verify: (ticket: string, now?: Date) => StreamTicket;
}

interface TicketVerifierOptions {
  /** Public keys from `parseVerifyingKeys`. All are accepted, so that keys can be rotated. */
  readonly keys: readonly StreamKey[];
}

/** Tickets have about 600 characters. Longer strings are rejected unread. */
const MAX_TICKET_LENGTH = 2048;

const headerSchema = z.object({ alg: z.literal(TICKET_ALGORITHM), kid: z.string() });

const audienceSchema = z.object({ iss: z.literal(TICKET_ISSUER), aud: z.literal(TICKET_AUDIENCE) });

const claimsSchema = z
  .object({
    sub: z.uuid(),
    account: z.uuid(),
    key: z.uuid(),
    epoch: z.int().min(1),
    mode: z.enum(['view', 'control']),
    jti: z.uuid(),
    iat: z.int(),
    exp: z.int(),
  })
  .refine(({ iat, exp }) => exp - iat <= TICKET_SECONDS);

/** Throws InvalidStreamKeyError when there is no key. */
export function createTicketVerifier({ keys }: TicketVerifierOptions): TicketVerifier {
  const publicKeys = new Map(assertStreamKeys(keys).map(({ id, key }) => [id, key]));
  return {
    verify(ticket, now = new Date()) {
      const payload = readSigned(ticket, findKey(ticket, publicKeys));
      if (!audienceSchema.safeParse(payload).success) {
        throw new TicketError('wrong-audience', 'The ticket was not made for the live view.');
      }
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success) throw malformed();
      const { sub, account, key, epoch, mode, jti, exp } = claims.data;
      const expiresAt = new Date(exp * 1000);
      if (expiresAt <= now) {
        throw new TicketError(
          'expired',
          `The ticket expired at ${expiresAt.toISOString()}: request a fresh one for every connection.`,
        );
      }
      return {
        taskId: sub,
        accountId: account,
        apiKeyId: key,
        leaseEpoch: epoch,
        mode,
        jti,
        expiresAt,
      };
    },
  };
}

function malformed(): TicketError {
  return new TicketError('malformed', 'This is not a stream ticket.');
}

/** Selects a key by the untrusted header, which can only choose among our own keys. */
function findKey(ticket: string, publicKeys: ReadonlyMap<string, KeyObject>): KeyObject {
  if (ticket.length > MAX_TICKET_LENGTH) throw malformed();
  const decoded = decode(ticket);
  if (!decoded) throw malformed();
  const header = headerSchema.safeParse(decoded.header);
  if (!header.success) {
    throw new TicketError('bad-signature', 'The ticket is not signed with ES256 and a named key.');
  }
  const key = publicKeys.get(header.data.kid);
  if (key) return key;
  throw new TicketError(
    'unknown-key',
    'The ticket is signed with a key that is not among the verifying keys.',
  );
}

function decode(ticket: string): jsonwebtoken.Jwt | null {
  try {
    return jsonwebtoken.decode(ticket, { complete: true });
  } catch {
    // A header or payload that is not JSON throws the JSON parser's error.
    return null;
  }
}

function readSigned(ticket: string, key: KeyObject): unknown {
  try {
    // Times are checked against the caller's clock after the claims are read.
    return jsonwebtoken.verify(ticket, key, {
      algorithms: [TICKET_ALGORITHM],
      ignoreExpiration: true,
    });
  } catch {
    // Besides its own errors, the library throws plain ones for a malformed signature.
    throw new TicketError('bad-signature', 'The signature of the ticket is not valid.');
  }
}
