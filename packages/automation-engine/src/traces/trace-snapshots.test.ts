import { expect, test } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';
import { readTrace } from './testing/read-trace.ts';
import { openTraceFile } from './trace-file.ts';
import { createSnapshots } from './trace-snapshots.ts';

const stage = useStage();
const openFile = () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-snapshots-'));
  return openTraceFile({ directory, title: 'test', keepsBodies: false });
};
const click = interact('click_element', { command: 'locator("button")' });

async function traceOf(html: string, nodes: readonly object[]) {
  const file = openFile();
  await stage.run(html, nodes, { dependencies: { trace: file } });
  const { events } = readTrace(await file.pack());
  const snapshots = events.filter(({ type }) => type === 'frame-snapshot').length;
  const notes = events.flatMap(({ text }) => (text?.startsWith('Snapshots') ? [text] : []));
  return { snapshots, notes };
}

test('says once how many snapshots are missing because the document is too large', async () => {
  const rows = '<i>x</i>'.repeat(35_000);
  const { snapshots, notes } = await traceOf(`<button>Go</button>${rows}`, [click, click]);
  expect(snapshots).toBe(0);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/missing: (\d+) \(\1 because the document was too large\)\.$/);
});

test('says nothing when no snapshot is missing', async () => {
  const { snapshots, notes } = await traceOf('<button>Go</button>', [click, click]);
  expect(snapshots).toBeGreaterThan(3);
  expect(notes).toEqual([]);
});

test('counts the snapshots that a busy document never sent', async () => {
  const file = openFile();
  const opened = Promise.withResolvers<Page>();
  await stage.run('<p>x</p>', [], { onPage: opened.resolve });
  const page = await opened.promise;
  const started: Promise<unknown>[] = [];
  const snapshots = createSnapshots(file, (work) => void started.push(work));
  const busy = page.evaluate(() => {
    for (const end = performance.now() + 1000; performance.now() < end;);
  });
  const occasion = { phase: 'after', callId: 'step@0' } as const;
  for (let step = 0; step < 10; step += 1) snapshots.take(page, occasion);
  // Those that were refused are counted with the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  snapshots.end();
  await busy;
  // A late answer fails nothing.
  await Promise.all(started);
  const { events } = readTrace(await file.pack());
  expect(events.at(-1)?.text).toBe(
    'Snapshots of documents that are missing: 10 (10 because the document did not respond in time).',
  );
});
