import { findFreePort } from '@errand/app-runtime';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@errand/embedded-postgres';
import { startOwnDatabase } from '@errand/local-installation';
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
  const database = await startOwnDatabase({ ...options, environment: process.env });
  let server: EmbeddedPostgres = database.server;
  owned.defer(() => server[Symbol.asyncDispose]());
  const resources = owned.move();
  return {
    url: database.url,
    async stop() {
      await server[Symbol.asyncDispose]();
    },
    async start() {
      server = await startEmbeddedPostgres(options);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
