import { migrateDatabase } from '@errand/database-schema';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';

export interface LocalDatabase extends AsyncDisposable {
  readonly url: string;
  /** Resolves with a sentence if the embedded server ends unexpectedly. */
  readonly failed: Promise<string>;
}

/**
 * Starts the embedded PostgreSQL, or uses the server of DATABASE_URL, and migrates the database.
 */
export async function openDatabase(options: {
  readonly directory: string;
  readonly port: number;
  readonly url: string | undefined;
}): Promise<LocalDatabase> {
  const database = options.url ? foreignDatabase(options.url) : await embeddedDatabase(options);
  try {
    await migrateDatabase(database.url, process.env);
    return database;
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

async function embeddedDatabase(options: {
  readonly directory: string;
  readonly port: number;
}): Promise<LocalDatabase> {
  const server = await startEmbeddedPostgres(options);
  const failed = Promise.withResolvers<string>();
  let isStopping = false;
  void server.exited.then(() => !isStopping && failed.resolve('PostgreSQL ended unexpectedly.'));
  return {
    url: server.urlOf('errand'),
    failed: failed.promise,
    async [Symbol.asyncDispose]() {
      isStopping = true;
      await server[Symbol.asyncDispose]();
    },
  };
}

function foreignDatabase(url: string): LocalDatabase {
  return { url, failed: Promise.withResolvers<string>().promise, async [Symbol.asyncDispose]() {} };
}
