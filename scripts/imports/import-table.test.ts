import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findWrongImports } from './find-wrong-imports.ts';
import { IMPORT_TABLE } from './import-table.ts';
import { readImports } from './read-imports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('finds a planted import, including a type import, and ignores tests', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-imports-test-'));
  try {
    const source = {
      'low/value.ts': "import type { One } from '../high/one.ts';\nexport const value: One = 1;\n",
      'high/one.ts': 'await using nothing = null;\nexport type One = 1;\n',
      'high/two.ts': "export { value } from '../low/value.ts';\n",
      'low/value.test.ts': "import '../high/two.ts';\n",
    };
    for (const [name, text] of Object.entries(source)) {
      const file = join(directory, 'packages/a/src', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const table = { 'packages/a/src': { rows: { low: [], high: ['low'] } } };
    const wrong = findWrongImports(await readImports(directory, Object.keys(table)), table);
    expect(wrong).toEqual([
      expect.stringMatching(/^packages\/a\/src\/low\/value\.ts imports .*high\/one\.ts, but/),
    ]);
    await expect(readImports(directory, ['packages/b/src'])).rejects.toThrow('packages/b/src');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('lists each source root that has folders', () => {
  const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' });
  const roots = files.split('\n').flatMap((file) => /^(.*\/src)\/[^/]+\//.exec(file)?.[1] ?? []);
  const listed = ['scripts', ...Object.keys(IMPORT_TABLE)];
  expect([...new Set(roots)].filter((each) => !listed.includes(each))).toEqual([]);
});

test('has no row or ground for a missing folder or file', () => {
  const places = Object.entries(IMPORT_TABLE).flatMap(([each, { ground = [], rows }]) =>
    [...ground, ...Object.keys(rows)].map((place) => join(root, each, place)),
  );
  expect(places.filter((place) => !existsSync(place))).toEqual([]);
});
