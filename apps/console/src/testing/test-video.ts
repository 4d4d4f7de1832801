import { expect, test } from '@jest/globals';
import type { AuthoringStage } from './open-authoring-stage.ts';

/** A page of the task must last long enough for a video that can be searched. */
const RUN_SECONDS = 3;

/** A worker of the stage records videos. */
export function testVideo(stageOf: () => AuthoringStage): void {
  test('the video of a task plays on its page, and its reader can jump in it', async () => {
    const { tab, fleet, portal } = stageOf();
    const taskId = await fleet.run([{ sleep_action: { sleep_time: RUN_SECONDS } }], {
      url: portal,
      submission: { task_callback_url: portal },
    });
    await fleet.untilEnded(taskId);
    await tab.open(`/console/tasks/${taskId}?tab=files`, 'test');
    await tab.untilText('session.mp4', '[aria-label="Files of the task"]');
    const video = await tab.page.waitForSelector(
      'video[aria-label="Video of the screen: session.mp4"]',
    );
    const played = await video?.evaluate(playAndJump);
    expect(played?.duration).toBeGreaterThanOrEqual(RUN_SECONDS);
    expect(played?.afterPlaying).toBeGreaterThan(0);
    expect(played?.afterJump).toBeCloseTo((played?.duration ?? 0) / 2, 0);
    expect(played?.size).toEqual([1280, 800]);
    expect(played?.colours).toBeGreaterThan(1);
    // Its delivery changes, so the list of files is read again, with new URLs.
    const { body } = await fleet.controlPlane.call('GET', `/api/v1/tasks/${taskId}/deliveries`);
    const [delivery] = (body as { deliveries: { delivery_id: string }[] }).deliveries;
    const listed = tab.page.waitForResponse((response) => response.url().includes('get_downloads'));
    const path = `/api/v1/deliveries/${delivery?.delivery_id}/redeliver`;
    await fleet.controlPlane.call('POST', path);
    await listed;
    await tab.look('task-video');
    const shown = await video?.evaluate(({ currentTime }) => currentTime);
    expect(shown).toBe(played?.afterJump);
  });
}

/** Runs in the page: plays a moment, jumps to the middle, and reads the picture there. */
async function playAndJump(element: Element) {
  const video = element as HTMLVideoElement;
  const next = (event: string) =>
    new Promise((resolve) => video.addEventListener(event, resolve, { once: true }));
  if (video.readyState < HTMLMediaElement.HAVE_METADATA) await next('loadedmetadata');
  await video.play();
  while (video.currentTime === 0) await next('timeupdate');
  const afterPlaying = video.currentTime;
  video.pause();
  const jumped = next('seeked');
  video.currentTime = video.duration / 2;
  await jumped;
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d');
  context?.drawImage(video, 0, 0);
  const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  return {
    duration: video.duration,
    afterPlaying,
    afterJump: video.currentTime,
    size: [video.videoWidth, video.videoHeight],
    colours: new Set(new Uint32Array(Uint8ClampedArray.from(pixels).buffer)).size,
  };
}
