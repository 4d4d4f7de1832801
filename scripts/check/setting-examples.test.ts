import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_NAMES as controlPlane } from '../../apps/control-plane/src/settings.ts';
import { SETTING_NAMES as localInference } from '../../apps/local-inference/src/config.ts';
import { SETTING_NAMES as gateway } from '../../apps/stream-gateway/src/config.ts';
import { SETTING_NAMES as worker } from '../../apps/worker/src/config.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test.each([
  ['control-plane', controlPlane],
  ['stream-gateway', gateway],
  ['worker', worker],
])('apps/%s/.env.example lists exactly the settings of the app', (app, settings) => {
  expect(readExample(app).toSorted()).toEqual(settings.toSorted());
});

// The local inference server runs tasks as workers do, so its example file refers to theirs.
test("every setting of the local inference server is in its own file or the worker's", () => {
  const listed = new Set([...readExample('local-inference'), ...readExample('worker')]);
  expect(localInference.filter((name) => !listed.has(name))).toEqual([]);
  expect(readExample('local-inference').filter((name) => !localInference.includes(name))).toEqual(
    [],
  );
});

test('the file of the local inference server names the worker settings that it lacks', () => {
  const text = readText('local-inference').split('All other settings').at(-1) ?? '';
  const named = [...text.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name);
  const missing = worker.filter((name) => !localInference.includes(name));
  expect(named.toSorted()).toEqual(missing.toSorted());
});

function readText(app: string): string {
  return readFileSync(join(ROOT, 'apps', app, '.env.example'), 'utf8');
}

function readExample(app: string): string[] {
  const text = readText(app);
  return [...text.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
}
