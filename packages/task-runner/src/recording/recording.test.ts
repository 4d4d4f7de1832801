import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFleet, type Fleet } from '../testing/open-fleet.ts';
import { createRecorder } from './create-recorder.ts';

let fleet: Fleet;

beforeAll(async () => {
  fleet = await openFleet();
});
afterAll(async () => fleet[Symbol.asyncDispose]());

test('records a task, even a cancelled one, and leaves no file behind', async () => {
  const worker = await fleet.startWorker({ RECORD_SESSIONS: 'true' });
  const done = await fleet.run([{ sleep_action: { sleep_time: 4 } }]);
  expect((await fleet.untilEnded(done)).status).toBe('success');
  const video = await videoOf(done);
  expect(video).toMatchObject({
    codec_name: 'h264',
    width: 1280,
    height: 800,
    r_frame_rate: '5/1',
  });
  expect(Number(video['nb_read_packets'])).toBeGreaterThan(10);

  const unwanted = await fleet.run([{ sleep_action: { sleep_time: 600 } }]);
  await fleet.untilStatus(unwanted, 'running');
  await fleet.controlPlane.call('POST', `/api/v1/tasks/${unwanted}/cancel`);
  expect((await fleet.untilEnded(unwanted)).status).toBe('cancelled');
  await worker[Symbol.asyncDispose]();
  expect(worker.leftFiles()).toEqual([]);
  await pollUntil('no process is left', () => worker.processes().length === 0);
});

test('reports the missing program when recording is on without ffmpeg', async () => {
  const size = { width: 640, height: 480, framesPerSecond: 5, workDirectory: undefined };
  const recorder = createRecorder({ ...size, isOn: true, path: '/does/not/exist' });
  await expect(recorder).rejects.toThrow('RECORD_SESSIONS is true, but ffmpeg is not installed.');
});

/** Returns what ffprobe reports about the video of a task. */
async function videoOf(taskId: string): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await fleet.controlPlane.call('GET', `/api/v1/get_downloads?task_id=${taskId}`);
  const { downloads } = body as { readonly downloads: { url: string; content_type: string }[] };
  expect(downloads.map(({ content_type: type }) => type)).toEqual(['video/mp4']);
  const path = join(fleet.directory, 'session.mp4');
  writeFileSync(path, Buffer.from(await (await fetch(downloads[0]?.url ?? '')).arrayBuffer()));
  const args = ['-v', 'error', '-count_packets', '-show_streams', '-of', 'json', path];
  const { streams } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
  return streams[0];
}
