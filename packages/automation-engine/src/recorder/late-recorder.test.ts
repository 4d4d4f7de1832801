import { expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { startRecorder } from './start-recorder.ts';
import { holdCalls, openTab } from './testing/hold-calls.ts';
import { see } from './testing/open-person.ts';
import { type PersonCase, recordOnly } from './testing/record-case.ts';
import { usePerson } from './testing/use-person.ts';

const stage = usePerson({
  '/': '<!doctype html><a href=/tab target=_blank>Open</a>',
  '/tab': '<!doctype html><title>Tab</title><a href=/next>Next</a>',
  '/next': '<!doctype html><button>Done</button>',
});
const LATE = expect.stringContaining('only after the person had acted in it');

/** Records what the person does on the first page. */
async function reportOf(act: PersonCase['act']) {
  const { site, browser, person } = stage();
  const scene = { browser, person };
  const { report } = await recordOnly({ name: 'tabs', url: `${site}/`, act }, scene);
  return { kinds: report.nodes.map(({ kind }) => kind), faults: report.faults };
}

const tabAt = (page: Page, path: string) =>
  pollUntil(`a tab shows ${path}`, async () =>
    (await page.browserContext().pages()).find((one) => one.url().endsWith(path)),
  );

test('reports that a person acted in a new tab before the recorder had started in it', async () => {
  const { site, browser } = stage();
  await using opened = await browser.openPage();
  const { page } = opened;
  await page.goto(`${site}/`);
  await using recorder = await startRecorder({ page });
  const session = await page.createCDPSession();
  const release = holdCalls(session, ['Page.enable', 'Page.addScriptToEvaluateOnNewDocument']);
  const root = await page.browser().target().createCDPSession();
  const targetId = await openTab(session, `${site}/tab`);
  await pollUntil('the document has loaded', async () => {
    const { targetInfos } = await root.send('Target.getTargets');
    return targetInfos.some((one) => one.targetId === targetId && one.title === 'Tab');
  });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const tab = root.connection()?.session(sessionId);
  await tab?.send('Runtime.evaluate', { expression: '1', userGesture: true });
  release();
  const faults = await pollUntil('the recorder has started there', async () => {
    const found = (await recorder.read()).report.faults;
    return found.length > 0 && found;
  });
  expect(faults).toEqual([LATE]);
});

test('does not report the acts of a person in an earlier document of a tab, or in an old tab', async () => {
  const { site, browser } = stage();
  const report = await reportOf(async (person, page) => {
    await person.click(see(page, 'a'));
    await person.click(see(await tabAt(page, '/tab'), 'a'));
    await person.click(see(await tabAt(page, '/next'), 'button'));
  });
  expect(report).toEqual({ kinds: ['click', 'click', 'click'], faults: [] });

  await using opened = await browser.openPage();
  const { page } = opened;
  await page.goto(`${site}/`);
  const old = await page.browserContext().newPage();
  await old.goto(`${site}/tab`);
  await old.mouse.click(200, 200);
  await page.bringToFront();
  await using recorder = await startRecorder({ page });
  await old.evaluate(() => location.assign('/next'));
  await see(await tabAt(page, '/next'), 'button').find();
  expect((await recorder.read()).report.faults).toEqual([]);
});

test('leaves out what a person does in a new tab that shows nothing yet', async () => {
  const { site } = stage();
  const report = await reportOf(async (person, page) => {
    const tab = await page.browserContext().newPage();
    await tab.bringToFront();
    await person.clickAt(tab, 100, 100);
    await tab.goto(`${site}/next`);
    await person.click(see(tab, 'button'));
  });
  expect(report).toEqual({ kinds: ['go', 'click'], faults: [] });
});
