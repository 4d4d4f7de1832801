import { expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeProgram, describeVersions } from '../system/describe-versions.ts';
import { describeSystem } from './describe-system.ts';

test('names the version of each program, with the revision of its package', async () => {
  const lines = await describeSystem();
  expect(lines).toEqual(
    expect.arrayContaining([
      `node ${process.version}`,
      expect.stringMatching(/^postgres postgres \(PostgreSQL\) \d+\.\d+ \(.*\/postgres\)$/),
      expect.stringMatching(/^chromium .*\d+\.\d+\.\d+\.\d+/),
      expect.stringMatching(/^xrdp .*\d+\.\d+\.\d+/),
      expect.stringMatching(/^xorgxrdp \d/),
    ]),
  );
  expect(lines.filter((line) => line.includes('unknown'))).toEqual([]);
});

test('names a program that is not installed', async () => {
  expect(await describeVersions({ 'no-such-program': 'none' })).toEqual([
    'no-such-program missing',
  ]);
});

test.each([
  ['echo "Tool 4.2 of today"', /^Tool 4\.2 of today \(.*tool\)$/],
  ['echo 3.1 >&2; exit 1', /^3\.1 \(.*tool\)$/],
  ['exec sleep 1000', /^of unknown version \(.*tool\)$/],
])('describes a program that does: %s', async (script, wanted) => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-version-test-'));
  try {
    const tool = join(directory, 'tool');
    writeFileSync(tool, `#!/bin/sh\n${script}\n`);
    chmodSync(tool, 0o755);
    expect(await describeProgram(tool)).toMatch(wanted);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
