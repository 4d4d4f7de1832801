import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEgressGuard } from '@errand/egress-guard';
import { type RunningSampleSite, startSampleSite } from '@errand/sample-site';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { lintAutomation, parseAutomation } from '../document/index.ts';
import type { PrivateHandler } from './private-handler.ts';
import { runAutomation } from './run-automation.ts';
import type { RunResult } from './run-result.ts';
import { readDocumentedAutomations } from '../test/documented-automations.ts';
import { scripts } from '../test/open-scripts.ts';
import { siteAutomations } from '../test/site-automations.ts';
import { siteSnippets } from '../test/site-snippets.ts';
import { type SiteAutomation, toAutomation } from '../test/site-steps.ts';

let resources: AsyncDisposableStack;
let browser: TestBrowser;
let site: RunningSampleSite;
let directory: string;
beforeAll(async () => {
  resources = new AsyncDisposableStack();
  directory = await mkdtemp(join(tmpdir(), 'errand-site-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  site = resources.use(await startSampleSite({ port: 0, host: '127.0.0.1', exportDelayMs: 0 }));
  browser = resources.use(await openBrowser());
});
afterAll(() => resources.disposeAsync());

/** Warns of the site's password, which is public. */
const PUBLIC_PASSWORD = 'secret-as-input';
const privateHandlers = new Map<string, PrivateHandler>([
  ['portal.action', async ({ number }) => ({ patient_id: number ?? null, extra: true })],
]);

async function execute(automation: SiteAutomation): Promise<RunResult> {
  return await executeDocument(toAutomation(automation, site.url));
}

async function executeDocument(automation: unknown): Promise<RunResult> {
  const parsed = parseAutomation(automation);
  const warnings = lintAutomation(parsed).filter(({ rule }) => rule !== PUBLIC_PASSWORD);
  expect(warnings).toEqual([]);
  await using opened = await browser.openPage();
  return await runAutomation(
    parsed,
    { inputParameters: parsed.parameters.input_parameters },
    {
      page: opened.page,
      signal: AbortSignal.timeout(25_000),
      downloadsDirectory: await mkdtemp(join(directory, 'run-')),
      logger: { warn: () => undefined },
      onEvent: () => undefined,
      privateHandlers,
      egress: createEgressGuard({ allowPrivateAddresses: true }),
      ...scripts(),
    },
  );
}

/** Runs an automation to completion and returns what it has produced. */
async function run(automation: SiteAutomation) {
  return readProducts(await execute(automation));
}

function readProducts(result: RunResult) {
  expect('error' in result ? result.error : undefined).toBeUndefined();
  const { outputData, downloads, forLoopStatus } = result;
  const output: Record<string, unknown> = {};
  for (const { json_data: data } of outputData) Object.assign(output, data);
  const files = downloads.map(({ filename }) => filename).toSorted();
  return { output, files, downloads, loops: forLoopStatus };
}

test('downloads a known PDF', async () => {
  const { files, downloads } = await run(siteAutomations.knownPdf);
  expect(files).toContain('example.pdf');
  const file = downloads.find(({ filename }) => filename === 'example.pdf');
  expect((await readFile(file?.path ?? '')).subarray(0, 5).toString()).toBe('%PDF-');
});

test('uploads a downloaded file', async () => {
  const { output } = await run(siteAutomations.fileUpload);
  expect(output).toEqual({ name: 'archive.csv', sent_for: 'Baltic Sea' });
});

test('looks up a certificate and extracts the result from the network', async () => {
  const { output } = await run(siteAutomations.certificateLookup);
  expect(JSON.stringify(output)).toMatch(/"found":true/);
});

test('signs in and captures the storage', async () => {
  const { output } = await run(siteAutomations.storageCapture);
  expect(output).toMatchObject({
    page_url: `${site.url}/dashboard`,
    local_storage: expect.any(Object),
    cookies: expect.any(Array),
  });
});

test('iterates over a list in a new tab', async () => {
  const { output, loops } = await run(siteAutomations.authorizations);
  expect(output).toMatchObject({ state_0: 'Approved', state_1: 'Denied' });
  expect(loops.map((loop) => loop.map(({ value, status }) => [value, status]))).toEqual([
    [
      ['AU-7001', 'success'],
      ['AU-7003', 'success'],
    ],
  ]);
});

test('signs in with Enter', async () => {
  expect((await run(siteAutomations.login)).output).toEqual({ heading: 'Welcome back' });
});

test('signs in if requested and skips missing elements', async () => {
  const { output } = await run(siteAutomations.optionalLogin);
  expect(output).toMatchObject({
    page_url: expect.stringContaining('/account/requests/view?key=K-1'),
  });
});

test('changes the port, fails fast where required, and downloads the report', async () => {
  const { files } = await run(siteAutomations.facilityReport);
  expect(files).toEqual(['detailed-stock.csv']);
});

test('fails with a readable message when the password is expired', async () => {
  const { facilityReport } = siteAutomations;
  const inputs = { ...facilityReport.inputs, email: ['reset.demo@harbor.example'] };
  expect(await execute({ ...facilityReport, inputs })).toMatchObject({
    status: 'failed',
    error: { class: 'fail_state', message: 'Password reset needed: reset.demo@harbor.example' },
  });
});

test('dismisses a visible banner', async () => {
  expect((await run(siteSnippets.dismissBanner)).output).toEqual({ headline: expect.any(String) });
});

test('counts and computes', async () => {
  const { output } = await run(siteSnippets.countRows);
  expect(output).toEqual({ rows: 10, most: 6 });
});

test('downloads and reads per row', async () => {
  const { output, files } = await run(siteSnippets.locatorLoop);
  expect(files).toEqual(['order_0.csv', 'order_1.csv']);
  expect(output).toEqual({ order_0: 'HS-10401', order_1: 'HS-10402' });
});

test('downloads per value, with metadata for each file', async () => {
  const { downloads } = await run(siteSnippets.variableLoop);
  expect(downloads.map(({ filename, metadata }) => [filename, metadata])).toEqual([
    ['doc_HS-10401.pdf', { number: 'HS-10401', kind: 'new', source: 'list' }],
    ['doc_HS-10402.pdf', { number: 'HS-10402', kind: 'old', source: 'list' }],
  ]);
});

test('nests loops', async () => {
  const { output, loops } = await run(siteSnippets.nestedLoops);
  expect(Object.keys(output)).toEqual(['order_0_0', 'order_0_1', 'order_1_0', 'order_1_1']);
  expect(new Set(Object.values(output)).size).toBe(4);
  expect(loops.map((loop) => loop.length)).toEqual([2, 2, 2]);
});

test('returns from the tabs that an iteration opened', async () => {
  const { output } = await run(siteSnippets.resetTabs);
  expect(Object.keys(output)).toEqual(['report_0', 'report_1']);
});

// proves field: extraction_action.api_call.url; extraction_action.api_call.method
// proves field: extraction_action.api_call.body; extraction_action.api_call.output_variable_names
test('calls an API, then another one with the result', async () => {
  const result = await execute(siteSnippets.callApi);
  expect(result).toMatchObject({
    status: 'success',
    outputData: [
      { json_data: { status_code: 200, body: { found: true } } },
      {
        unique_identifier: 'certificate C-2026-0117',
        json_data: { status_code: 200, body: { symbol: 'TEAK' } },
      },
    ],
  });
});

test('calls a plug-in', async () => {
  const { output } = await run(siteSnippets.plugIn);
  expect(output).toEqual({ patient_id: { patient_id: '7', extra: true } });
});

test.each(readDocumentedAutomations())(
  'runs the automation that $page shows',
  async ({ automationFor, output }) => {
    const automation = automationFor(site.url) as { readonly expected_downloads?: number };
    const result = await executeDocument(automation);
    expect(result.outputData.map(({ json_data: data }) => data)).toEqual(output);
    expect(readProducts(result).files).toHaveLength(automation.expected_downloads ?? 0);
  },
);
