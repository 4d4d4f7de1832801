import { afterAll, expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useStage } from '../test/use-stage.ts';

const directory = mkdtempSync(join(tmpdir(), 'errand-session-'));
afterAll(() => rmSync(directory, { recursive: true }));
const stage = useStage();

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
      return known && known.nodes.length + known.faults.length > 0 && known;
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
