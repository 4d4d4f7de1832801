import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { readVersions } from '../gallery/install-packages.ts';
import { DELAYS } from './behaviour.ts';
import { behaviours } from './behaviours.ts';
import { recurringPages } from './behaviours/recurring-pages.ts';

test('has at least 40 behaviours with unique names, and 5 delays', () => {
  const names = [...behaviours, ...recurringPages].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(behaviours.length).toBeGreaterThanOrEqual(40);
  expect(new Set(DELAYS).size).toBe(5);
});

test('expects a text that differs from the text before the action', () => {
  for (const { name, before = 'old', after = 'new' } of behaviours)
    expect([name, after]).not.toEqual([name, before]);
});

test('uses all packages of the manifest, with exact versions', () => {
  const versions = readVersions(join(import.meta.dirname, 'packages'));
  const used = [...behaviours, ...recurringPages].flatMap(({ packages = [] }) => packages);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(versions).toSorted());
  for (const version of Object.values(versions)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});
