import { migrateDatabase } from '@errand/database-schema';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@errand/embedded-postgres';

export interface LocalDatabase extends AsyncDisposable {
  /** Connection string of the migrated database. */
  readonly url: string;
  /** Connection string of the same database without a transaction pooler. */
  readonly directUrl: string;
  /** Resolves with a sentence if the embedded server ends unexpectedly. */
  readonly failed: Promise<string>;
}

interface OwnDatabaseOptions {
  /** Where the embedded server keeps its data. */
  readonly directory: string;
  readonly port: number;
  /** Environment of this process. */
  readonly environment: NodeJS.ProcessEnv;
  /** Default `errand`. */
  readonly name?: string;
  /** Default true: see `startEmbeddedPostgres`. */
  readonly isDurable?: boolean;
}

/**
 * Starts an embedded PostgreSQL, or uses the one at `url`, and migrates the database. `directUrl`
 * is the address that bypasses the transaction pooler, if `url` goes through one.
 */
export async function startDatabase(
  options: OwnDatabaseOptions & {
    readonly url: string | undefined;
    readonly directUrl?: string | undefined;
  },
): Promise<LocalDatabase> {
  const { url, environment } = options;
  if (!url) return startOwnDatabase(options);
  const directUrl = options.directUrl ?? url;
  await migrateDatabase(directUrl, environment);
  return {
    url,
    directUrl,
    failed: Promise.withResolvers<string>().promise,
    async [Symbol.asyncDispose]() {},
  };
}

/** Starts an embedded PostgreSQL and migrates a database on it. */
export async function startOwnDatabase(
  options: OwnDatabaseOptions,
): Promise<LocalDatabase & { readonly server: EmbeddedPostgres }> {
  const { directory, port, environment, name = 'errand', isDurable = true } = options;
  const server = await startEmbeddedPostgres({ directory, port, isDurable });
  const url = server.urlOf(name);
  try {
    await migrateDatabase(url, environment);
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  const failed = Promise.withResolvers<string>();
  let isStopping = false;
  void server.exited.then(() => !isStopping && failed.resolve('PostgreSQL ended unexpectedly.'));
  return {
    url,
    directUrl: url,
    server,
    failed: failed.promise,
    async [Symbol.asyncDispose]() {
      isStopping = true;
      await server[Symbol.asyncDispose]();
    },
  };
}
