// Checks the imports of each source root against the table in import-table.ts.
// usage: main.ts
import { fileURLToPath } from 'node:url';
import { findWrongImports } from './find-wrong-imports.ts';
import { IMPORT_TABLE } from './import-table.ts';
import { readImports } from './read-imports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const imports = await readImports(root, Object.keys(IMPORT_TABLE));
const wrong = findWrongImports(imports, IMPORT_TABLE);
for (const sentence of wrong) process.stderr.write(`${sentence}\n`);
process.stdout.write(`${imports.length} imports read, ${wrong.length} not in the table\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
