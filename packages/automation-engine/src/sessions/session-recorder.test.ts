import { afterAll, expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const directory = mkdtempSync(join(tmpdir(), 'errand-session-'));
afterAll(() => rmSync(directory, { recursive: true }));
const stage = useStage((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><button>Other</button>');
});

test('gives its files to the file choosers that a person opens, and reports when there are none', async () => {
  const path = join(directory, 'bill.txt');
  writeFileSync(path, 'A bill.');
  const upload = '<input type=file onchange="log.textContent = this.files[0].name"><p id=log></p>';
  const recordIn = async (inputFiles: readonly { name: string; path: string }[]) => {
    await using opened = await stage.debug(upload, [], { dependencies: { inputFiles } });
    const { session, page } = opened;
    await session.startRecording(() => undefined);
    await page.click('input');
    const read = async () => (await session.recording()).recording?.report;
    const report = await pollUntil('the chooser is recorded', async () => {
      const known = await read();
      const isChosen = known?.nodes.some(({ kind }) => kind === 'upload') === true;
      return known && (isChosen || known.faults.length > 0) && known;
    });
    return {
      report,
      shown: await page.evaluate('log.textContent'),
      stop: await session.stopRecording({ isReplayed: true }),
    };
  };
  const chosen = await recordIn([{ name: 'bill.txt', path }]);
  expect(chosen.shown).toBe('bill.txt');
  expect(chosen.stop.recording?.report.nodes).toMatchObject([
    { kind: 'upload', outcome: 'passed' },
  ]);
  const { report } = await recordIn([]);
  expect(report.faults).toEqual([expect.stringContaining('open the session with input_files')]);
});

/** A button that shows the answer to its question. */
const ask = (name: string) =>
  `<button onclick="log.textContent += '${name} ' + confirm('Sure?') + '; '">${name}</button>`;

test('leaves dialogs to a person between commands, records their answers, and answers late ones', async () => {
  const html = `${['Delete', 'Rename', 'Close'].map(ask).join('')}<p id=log></p>`;
  const limits = { unresponsiveMs: 500, personDialogMs: 10_000 };
  await using opened = await stage.debug(html, [], { dependencies: { limits } });
  const { session, page } = opened;
  const person = await page.createCDPSession();
  await person.send('Page.enable');
  await session.startRecording(() => undefined);
  /** Opens a dialog; the click ends when it has closed. */
  const click = async (name: string) => {
    const opens = new Promise((resolve) => person.once('Page.javascriptDialogOpening', resolve));
    const clicked = page.click(`::-p-text(${name})`);
    await opens;
    return { clicked };
  };
  const { clicked: dismissed } = await click('Delete');
  await person.send('Page.handleJavaScriptDialog', { accept: false });
  await dismissed;
  const { clicked: accepted } = await click('Rename');
  const { accessibilitySnapshot } = await session.snapshot();
  await accepted;
  expect(accessibilitySnapshot).toContain('Delete false; Rename true;');
  const { clicked: forgotten } = await click('Close');
  await forgotten;
  expect(await page.evaluate('log.textContent')).toBe('Delete false; Rename true; Close true; ');
  const { recording } = await session.stopRecording({ isReplayed: true });
  expect(recording?.automation['nodes']).toMatchObject([
    { dialog: { accept: false } },
    { dialog: { accept: true } },
    { dialog: { accept: true } },
  ]);
  expect(recording?.report.nodes.map(({ outcome }) => outcome)).toEqual(Array(3).fill('passed'));
  const { accessibilitySnapshot: replayed } = await session.snapshot();
  expect(replayed).toContain('Delete false; Rename true; Close true;');
});

test('records the answer that an open dialog gets when the recording ends', async () => {
  const automation = { dialog: { accept: false } };
  const html = `${ask('Delete')}<p id=log></p>`;
  await using opened = await stage.debug(html, [], { automation });
  const { session, page } = opened;
  const person = await page.createCDPSession();
  await person.send('Page.enable');
  await session.startRecording(() => undefined);
  const opens = new Promise((resolve) => person.once('Page.javascriptDialogOpening', resolve));
  const clicked = page.click('::-p-text(Delete)');
  await opens;
  const { recording } = await session.stopRecording({ isReplayed: false });
  await clicked;
  expect(recording?.automation['nodes']).toMatchObject([{ dialog: { accept: false } }]);
});

test('records from the tab that the session is in, and reports what is done in others', async () => {
  const html = '<a target=_blank href="/other">Open</a><button>First</button>';
  const open = interact('click_element', { command: 'get_by_text("Open")' });
  await using opened = await stage.debug(html, [{ ...open, expect_new_tab: true }]);
  const { session, page } = opened;
  await session.runUntil({});
  await session.startRecording(() => undefined);
  const other = (await page.browserContext().pages()).find((one) => one !== page);
  await other?.click('button');
  await page.bringToFront();
  await page.click('button');
  const { recording } = await session.stopRecording({ isReplayed: true });
  expect(recording?.automation['url']).toBe(`${stage.url}/other`);
  expect(recording?.report).toMatchObject({
    nodes: [{ kind: 'click', outcome: 'passed' }],
    faults: [expect.stringContaining('tab that was open before the recording')],
  });
});
