import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ScreenTokenError } from './stream-ticket-errors.ts';
import type { ViewMode } from './ticket.ts';

/** The screen that a token grants. */
export interface ScreenClaims {
  readonly taskId: string;
  readonly leaseEpoch: number;
  readonly mode: ViewMode;
}

/**
 * A token with a valid key and time. The worker remembers the nonce until `expiresAt` and accepts
 * it once.
 */
interface OpenedScreenToken extends ScreenClaims {
  readonly nonce: string;
  readonly expiresAt: Date;
}

const TOKEN_SECONDS = 10;
/** With its line feed, a token fits the 1024 bytes that a worker reads. */
const MAX_TOKEN_LENGTH = 1023;
const SHAPE = /^([\w-]+)\.([\w-]{43})$/;

const payloadSchema = z.strictObject({
  task_id: z.uuid(),
  lease_epoch: z.int().min(1),
  mode: z.enum(['view', 'control']),
  nonce: z.string().regex(/^[\w-]{22}$/),
  exp: z.int(),
});

/**
 * Creates the token that starts a connection to a worker's screen port: `<payload>.<mac>`,
 * base64url, valid for 10 seconds. `key` is the worker's own, 32 bytes. A credential: never log it.
 */
export function createScreenToken(key: Uint8Array, claims: ScreenClaims, now = new Date()): string {
  const payload: z.output<typeof payloadSchema> = {
    task_id: claims.taskId,
    lease_epoch: claims.leaseEpoch,
    mode: claims.mode,
    nonce: randomBytes(16).toString('base64url'),
    exp: Math.floor(now.getTime() / 1000) + TOKEN_SECONDS,
  };
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${authenticate(text, key)}`;
}

/** Verifies a token without its line feed. Throws ScreenTokenError. */
export function openScreenToken(
  key: Uint8Array,
  token: string,
  now = new Date(),
): OpenedScreenToken {
  const [, text, mac] = token.length <= MAX_TOKEN_LENGTH ? (SHAPE.exec(token) ?? []) : [];
  if (text === undefined || mac === undefined) throw malformed();
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(authenticate(text, key)))) {
    throw new ScreenTokenError('bad-mac', 'The screen token was not made for this worker.');
  }
  const payload = payloadSchema.safeParse(parseJson(text));
  if (!payload.success) throw malformed();
  const { task_id: taskId, lease_epoch: leaseEpoch, mode, nonce, exp } = payload.data;
  const expiresAt = new Date(exp * 1000);
  if (expiresAt <= now) {
    throw new ScreenTokenError(
      'expired',
      `The screen token expired at ${expiresAt.toISOString()}: the clocks of worker and control plane may differ.`,
    );
  }
  return { taskId, leaseEpoch, mode, nonce, expiresAt };
}

function authenticate(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function malformed(): ScreenTokenError {
  return new ScreenTokenError('malformed', 'This is not a screen token.');
}

/** Returns undefined for invalid JSON. Only a holder of the key can get this far. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
