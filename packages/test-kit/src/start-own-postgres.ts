import { findFreePort } from '@errand/app-runtime';
import { migrateDatabase } from '@errand/database-schema';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OwnPostgres extends AsyncDisposable {
  /** Connection string of a migrated database; stable across stop and start. */
  readonly url: string;
  /** Ends the server and all connections; new ones are refused. Idempotent. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/**
 * Starts a PostgreSQL for one test that needs to stop it. Other tests share the server of the run:
 * `createTestDatabase`.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  await using owned = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'errand-own-postgres-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const options = {
    directory: join(directory, 'server'),
    port: await findFreePort(),
    isDurable: false,
  };
  let server = await startEmbeddedPostgres(options);
  owned.defer(() => server[Symbol.asyncDispose]());
  const url = server.urlOf('errand');
  await migrateDatabase(url, process.env);
  const resources = owned.move();
  return {
    url,
    async stop() {
      await server[Symbol.asyncDispose]();
    },
    async start() {
      server = await startEmbeddedPostgres(options);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
