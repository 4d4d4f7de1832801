// Prints proof tables: what is proven, and by which test. Exits with 1 if one has gaps, and with 2
// for an unknown table.
// usage: pnpm proofs TABLE...
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeTables, PROOF_TABLES } from './tables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(PROOF_TABLES, name));

if (names.length === 0 || unknown.length > 0) {
  const problem = unknown.length > 0 ? `There is no table "${unknown.join('", "')}".\n` : '';
  process.stderr.write(`${problem}${describeTables()}\n`);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  const statuses = names.flatMap((name) => runTable(name));
  process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
}

function runTable(name: string): (number | null)[] {
  const table = PROOF_TABLES[name];
  if (table === undefined) return [];
  return [spawnSync(process.execPath, table.command, { cwd: root, stdio: 'inherit' }).status];
}
