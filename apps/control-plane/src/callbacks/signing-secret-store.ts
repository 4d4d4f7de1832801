import { SealedValueError, type Sealer } from '@errand/secrets';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import { SECRET_PREFIX } from './sign-callback.ts';

/** More signatures would be useless and make the header long: older secrets expire immediately. */
const MAX_SECRETS = 3;

/**
 * Default time that older secrets keep signing after a rotation. Must match
 * openapi/schemas/deliveries.yaml.
 */
export const DEFAULT_OVERLAP_HOURS = 24;

export interface SigningSecret {
  readonly signingSecretId: string;
  /** `whsec_` and base64 of 32 bytes. */
  readonly secret: string;
  readonly createdAt: Date;
  /** Null for the current secret. */
  readonly expiresAt: Date | null;
}

/** The secrets that sign an account's callbacks. */
export interface SigningSecretStore {
  /**
   * The secrets that currently sign, the current one first. Skips damaged ones, which a rotation
   * repairs. Creates an account's first secret. Throws SealedValueError when none can be opened.
   */
  readonly list: (accountId: string) => Promise<readonly SigningSecret[]>;
  /**
   * Creates a new current secret; older ones keep signing for at most `overlapHours`. Returns the
   * same as `list`.
   */
  readonly rotate: (
    accountId: string,
    options: { readonly overlapHours: number },
  ) => Promise<readonly SigningSecret[]>;
}

interface Parts {
  readonly database: Database;
  readonly sealer: Sealer;
}

export function createSigningSecretStore(parts: Parts): SigningSecretStore {
  return {
    async list(accountId) {
      const known = await findActive(parts, accountId);
      if (known.length > 0) return known;
      const first = makeSecret(parts.sealer);
      await parts.database.pool.query(
        `INSERT INTO signing_secrets (id, account_id, secret) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        [first.id, accountId, first.sealed],
      );
      return findActive(parts, accountId);
    },
    async rotate(accountId, { overlapHours }) {
      await rotateSecrets(parts, accountId, overlapHours);
      return findActive(parts, accountId);
    },
  };
}

async function findActive({ database, sealer }: Parts, accountId: string) {
  const rows = await database.prisma.$queryRaw<
    { id: string; secret: string; created_at: Date; expires_at: Date | null }[]
  >`SELECT id, secret, created_at, expires_at FROM signing_secrets
    WHERE account_id = ${accountId}::uuid AND (expires_at IS NULL OR expires_at > clock_timestamp())
    ORDER BY expires_at IS NULL DESC, created_at DESC, id DESC`;
  const damaged: SealedValueError[] = [];
  const whole = rows.flatMap(({ id, secret, created_at: createdAt, expires_at: expiresAt }) => {
    try {
      const opened = sealer.unseal(secret, sealedContext.signingSecret(id));
      return [{ signingSecretId: id, secret: z.string().parse(opened), createdAt, expiresAt }];
    } catch (error) {
      if (!(error instanceof SealedValueError)) throw error;
      damaged.push(error);
      return [];
    }
  });
  // Unsigned callbacks would be worse than an error.
  if (whole.length === 0 && damaged[0]) throw damaged[0];
  return whole;
}

async function rotateSecrets(
  { database, sealer }: Parts,
  accountId: string,
  overlapHours: number,
): Promise<void> {
  const next = makeSecret(sealer);
  await database.transaction(async (transaction) => {
    // Waits for other rotations and, with more than lockAccount, for a list that adds the first
    // secret, so that there is only one current secret.
    await transaction.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
    await transaction.query(
      `UPDATE signing_secrets s SET expires_at = CASE WHEN place < $3
           THEN least(s.expires_at, clock_timestamp() + make_interval(hours => $2)) ELSE clock_timestamp() END
       FROM (SELECT id, row_number() OVER (ORDER BY created_at DESC, id DESC) AS place
         FROM signing_secrets WHERE account_id = $1 AND (expires_at IS NULL OR expires_at > clock_timestamp())) active
       WHERE s.id = active.id`,
      [accountId, overlapHours, MAX_SECRETS],
    );
    await transaction.query(
      'INSERT INTO signing_secrets (id, account_id, secret, created_at) VALUES ($1, $2, $3, clock_timestamp())',
      [next.id, accountId, next.sealed],
    );
  });
}

function makeSecret(sealer: Sealer): { readonly id: string; readonly sealed: string } {
  const id = randomUUIDv7();
  const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
  return { id, sealed: sealer.seal(secret, sealedContext.signingSecret(id)) };
}
