// Records what this version of the control plane requires of its database. Run it before a release.
// usage: node scripts/compatibility/main.ts
import { findFreePort } from '@errand/app-runtime';
import { recordThisRelease } from '@errand/database-schema';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const directory = mkdtempSync(join(tmpdir(), 'errand-compatibility-'));
try {
  await using server = await startEmbeddedPostgres({
    directory: join(directory, 'postgres'),
    port: await findFreePort(),
    isDurable: false,
  });
  console.log(await recordThisRelease(server.urlOf('errand'), process.env));
} finally {
  rmSync(directory, { recursive: true, force: true });
}
