import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

test('lets apps cache compiled code where the environment says, or in node_modules', () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-bootstrap-'));
  const script = join(directory, 'script.mjs');
  writeFileSync(
    script,
    "import { getCompileCacheDir } from 'node:module'; process.stdout.write(getCompileCacheDir() ?? 'none');",
  );
  const run = (environment: NodeJS.ProcessEnv) =>
    execFileSync(process.execPath, ['scripts/bootstrap.mjs', relative(ROOT, script)], {
      cwd: ROOT,
      env: environment,
      encoding: 'utf8',
    });
  const { NODE_COMPILE_CACHE: _cache, ...environment } = process.env;
  try {
    expect(run(environment)).toContain(join(ROOT, 'node_modules/.cache/errand/'));
    expect(run({ ...environment, NODE_COMPILE_CACHE: directory })).toContain(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
