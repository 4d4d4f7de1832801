import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
export const GUIDE = join(ROOT, 'apps/docs');
export const CONTENTS = join(GUIDE, 'README.md');

/** Pages that belong to a package, which also shows them to its own users. */
const PACKAGE_PAGES = {
  'command-line': 'packages/cli/README.md',
  client: 'packages/client/README.md',
  mcp: 'packages/mcp/README.md',
} as const;

/**
 * The files of all pages of the documentation except its table of contents, each with the last part
 * of its address: `locators` of `/docs/locators`.
 */
export function listPages(): ReadonlyMap<string, string> {
  const files = readdirSync(GUIDE).filter((name) => name.endsWith('.md'));
  const own = files.map((file): [string, string] => [join(GUIDE, file), basename(file, '.md')]);
  const others = Object.entries(PACKAGE_PAGES).map(([name, path]): [string, string] => [
    join(ROOT, path),
    name,
  ]);
  // A container image does not include the documents of other packages.
  return new Map([...own, ...others].filter(([file]) => file !== CONTENTS && existsSync(file)));
}
