import type { ObjectStorage } from '@errand/object-storage';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { DomainError } from '../http/domain-error.ts';

export interface StoredFile {
  readonly objectKey: string;
  readonly filename: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Null when the request itself held the file. */
  readonly sourceUrl: string | null;
}

export interface Demo {
  readonly goalId: string;
  readonly url: string;
  readonly createdAt: Date;
  /** In the order of the request. */
  readonly files: readonly StoredFile[];
}

/** No goal of the account has this id. */
export class DemoNotFoundError extends DomainError {
  readonly code = 'demo-not-found';
  readonly status = 404;

  constructor(goalId: string) {
    super(`There is no goal "${goalId}".`);
  }
}

/** The goal was taken for abandoned, because its request began a day ago: its files may be gone. */
export class DemoAbandonedError extends Error {}

/** Pages with files, as their account sees them. */
export interface DemoStore {
  /** Where a file of a goal lies. */
  objectKeyOf: (goalId: string, position: number) => string;
  /** Comes before the first file is stored, so that the files can be found should the process end. */
  begin: (goalId: string) => Promise<void>;
  /** The files are in storage already. Throws DemoAbandonedError. */
  save: (accountId: string, demo: Omit<Demo, 'createdAt'>) => Promise<void>;
  /** Deletes what is in storage of a goal that was not saved. */
  discard: (goalId: string) => Promise<void>;
  /** Deletes what is in storage of goals that were begun a day ago and never saved. Answers whether more may be left. */
  discardAbandoned: () => Promise<boolean>;
  /** Throws DemoNotFoundError. */
  get: (accountId: string, goalId: string) => Promise<Demo>;
}

const DISCARD_BATCH = 100;

export function createDemoStore({
  database: { prisma },
  storage,
}: {
  readonly database: Database;
  readonly storage: ObjectStorage;
}): DemoStore {
  const discard = async (goalId: string): Promise<void> => {
    await storage.deletePrefix(`demos/${goalId}/`);
    await prisma.demoUpload.deleteMany({ where: { goalId } });
  };
  return {
    objectKeyOf: (goalId, position) => `demos/${goalId}/${position}`,

    async begin(goalId) {
      await prisma.demoUpload.create({ data: { goalId } });
    },

    async save(accountId, { goalId, url, files }) {
      const rows = files.map((file, index) => ({ ...file, position: index + 1 }));
      const data = { id: goalId, accountId, url, files: { create: rows } };
      await prisma.$transaction(async (transaction) => {
        const { count } = await transaction.demoUpload.deleteMany({ where: { goalId } });
        if (count === 0) throw new DemoAbandonedError(`Goal "${goalId}" was begun too long ago.`);
        await transaction.demo.create({ data });
      });
    },

    discard,

    async discardAbandoned() {
      const abandoned = await prisma.$queryRaw<{ goal_id: string }[]>`
        SELECT goal_id FROM demo_uploads WHERE created_at < now() - interval '1 day' LIMIT ${DISCARD_BATCH}`;
      for (const { goal_id: goalId } of abandoned) await discard(goalId);
      return abandoned.length === DISCARD_BATCH;
    },

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
