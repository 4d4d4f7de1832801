import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runAutomation } from '@errand/automation-engine';
import { parseAutomation } from '@errand/automation-engine/automation';
import { createEgressGuard } from '@errand/egress-guard';
import { type RunningSampleSite, startSampleSite } from '@errand/sample-site';
import { Secret } from '@errand/secrets';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { importAny } from './index.ts';

let resources: AsyncDisposableStack;
let browser: TestBrowser;
let site: RunningSampleSite;
let directory: string;
beforeAll(async () => {
  resources = new AsyncDisposableStack();
  directory = await mkdtemp(join(tmpdir(), 'errand-importers-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  site = resources.use(await startSampleSite({ port: 0, host: '127.0.0.1' }));
  browser = resources.use(await openBrowser());
});
afterAll(() => resources.disposeAsync());

/** Files as each tool writes them, for pages of the sample site. */
const samples = [
  'devtools-recorder.json',
  'playwright-codegen.py',
  'playwright-codegen.ts.txt',
  'selenium-ide.side',
  'workflow.automa.json',
];

test.each(samples)('%s is imported completely, and succeeds when run', async (file) => {
  const text = await readFile(join(import.meta.dirname, '../samples', file), 'utf8');
  const imported = importAny(text.replaceAll('http://site.example', site.url), file);
  const [recording] = imported?.recordings ?? [];
  expect(recording?.report.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
  expect(recording?.warnings).toEqual([]);
  expect(JSON.stringify(recording)).not.toContain('harbor-demo');
  const automation = parseAutomation(recording?.automation);
  expect(automation.parameters.input_parameters).toEqual({ email: ['demo@harbor.example'] });
  expect(Object.keys(automation.parameters.secure_parameters)).toEqual(['password']);

  await using opened = await browser.openPage();
  const result = await runAutomation(
    automation,
    { inputParameters: automation.parameters.input_parameters, secretCounts: { password: 1 } },
    {
      page: opened.page,
      signal: AbortSignal.timeout(60_000),
      downloadsDirectory: await mkdtemp(join(directory, 'run-')),
      logger: { warn: () => undefined },
      onEvent: () => undefined,
      egress: createEgressGuard({ allowPrivateAddresses: true }),
      secrets: {
        resolve: async () => ({
          secret: new Secret('password[0]', 'harbor-demo'),
          expiresAt: null,
          allowedOrigins: null,
        }),
      },
    },
  );
  expect(result).toMatchObject({ status: 'success' });
});
