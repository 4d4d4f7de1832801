import { z } from 'zod';

const url = z.url({ protocol: /^postgres(ql)?$/ });

/** How processes reach the database. */
export const databaseSettings = {
  DATABASE_URL: url,
  /**
   * The same database without the transaction pooler that DATABASE_URL goes through. For
   * notifications, pg-boss and migrations, which need a session. Default: DATABASE_URL, which must
   * then not go through a pooler.
   */
  DATABASE_DIRECT_URL: url.optional(),
};

export interface DatabaseAddress {
  /** For single statements and transactions. */
  readonly url: string;
  /** For everything that needs a session. */
  readonly directUrl: string;
  /** Whether `url` goes through a transaction pooler. */
  readonly isPooled: boolean;
}

export function readDatabaseAddress(
  settings: z.output<z.ZodObject<typeof databaseSettings>>,
): DatabaseAddress {
  const { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: directUrl } = settings;
  return {
    url: pooledUrl,
    directUrl: directUrl ?? pooledUrl,
    isPooled: directUrl !== undefined,
  };
}
