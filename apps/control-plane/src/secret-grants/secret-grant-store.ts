import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { lockAccount } from '../database/lock-account.ts';
import type { Transaction } from '../database/transaction.ts';
import { readGrantedOrigin } from './granted-origin.ts';
import { GrantNotFoundError, InvalidGrantError } from './grant-errors.ts';
import { coversPlace, type SecretGrant, type VaultPlace } from './secret-grant.ts';

const MOST_NAME_CHARACTERS = 2_048;
const MOST_ORIGINS = 100;

export type NewGrant = Omit<SecretGrant, 'grantId' | 'createdAt'>;

/**
 * The operator's grants: which account may read which secrets with the vault credentials of the
 * installation.
 */
export interface SecretGrantStore {
  /** Returns the existing grant if it is the same. Throws InvalidGrantError. */
  readonly grant: (grant: NewGrant) => Promise<SecretGrant & { readonly isCreated: boolean }>;
  /** Grants of one account or of all, oldest first. */
  readonly list: (accountId?: string) => Promise<readonly SecretGrant[]>;
  /** Takes effect with the next secret that a task requests. Throws GrantNotFoundError. */
  readonly revoke: (grantId: string) => Promise<SecretGrant>;
  /**
   * Returns the account's grants that cover the secret. Queried for every secret, so that a revoked
   * grant has no effect.
   */
  readonly findCovering: (accountId: string, place: VaultPlace) => Promise<readonly SecretGrant[]>;
}

const COLUMNS = `id AS "grantId", account_id AS "accountId", provider, vault, item, origins, created_at AS "createdAt"`;

export function createSecretGrantStore({
  pool,
  transaction: begin,
}: Pick<Database, 'pool' | 'transaction'>): SecretGrantStore {
  const list: SecretGrantStore['list'] = (accountId) => listGrants(pool, accountId);
  return {
    list,
    async grant(given) {
      const origins = readOrigins(given.origins);
      const { accountId, provider } = given;
      const vault = readName('vault', given.vault);
      const item = readName('item', given.item);
      return begin(async (transaction) => {
        await lockAccount(transaction, accountId);
        const known = (await listGrants(transaction, accountId)).find(
          (each) =>
            each.provider === provider &&
            each.vault === vault &&
            each.item === item &&
            each.origins.join() === origins.join(),
        );
        if (known) return { ...known, isCreated: false };
        const { rows } = await transaction.query<SecretGrant>(
          `INSERT INTO secret_grants (id, account_id, provider, vault, item, origins)
           VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
          [randomUUIDv7(), accountId, provider, vault, item, origins],
        );
        const [row] = rows;
        if (!row) throw new Error('PostgreSQL returned no row for a grant.');
        return { ...row, isCreated: true };
      });
    },
    async revoke(grantId) {
      const { rows } = await pool.query<SecretGrant>(
        `DELETE FROM secret_grants WHERE id = $1 RETURNING ${COLUMNS}`,
        [isUuid(grantId) ? grantId : null],
      );
      const [row] = rows;
      if (!row) throw new GrantNotFoundError(grantId);
      return row;
    },
    findCovering: async (accountId, place) =>
      (await list(accountId)).filter((grant) => coversPlace(grant, place)),
  };
}

function readName(field: 'vault' | 'item', text: string): string {
  const isUsable =
    text.trim() !== '' && text.length <= MOST_NAME_CHARACTERS && !/\p{Cc}/u.test(text);
  if (isUsable) return text;
  throw new InvalidGrantError(
    `${field} is ${JSON.stringify(text.slice(0, 100))}: specify a name of 1 to ${MOST_NAME_CHARACTERS} characters without control characters; * stands for any text.`,
  );
}

function readOrigins(texts: readonly string[]): string[] {
  if (texts.length === 0 || texts.length > MOST_ORIGINS) {
    throw new InvalidGrantError(
      `origin is given ${texts.length} times: specify 1 to ${MOST_ORIGINS}, each a site that the secret may be typed into.`,
    );
  }
  const origins = texts.map((text) => {
    const origin = readGrantedOrigin(text);
    if (origin !== undefined) return origin;
    throw new InvalidGrantError(
      `origin is ${JSON.stringify(text.slice(0, 100))}: specify only scheme and host, such as https://portal.example, or https://*.portal.example for every host below portal.example.`,
    );
  });
  return [...new Set(origins)].toSorted();
}

async function listGrants(
  connection: Pick<Transaction, 'query'>,
  accountId: string | undefined,
): Promise<readonly SecretGrant[]> {
  const { rows } = await connection.query<SecretGrant>(
    `SELECT ${COLUMNS} FROM secret_grants WHERE $1::uuid IS NULL OR account_id = $1 ORDER BY id`,
    [accountId ?? null],
  );
  return rows;
}
