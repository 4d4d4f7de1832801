import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSampleSite } from '@errand/sample-site';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { type ReplayOptions, replayRecording } from './replay-recording.ts';
import { oddCases, oddSecrets } from './testing/odd-cases.ts';
import { oddPage } from './testing/odd-page.ts';
import { openPerson, type Person, see } from './testing/open-person.ts';
import { type PersonCase, recordCase, recordOnly } from './testing/record-case.ts';
import { sampleCases, samplePassword } from './testing/sample-cases.ts';
import type { Recording } from './write-recording.ts';

/** The expected recording of each case. */
const recordedKinds: Readonly<Record<string, string>> = {
  'places an order':
    'fill secret click fill fill select fill set click click check set fill check click',
  'finds an order with Enter, reads it and downloads it':
    'fill secret click fill click extract assert click',
  'reads the first cell of each order': 'fill secret click loop extract',
  'verifies a code in frames of another origin and rates in a shadow root':
    'fill secret click click secret click click',
  'answers dialogs, and continues in a new tab': 'fill secret click click click click click',
  'clicks left, right, twice and with keys held, and uses shortcuts':
    'click click click click keys click',
  'scrolls through a list that grows': 'fill secret click scroll',
  'types secrets into fields that hide that they are secret':
    'click secret secret secret click fill',
  'drags by the browser and by the mouse, and moves a slider': 'drag drag set',
  'chooses a file, clicks with the middle button, and clicks what appears late':
    'upload upload click click click',
  'types an address, goes back, and opens, uses and closes a tab':
    'go click back fill go click close click',
  'leaves a new tab empty, and closes a tab in the background':
    'go click go click switch close switch click switch click',
};

/** What the reports of these recordings say, besides nothing. */
const recordedFaults: Readonly<Record<string, readonly unknown[]>> = {
  'verifies a code in frames of another origin and rates in a shadow root': [
    expect.stringMatching(/^Step 5 \(secret\): a one-time code was typed, .*two_fa_action/),
  ],
};

const owned = new AsyncDisposableStack();
const directory = mkdtempSync(join(tmpdir(), 'recorder-'));
let browser: TestBrowser;
let person: Person;
let oddUrl: string;
let cases: readonly PersonCase[];

beforeAll(async () => {
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const pages = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/odd' ? oddPage : '<!doctype html><h1>Other</h1>');
  });
  const other = owned.use(await startSampleSite({ port: 0, host: '127.0.0.1' }));
  // Another site, so its frames have their own processes.
  const embeddedOrigin = other.url.replace('127.0.0.1', 'localhost');
  const site = owned.use(await startSampleSite({ port: 0, host: '127.0.0.1', embeddedOrigin }));
  await once(pages.listen(0, '127.0.0.1'), 'listening');
  owned.defer(() => void pages.close());
  const served = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  browser = owned.use(await openBrowser());
  person = owned.use(await openPerson(browser.environment));
  const file = { name: 'contract-draft.txt', path: join(directory, 'contract-draft.txt') };
  writeFileSync(file.path, 'A draft.');
  oddUrl = `${served}/odd`;
  const odd = oddCases({ url: oddUrl, otherUrl: `${served}/other`, file });
  cases = [...sampleCases(site.url), ...odd];
});
afterAll(() => owned.disposeAsync());

test.each(Object.keys(recordedKinds))('a person %s; every node replays', async (name) => {
  const recording = await recordCase(caseOf(name), { browser, person });
  const { nodes, faults } = recording.report;
  expect(nodes.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(faults).toEqual(recordedFaults[name] ?? []);
  expect(nodes.map(({ kind }) => kind).join(' ')).toBe(recordedKinds[name]);
  for (const secret of [samplePassword, ...Object.values(oddSecrets)]) {
    expect(JSON.stringify(recording)).not.toContain(secret);
  }
});

test('names inputs after their labels, and makes secrets parameters without a value', async () => {
  const recording = await recordOnly(
    {
      name: 'names',
      url: oddUrl.replace('://', '://ada:hunter2@'),
      async act(someone, page) {
        await someone.fill(see(page, '#name'), 'Ada Lovelace');
        await someone.fill(see(page, '#shown'), oddSecrets.login_key);
      },
    },
    { browser, person },
  );
  // A login in the address is also a secret.
  expect(JSON.stringify(recording)).not.toContain('hunter2');
  expect(recording.automation['url']).toBe(oddUrl);
  expect(recording.inputs).toEqual({ name: ['Ada Lovelace'] });
  expect(recording.secure_parameters).toEqual({ login_key: [] });
  expect(recording.automation['nodes']).toEqual([
    {
      type: 'action_node',
      interaction_action: {
        input_text: { command: 'locator("[id=\\"name\\"]")', input_text: '{name[0]}' },
      },
    },
    {
      type: 'action_node',
      interaction_action: {
        input_text: { command: 'locator("[id=\\"shown\\"]")', input_text: '{login_key[0]}' },
      },
    },
  ]);
});

test('a click with a key held is not the second one of a double click', async () => {
  const { automation } = await recordOnly(
    {
      name: 'keys',
      url: oddUrl,
      async act(someone, page) {
        await someone.click(see(page, '#more'));
        await someone.click(see(page, '#more'), { held: ['Control'] });
      },
    },
    { browser, person },
  );
  const click = { command: String.raw`locator("[id=\"more\"]")` };
  expect(automation['nodes']).toEqual([
    { type: 'action_node', interaction_action: { click_element: click } },
    {
      type: 'action_node',
      interaction_action: { click_element: { ...click, modifiers: ['Control'] } },
    },
  ]);
});

test('keeps every candidate, repairs a step with the next one, and says why a step fails', async () => {
  const recording = await recordOnly(
    {
      name: 'repairs',
      url: oddUrl,
      async act(someone, page) {
        await someone.click(see(page, '#more'));
        await someone.click(see(page, '#late'));
      },
    },
    { browser, person },
  );
  const [candidate] = recording.report.nodes[0]?.candidates ?? [];
  expect(candidate).toEqual({
    command: 'locator("[id=\\"more\\"]")',
    kind: 'id',
    score: 92,
    count: 1,
  });
  const gone = { command: 'locator("#gone")', kind: 'id', score: 99, count: 1 };
  const repaired = await replay(withFirst(recording, gone, { isOnly: false }));
  expect(repaired.report.nodes.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
  expect(JSON.stringify(repaired.automation)).not.toContain('#gone');
  const broken = await replay(withFirst(recording, gone, { isOnly: true }));
  expect(broken.report.nodes).toMatchObject([
    { outcome: 'failed', reason: expect.stringContaining('locator("#gone") matched no element') },
    { outcome: 'not_reached', reason: 'An earlier node failed.' },
  ]);
  const cut = await replay(withFirst(recording, gone, { isOnly: true }), { deadlineMs: 500 });
  const reason = 'The replay did not end within 0.5 s.';
  const notReached = { outcome: 'not_reached', reason };
  expect(cut.report.nodes).toMatchObject([notReached, notReached]);
  const unopened = await replay(recording, { openPage: neverOpens, deadlineMs: 500 });
  expect(unopened.report.nodes).toMatchObject([notReached, notReached]);
});

const neverOpens = () => new Promise<never>(() => undefined);

function caseOf(name: string): PersonCase {
  const found = cases.find((one) => one.name === name);
  if (!found) throw new Error(`No case is called "${name}".`);
  return found;
}

/** The recording with another locator before, or instead of, those of its first step. */
function withFirst(
  recording: Recording,
  candidate: { command: string; kind: string; score: number; count: number },
  { isOnly }: { readonly isOnly: boolean },
): Recording {
  const { source } = recording;
  const steps = source.steps.map((step, index) => {
    if (index > 0 || !step.place) return step;
    const { place } = step;
    const candidates = [candidate, ...(isOnly ? [] : place.target.candidates)];
    return { ...step, place: { ...place, target: { ...place.target, candidates } } };
  });
  return { ...recording, source: { ...source, steps } };
}

function replay(
  recording: Recording,
  options: Partial<Pick<ReplayOptions, 'deadlineMs' | 'openPage'>> = {},
): Promise<Recording> {
  return replayRecording(recording, {
    openPage: () => browser.openPage(),
    ...options,
    downloadsDirectory: join(directory, 'downloads'),
    signal: AbortSignal.timeout(60_000),
  });
}
