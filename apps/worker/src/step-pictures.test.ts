import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openFleet, type Fleet, type WorkerProcess } from '@errand/task-runner/testing';

let fleet: Fleet;
let worker: WorkerProcess;

beforeAll(async () => {
  fleet = await openFleet();
  worker = await fleet.startWorker();
});

afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await fleet[Symbol.asyncDispose]();
});

test('every slow step of a task has a thumbnail, which is not a download', async () => {
  const pause = { sleep_action: { sleep_time: 1 } };
  const task = await fleet.run([pause, { interaction_action: { scroll: {} } }, pause]);
  const { status, steps } = await fleet.untilEnded(task);
  expect(status).toBe('success');
  expect(steps).toHaveLength(3);
  const [first, , last] = steps.map(({ screenshot_url: url }) => url ?? '');
  for (const url of [first, last]) {
    const picture = Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
    expect(widthOfJpeg(picture)).toBeGreaterThan(600);
    expect(widthOfJpeg(picture)).toBeLessThanOrEqual(640);
    expect(picture.byteLength).toBeLessThan(100_000);
  }
  const { body } = await fleet.controlPlane.call('GET', `/api/v1/get_downloads?task_id=${task}`);
  expect(body).toMatchObject({ urls: [] });
});

/** Reads the frame header of a baseline or progressive JPEG. */
function widthOfJpeg(jpeg: Buffer): number {
  let offset = 2;
  while (offset < jpeg.byteLength) {
    const marker = jpeg.readUInt16BE(offset);
    if (marker === 0xff_c0 || marker === 0xff_c2) return jpeg.readUInt16BE(offset + 7);
    offset += 2 + jpeg.readUInt16BE(offset + 2);
  }
  throw new Error('This is no JPEG.');
}
