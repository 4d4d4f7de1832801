import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fleet, openFleet } from '@errand/task-runner/testing';
import { startConnectServer } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { linesOf, runInProcess } from '../testing/run-in-process.ts';

const SAMPLES = join(import.meta.dirname, '../../../importers/samples');
/** One file of each kind, for pages of the sample site. */
const FILES = {
  'devtools-recorder.json': 'devtools.json',
  'playwright-codegen.py': 'codegen.py',
  'playwright-codegen.ts.txt': 'codegen.spec.ts',
  'selenium-ide.side': 'selenium.side',
  'workflow.automa.json': 'workflow.automa.json',
};

const owned = new AsyncDisposableStack();
let fleet: Fleet;
beforeAll(async () => {
  const vaults = { Suppliers: { Portal: { password: 'harbor-demo' } } };
  const vault = owned.use(await startConnectServer({ token: 'connect-token', vaults }));
  fleet = owned.use(
    await openFleet({
      ONEPASSWORD_CONNECT_URL: vault.url,
      ONEPASSWORD_CONNECT_TOKEN: 'connect-token',
    }),
  );
  owned.use(await fleet.startWorker());
  const grant = ['--provider', 'onepassword', '--vault', '*', '--item', '*'];
  const { command } = fleet.controlPlane;
  await command('secrets', 'grant', 'test', ...grant, '--origin', fleet.site.url);
});
afterAll(async () => owned.disposeAsync());

test('imports, stores and runs a recording from each other tool', async () => {
  const { url, apiKey } = fleet.controlPlane;
  const env = { ERRAND_URL: url, ERRAND_API_KEY: apiKey, HOME: fleet.directory };
  const paths = Object.entries(FILES).map(([sample, name]) => {
    const text = readFileSync(join(SAMPLES, sample), 'utf8');
    const path = join(fleet.directory, name);
    writeFileSync(path, text.replaceAll('http://site.example', fleet.site.url));
    return path;
  });
  const imported = await runInProcess(['import', ...paths, '--push', '--json'], { env });
  expect(imported).toMatchObject({ exitCode: 0 });
  // The file of Selenium IDE has two tests.
  const firsts = new Map(
    linesOf(imported.stdout)
      .toReversed()
      .map((one) => [one['kind'], one]),
  );
  expect(new Set(firsts.keys())).toEqual(
    new Set([
      'automa',
      'devtools-recorder',
      'playwright-python',
      'playwright-typescript',
      'selenium-ide',
    ]),
  );
  expect(imported.stdout).not.toContain('harbor-demo');
  const secret = '--secure=password=op://Suppliers/Portal/password';
  for (const { endpoint_name: name } of firsts.values()) {
    const words = ['run', String(name), 'email=demo@harbor.example', secret, '--wait', '--json'];
    const ran = await runInProcess(words, { env });
    expect([name, ran.exitCode, ran.stderr, JSON.parse(ran.stdout).error]).toEqual([
      name,
      0,
      expect.any(String),
      null,
    ]);
  }
});

test('replaces only the version that --base-version names', async () => {
  const { url, apiKey } = fleet.controlPlane;
  const env = { ERRAND_URL: url, ERRAND_API_KEY: apiKey, HOME: fleet.directory };
  const path = join(fleet.directory, 'based.spec.ts');
  const push = (address: string, ...options: string[]) => {
    const goto = `await page.goto('${address}');`;
    writeFileSync(path, `test('Based', async ({ page }) => { ${goto} });`);
    return runInProcess(['import', path, '--push', ...options], { env });
  };
  const created = await push('https://a.example/', '--base-version', '0');
  expect(created).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('created  based  version 1'),
  });
  for (const version of ['0', '2']) {
    expect(await push('https://b.example/', '--base-version', version)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining(
        `based.spec.ts: --base-version is ${version}, but version 1 of "based" is current. Nothing is stored.`,
      ),
    });
  }
  const updated = await push('https://b.example/', '--base-version', '1');
  expect(updated).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('updated  based  version 2'),
  });
});
