import { expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS } from './check-registry.ts';

test('holds one kind per file, named after its file', () => {
  const files = readdirSync(join(import.meta.dirname, 'kinds'));
  const kinds = CHECKS.map(({ kind }) => `${kind.replaceAll('_', '-')}.ts`);
  expect(kinds.toSorted()).toEqual(files.toSorted());
});

test('has a repair for every fault, but not for notices', () => {
  for (const { kind, severity, planRepair } of CHECKS) {
    expect([kind, planRepair !== undefined]).toEqual([kind, severity === 'fault']);
  }
});
