import type { JsonValue } from '@errand/foundation';
import { SealedValueError, type Sealer } from '@errand/secrets';
import { randomUUIDv7 } from 'node:crypto';
import { findBrokenConstraint } from '../database/broken-constraint.ts';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { sealedContext } from '../database/sealed-context.ts';
import { lockAccount } from '../database/lock-account.ts';
import {
  describeSubject,
  type GivenSettings,
  type Integration,
  type ListedIntegration,
  readSettings,
} from './integration.ts';
import {
  IntegrationDamagedError,
  IntegrationKindError,
  IntegrationLimitError,
  IntegrationNameTakenError,
  IntegrationNotFoundError,
  IntegrationTakenError,
} from './integration-errors.ts';
import { hasSecret, keepSecret } from './keep-secret.ts';
import type { KindName, SettingsOf } from './kinds/kind-registry.ts';

/** Integrations of an account. An integration of another account counts as not found. */
export interface IntegrationStore {
  /**
   * Sorted by name; a damaged integration has no settings. `after` is the name of the last
   * integration on the previous page.
   */
  readonly list: (
    accountId: string,
    page: { readonly limit: number; readonly after: string | undefined },
  ) => Promise<{ readonly integrations: readonly ListedIntegration[]; readonly hasMore: boolean }>;
  /** Throws IntegrationNotFoundError, IntegrationDamagedError. */
  readonly get: (accountId: string, integrationId: string) => Promise<Integration>;
  /**
   * Settings of all integrations of a kind, oldest first, or only of the one with the subject.
   * Does not open others. Throws IntegrationDamagedError.
   */
  readonly settingsOf: <Kind extends KindName>(
    accountId: string,
    kind: Kind,
    subject?: string,
  ) => Promise<readonly SettingsOf<Kind>[]>;
  /** Whether the account has an integration of this kind. Does not open any. */
  readonly has: (accountId: string, kind: KindName) => Promise<boolean>;
  /** Throws IntegrationNameTakenError, IntegrationTakenError, IntegrationLimitError. */
  readonly create: (
    accountId: string,
    integration: GivenSettings & { readonly name: string },
  ) => Promise<ListedIntegration>;
  /**
   * New settings replace all old ones; a secret that is left out is kept. Throws what `get` and
   * `create` throw, IntegrationKindError, and InvalidRequestError as `keepSecret` does.
   */
  readonly update: (
    accountId: string,
    integrationId: string,
    change: { readonly name?: string | undefined; readonly given?: GivenSettings | undefined },
  ) => Promise<ListedIntegration>;
  /** Throws IntegrationNotFoundError. */
  readonly delete: (accountId: string, integrationId: string) => Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly sealer: Sealer;
}

interface Row {
  readonly id: string;
  readonly kind: KindName;
  readonly name: string;
  readonly settings: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Limit per account. Concurrent creations may exceed it. */
const MAX_INTEGRATIONS = 200;

const COLUMNS = `id, kind, name, settings, created_at AS "createdAt", updated_at AS "updatedAt"`;

export function createIntegrationStore(parts: Parts): IntegrationStore {
  const { database, sealer } = parts;
  const { pool } = database;
  const find = async (accountId: string, integrationId: string): Promise<Row> => {
    const { rows } = await pool.query<Row>(
      `SELECT ${COLUMNS} FROM integrations WHERE id = $1 AND account_id = $2`,
      [isUuid(integrationId) ? integrationId : null, accountId],
    );
    return getOnly(rows, integrationId);
  };
  return {
    async get(accountId, integrationId) {
      const row = await find(accountId, integrationId);
      return { ...listRow(sealer, row), settings: readSettings(row.kind, unsealRow(sealer, row)) };
    },
    list: (accountId, page) => listRows(parts, accountId, page),
    async settingsOf(accountId, kind, subject) {
      const { rows } = await pool.query<Row>(
        `SELECT ${COLUMNS} FROM integrations
         WHERE account_id = $1 AND kind = $2 AND ($3::text IS NULL OR subject = $3) ORDER BY id`,
        [accountId, kind, subject ?? null],
      );
      return rows.map((row) => readSettings(kind, unsealRow(sealer, row)));
    },
    has: async (accountId, kind) =>
      (await database.prisma.integration.count({ where: { accountId, kind } })) > 0,
    create: (accountId, integration) => createRow(parts, accountId, integration),
    async update(accountId, integrationId, change) {
      for (;;) {
        const known = await find(accountId, integrationId);
        const { given } = change;
        if (given && given.kind !== known.kind) {
          throw new IntegrationKindError(known.name, { own: known.kind, given: given.kind });
        }
        const updated = await updateRow(parts, { accountId, known, change });
        if (updated) return updated;
      }
    },
    async delete(accountId, integrationId) {
      const { rows } = await pool.query<Row>(
        `DELETE FROM integrations WHERE id = $1 AND account_id = $2 RETURNING ${COLUMNS}`,
        [isUuid(integrationId) ? integrationId : null, accountId],
      );
      getOnly(rows, integrationId);
    },
  };
}

async function listRows(
  { database, sealer }: Parts,
  accountId: string,
  { limit, after }: Parameters<IntegrationStore['list']>[1],
): ReturnType<IntegrationStore['list']> {
  const { rows } = await database.pool.query<Row>(
    `SELECT ${COLUMNS} FROM integrations
     WHERE account_id = $1 AND ($3::text IS NULL OR name > $3) ORDER BY name LIMIT $2`,
    [accountId, limit + 1, after],
  );
  const integrations = rows.slice(0, limit).map((row) => listRow(sealer, row));
  return { integrations, hasMore: rows.length > limit };
}

async function createRow(
  { database, sealer }: Parts,
  accountId: string,
  given: GivenSettings & { readonly name: string },
): Promise<ListedIntegration> {
  const { kind, name } = given;
  const settings = readSettings(kind, given.settings);
  const { subject, service } = describeSubject({ kind, settings });
  const id = randomUUIDv7();
  const values = [id, accountId, kind, name, subject, sealSettings(sealer, id, settings)];
  return explainTaken({ name, service }, () =>
    database.transaction(async (transaction) => {
      await lockAccount(transaction, accountId);
      const { rows } = await transaction.query<Row>(
        `INSERT INTO integrations (id, account_id, kind, name, subject, settings)
         SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM integrations WHERE account_id = $2) < $7
         RETURNING ${COLUMNS}`,
        [...values, MAX_INTEGRATIONS],
      );
      const [row] = rows;
      if (!row) throw new IntegrationLimitError(MAX_INTEGRATIONS);
      return listRow(sealer, row);
    }),
  );
}

/** Undefined if the row, or a secret that was to be kept, has changed since it was read. */
async function updateRow(
  { database, sealer }: Parts,
  {
    accountId,
    known,
    change,
  }: {
    readonly accountId: string;
    /** Stays sealed if the change has a secret, so that its sealing key is not needed. */
    readonly known: Row;
    readonly change: Parameters<IntegrationStore['update']>[2];
  },
): Promise<ListedIntegration | undefined> {
  const { id, kind } = known;
  const keepsSecret = change.given !== undefined && !hasSecret(change.given);
  const given =
    change.given && keepsSecret
      ? keepSecret(change.given, readSettings(kind, unsealRow(sealer, known)))
      : change.given;
  const settings = given && readSettings(kind, given.settings);
  const name = change.name ?? known.name;
  const { subject = null, service = '' } = settings ? describeSubject({ kind, settings }) : {};
  return explainTaken({ name, service }, async () => {
    const { rows } = await database.pool.query<Row>(
      `UPDATE integrations SET name = coalesce($3, name), settings = coalesce($4, settings),
         subject = CASE WHEN $4::text IS NULL THEN subject ELSE $5 END, updated_at = clock_timestamp()
       WHERE id = $1 AND account_id = $2 AND ($6::text IS NULL OR settings = $6) RETURNING ${COLUMNS}`,
      [
        id,
        accountId,
        change.name,
        settings && sealSettings(sealer, id, settings),
        subject,
        keepsSecret ? known.settings : null,
      ],
    );
    const [row] = rows;
    return row && listRow(sealer, row);
  });
}

/** A damaged integration must not prevent the others from being listed. */
function listRow(sealer: Sealer, row: Row): ListedIntegration {
  const { id: integrationId, kind, name, createdAt, updatedAt } = row;
  const opened = tryUnseal(sealer, row);
  const settings = opened === undefined ? undefined : readSettings(kind, opened);
  return { integrationId, kind, name, settings, createdAt, updatedAt };
}

/** Throws IntegrationDamagedError. */
function unsealRow(sealer: Sealer, row: Row): JsonValue {
  try {
    return sealer.unseal(row.settings, sealedContext.integration(row.id));
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error;
    throw new IntegrationDamagedError(row.name, { cause: error });
  }
}

/** Undefined for a damaged integration. */
function tryUnseal(sealer: Sealer, row: Row): JsonValue | undefined {
  try {
    return unsealRow(sealer, row);
  } catch (error) {
    if (error instanceof IntegrationDamagedError) return undefined;
    throw error;
  }
}

function sealSettings(sealer: Sealer, id: string, settings: unknown): string {
  // Settings contain only strings and numbers.
  return sealer.seal(settings as JsonValue, sealedContext.integration(id));
}

function getOnly(rows: readonly Row[], integrationId: string): Row {
  const [row] = rows;
  if (!row) throw new IntegrationNotFoundError(integrationId);
  return row;
}

async function explainTaken<Written>(
  { name, service }: { readonly name: string; readonly service: string },
  write: () => Promise<Written>,
): Promise<Written> {
  try {
    return await write();
  } catch (error) {
    const constraint = findBrokenConstraint(error);
    if (constraint === 'integrations_account_id_name_key') {
      throw new IntegrationNameTakenError(name, { cause: error });
    }
    if (constraint !== 'integrations_account_id_kind_subject_key') throw error;
    throw new IntegrationTakenError(service, { cause: error });
  }
}
