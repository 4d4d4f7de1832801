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

/** Pages with files, as their account sees them. */
export interface DemoStore {
  /** Where a file of a goal lies. */
  objectKeyOf: (goalId: string, position: number) => string;
  /** The files are in storage already. */
  save: (accountId: string, demo: Omit<Demo, 'createdAt'>) => Promise<void>;
  /** Deletes what is in storage of a goal that was not saved. */
  discard: (goalId: string) => Promise<void>;
  /** Throws DemoNotFoundError. */
  get: (accountId: string, goalId: string) => Promise<Demo>;
}

export function createDemoStore({
  database: { prisma },
  storage,
}: {
  readonly database: Database;
  readonly storage: ObjectStorage;
}): DemoStore {
  return {
    objectKeyOf: (goalId, position) => `demos/${goalId}/${position}`,

    async save(accountId, { goalId, url, files }) {
      const rows = files.map((file, index) => ({ ...file, position: index + 1 }));
      await prisma.demo.create({ data: { id: goalId, accountId, url, files: { create: rows } } });
    },

    discard: (goalId) => storage.deletePrefix(`demos/${goalId}/`),

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
