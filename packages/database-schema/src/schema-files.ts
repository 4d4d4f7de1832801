import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const FUNCTIONS = join(ROOT, 'prisma', 'functions');
const MIGRATIONS = join(ROOT, 'prisma', 'migrations');

/** Command that an operator runs before the control plane starts. */
export const MIGRATE_COMMAND = 'bin/errand admin database migrate';

/** Returns the names of this version's migrations. */
export async function listMigrations(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

/** Returns this version of Errand. */
export async function readVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  );
  return version;
}
