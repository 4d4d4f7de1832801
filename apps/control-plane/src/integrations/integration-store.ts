import type { JsonValue, Sealer } from '@errand/secrets';
import { randomUUIDv7 } from 'node:crypto';
import { findBrokenConstraint } from '../database/broken-constraint.ts';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { sealedContext } from '../database/sealed-context.ts';
import {
  describeSubject,
  type GivenSettings,
  type Integration,
  readSettings,
} from './integration.ts';
import {
  IntegrationKindError,
  IntegrationNameTakenError,
  IntegrationNotFoundError,
  IntegrationTakenError,
} from './integration-errors.ts';
import type { KindName, SettingsOf } from './kinds/kind-registry.ts';

/** Integrations of an account. One of another account is not found. */
export interface IntegrationStore {
  /** By name. */
  readonly list: (
    accountId: string,
    page: { readonly limit: number; readonly offset: number },
  ) => Promise<{ readonly integrations: readonly Integration[]; readonly hasMore: boolean }>;
  /** Throws IntegrationNotFoundError. */
  readonly get: (accountId: string, integrationId: string) => Promise<Integration>;
  /** Settings of all integrations of a kind, oldest first, or of the one with a subject. No others are opened. */
  readonly settingsOf: <Kind extends KindName>(
    accountId: string,
    kind: Kind,
    subject?: string,
  ) => Promise<readonly SettingsOf<Kind>[]>;
  /** Throws IntegrationNameTakenError, IntegrationTakenError. */
  readonly create: (
    accountId: string,
    integration: GivenSettings & { readonly name: string },
  ) => Promise<Integration>;
  /** Settings replace all that were there. Throws what `get` and `create` throw, and IntegrationKindError. */
  readonly update: (
    accountId: string,
    integrationId: string,
    change: { readonly name?: string | undefined; readonly given?: GivenSettings | undefined },
  ) => Promise<Integration>;
  /** Throws IntegrationNotFoundError. */
  readonly delete: (accountId: string, integrationId: string) => Promise<void>;
  /** Seals the settings of all accounts with the first sealing key. Answers how many there are. */
  readonly reseal: () => Promise<number>;
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

const COLUMNS = `id, kind, name, settings, created_at AS "createdAt", updated_at AS "updatedAt"`;

export function createIntegrationStore(parts: Parts): IntegrationStore {
  const { database, sealer } = parts;
  const { pool } = database;
  const open = (row: Row): Integration => openRow(sealer, row);
  const find = async (accountId: string, integrationId: string): Promise<Row> => {
    const { rows } = await pool.query<Row>(
      `SELECT ${COLUMNS} FROM integrations WHERE id = $1 AND account_id = $2`,
      [isUuid(integrationId) ? integrationId : null, accountId],
    );
    return getOnly(rows, integrationId);
  };
  return {
    get: async (accountId, integrationId) => open(await find(accountId, integrationId)),
    async list(accountId, { limit, offset }) {
      const { rows } = await pool.query<Row>(
        `SELECT ${COLUMNS} FROM integrations WHERE account_id = $1 ORDER BY name LIMIT $2 OFFSET $3`,
        [accountId, limit + 1, offset],
      );
      return { integrations: rows.slice(0, limit).map(open), hasMore: rows.length > limit };
    },
    async settingsOf(accountId, kind, subject) {
      const { rows } = await pool.query<Row>(
        `SELECT ${COLUMNS} FROM integrations
         WHERE account_id = $1 AND kind = $2 AND ($3::text IS NULL OR subject = $3) ORDER BY id`,
        [accountId, kind, subject ?? null],
      );
      return rows.map((row) => readSettings(kind, unsealRow(sealer, row)));
    },
    create: (accountId, integration) => createRow(parts, accountId, integration),
    async update(accountId, integrationId, change) {
      const known = await find(accountId, integrationId);
      const { given } = change;
      if (given && given.kind !== known.kind) {
        throw new IntegrationKindError(known.name, { own: known.kind, given: given.kind });
      }
      return updateRow(parts, { accountId, known, change });
    },
    async delete(accountId, integrationId) {
      const { rows } = await pool.query<Row>(
        `DELETE FROM integrations WHERE id = $1 AND account_id = $2 RETURNING ${COLUMNS}`,
        [isUuid(integrationId) ? integrationId : null, accountId],
      );
      getOnly(rows, integrationId);
    },
    reseal: () => resealAll(parts),
  };
}

async function createRow(
  { database, sealer }: Parts,
  accountId: string,
  given: GivenSettings & { readonly name: string },
): Promise<Integration> {
  const { kind, name } = given;
  const settings = readSettings(kind, given.settings);
  const { subject, service } = describeSubject({ kind, settings });
  const id = randomUUIDv7();
  return explainTaken({ name, service }, async () => {
    const { rows } = await database.pool.query<Row>(
      `INSERT INTO integrations (id, account_id, kind, name, subject, settings) VALUES ($1, $2, $3, $4, $5, $6)
       RETURNING ${COLUMNS}`,
      [id, accountId, kind, name, subject, sealSettings(sealer, id, settings)],
    );
    return openRow(sealer, getOnly(rows, id));
  });
}

async function updateRow(
  { database, sealer }: Parts,
  {
    accountId,
    known,
    change,
  }: {
    readonly accountId: string;
    /** Stays sealed: whoever gives new settings needs no key of the old ones. */
    readonly known: Pick<Row, 'id' | 'kind' | 'name'>;
    readonly change: Parameters<IntegrationStore['update']>[2];
  },
): Promise<Integration> {
  const { id, kind } = known;
  const settings = change.given && readSettings(kind, change.given.settings);
  const name = change.name ?? known.name;
  const { subject = null, service = '' } = settings ? describeSubject({ kind, settings }) : {};
  return explainTaken({ name, service }, async () => {
    const { rows } = await database.pool.query<Row>(
      `UPDATE integrations SET name = coalesce($3, name), settings = coalesce($4, settings),
         subject = CASE WHEN $4::text IS NULL THEN subject ELSE $5 END, updated_at = clock_timestamp()
       WHERE id = $1 AND account_id = $2 RETURNING ${COLUMNS}`,
      [id, accountId, change.name, settings && sealSettings(sealer, id, settings), subject],
    );
    return openRow(sealer, getOnly(rows, id));
  });
}

async function resealAll({ database, sealer }: Parts): Promise<number> {
  const { pool } = database;
  const { rows } = await pool.query<Row>(`SELECT ${COLUMNS} FROM integrations`);
  for (const row of rows) {
    const { id, settings } = row;
    const resealed = sealSettings(sealer, id, unsealRow(sealer, row));
    // What somebody changed meanwhile was sealed anew by that.
    await pool.query('UPDATE integrations SET settings = $2 WHERE id = $1 AND settings = $3', [
      id,
      resealed,
      settings,
    ]);
  }
  return rows.length;
}

function openRow(sealer: Sealer, row: Row): Integration {
  const { id: integrationId, kind, name, createdAt, updatedAt } = row;
  const settings = readSettings(kind, unsealRow(sealer, row));
  return { integrationId, kind, name, settings, createdAt, updatedAt };
}

function unsealRow(sealer: Sealer, { id, settings }: Pick<Row, 'id' | 'settings'>): JsonValue {
  return sealer.unseal(settings, sealedContext.integration(id));
}

function sealSettings(sealer: Sealer, id: string, settings: unknown): string {
  // Settings are of texts and numbers.
  return sealer.seal(settings as JsonValue, sealedContext.integration(id));
}

function getOnly(rows: readonly Row[], integrationId: string): Row {
  const [row] = rows;
  if (!row) throw new IntegrationNotFoundError(integrationId);
  return row;
}

async function explainTaken(
  { name, service }: { readonly name: string; readonly service: string },
  write: () => Promise<Integration>,
): Promise<Integration> {
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
