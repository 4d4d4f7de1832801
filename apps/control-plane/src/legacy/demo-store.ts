import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { Transaction } from '../database/transaction.ts';
import { DomainError } from '../http/domain-error.ts';
import type { PendingUploads } from '../uploads/pending-uploads.ts';

export interface StoredFile {
  readonly objectKey: string;
  readonly filename: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Null when the request contained the file itself. */
  readonly sourceUrl: string | null;
}

export interface Demo {
  readonly goalId: string;
  readonly url: string;
  readonly createdAt: Date;
  /** Files in the order of the request. */
  readonly files: readonly StoredFile[];
}

/** The account has no goal with this id. */
class DemoNotFoundError extends DomainError {
  readonly code = 'demo-not-found';
  readonly status = 404;

  constructor(goalId: string) {
    super(`There is no goal "${goalId}".`);
  }
}

/** Pages with files, as their account sees them. */
export interface DemoStore {
  /** Object key of a file of a goal. */
  objectKeyOf: (goalId: string, position: number) => string;
  /** Call before storing the first file, so that the files can be found if the process dies. */
  begin: (goalId: string, accountId: string) => Promise<void>;
  /** Call before storing each file. Throws StorageFullError. */
  reserve: (goalId: string, bytes: number) => Promise<void>;
  /** Call after the files are stored. Throws UploadAbandonedError. */
  save: (accountId: string, demo: Omit<Demo, 'createdAt'>) => Promise<void>;
  /** Deletes the stored files of a goal that was not saved. */
  discard: (goalId: string) => Promise<void>;
  /** Throws DemoNotFoundError. */
  get: (accountId: string, goalId: string) => Promise<Demo>;
}

export function createDemoStore({
  database,
  uploads,
}: {
  readonly database: Database;
  readonly uploads: PendingUploads;
}): DemoStore {
  const { prisma } = database;
  return {
    objectKeyOf: (goalId, position) => `${prefixOf(goalId)}${position}`,

    begin: (goalId, accountId) => uploads.begin(prefixOf(goalId), accountId),

    reserve: (goalId, bytes) => uploads.reserve(prefixOf(goalId), bytes),

    async save(accountId, { goalId, url, files }) {
      await database.transaction(async (transaction) => {
        await uploads.settle(transaction, prefixOf(goalId));
        await insertDemo(transaction, { goalId, accountId, url, files });
      });
    },

    discard: (goalId) => uploads.discard(prefixOf(goalId)),

    async get(accountId, goalId) {
      const include = { files: { orderBy: { position: 'asc' as const } } };
      const demo = isUuid(goalId)
        ? await prisma.demo.findUnique({ where: { id: goalId, accountId }, include })
        : null;
      if (!demo) throw new DemoNotFoundError(goalId);
      const { id, url, createdAt } = demo;
      const files = demo.files.map(({ size, ...file }) => ({ ...file, size: Number(size) }));
      return { goalId: id, url, createdAt, files };
    },
  };
}

function prefixOf(goalId: string): string {
  return `demos/${goalId}/`;
}

async function insertDemo(
  transaction: Transaction,
  { goalId, accountId, url, files }: Omit<Demo, 'createdAt'> & { readonly accountId: string },
): Promise<void> {
  await transaction.query('INSERT INTO demos (id, account_id, url) VALUES ($1, $2, $3)', [
    goalId,
    accountId,
    url,
  ]);
  const rows = files.map((file, index) => ({
    demo_id: goalId,
    position: index + 1,
    source_url: file.sourceUrl,
    filename: file.filename,
    content_type: file.contentType,
    size: file.size,
    object_key: file.objectKey,
  }));
  await transaction.query(
    'INSERT INTO demo_files SELECT * FROM jsonb_populate_recordset(NULL::demo_files, $1)',
    [JSON.stringify(rows)],
  );
}
