import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shortRun } from './flags.ts';
import { runScale } from './run-scale.ts';

test('every task runs once on workers without a browser, and each part of the cost is measured', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-scale-'));
  const options = { ...shortRun, isUnlimited: false, isProfiled: false };
  const result = await runScale(directory, options, () => undefined);
  const tasks = shortRun.perSecond * shortRun.seconds;
  expect(result).toMatchObject({ faults: [], tasks, streams: { refused: {}, broken: 0 } });
  expect(result.startMs.p50).toBeGreaterThan(0);
  expect(result.streams.opened).toBeGreaterThan(0);
  expect(result.streams.delayMs.p50).toBeGreaterThan(0);
  const { task, connections, controlPlanesMb } = result.costs;
  for (const cost of [task.postgres, task.controlPlanes, connections, controlPlanesMb.loaded]) {
    expect(cost).toBeGreaterThan(0);
  }
  rmSync(directory, { recursive: true });
});
