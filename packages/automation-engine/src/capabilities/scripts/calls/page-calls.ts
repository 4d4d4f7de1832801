import { abortable } from '@errand/foundation';
import type { Frame } from 'puppeteer';
import { z } from 'zod';
import { createDeadline } from '../../../deadline.ts';
import { WaitTimeoutError } from '../../../errors.ts';
import { frameId } from '../../../page/browser/frame-session.ts';
import { isolatedRealm } from '../../../page/browser/isolated-realm.ts';
import { waitForIdleNetwork } from '../../../page/pages/wait-until-quiet.ts';
import { takeImage } from '../../../page/screenshots/take-image.ts';
import { type CallTable, defineCall, pageFields } from '../define-call.ts';
import { evaluateInPage } from '../main-realm.ts';
import { CallFailedError } from '../script-action-errors.ts';
import { imagesOf, type ScriptWorld } from '../script-world.ts';
import { listFrames } from './list-frames.ts';

const frameFields = { ...pageFields, frame: z.string().max(100).optional() };
const scriptFields = { script: z.string().max(1_000_000), argument: z.json() };

/** As in Playwright. */
const IDLE_NETWORK_MS = 500;

/** What a script can learn about a page and its frames. */
export const pageCalls: CallTable = {
  'page.url': defineCall(z.strictObject(pageFields), (world, { page }) =>
    Promise.resolve(world.pageOf(page).page.url()),
  ),
  'page.is_closed': defineCall(z.strictObject(pageFields), (world, { page }) =>
    Promise.resolve(!world.run.pages.open().some((open) => world.idOf(open) === page)),
  ),
  'page.title': defineCall(z.strictObject(frameFields), (world, place) =>
    abortable(
      isolatedRealm(frameOf(world, place)).evaluate(() => document.title),
      world.signal,
    ),
  ),
  'page.content': defineCall(z.strictObject(frameFields), (world, place) =>
    abortable(frameOf(world, place).content(), world.signal),
  ),
  'page.viewport_size': defineCall(z.strictObject(pageFields), (world, place) => {
    const realm = isolatedRealm(frameOf(world, place));
    const measuring = realm.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    return abortable(measuring, world.signal);
  }),
  'page.screenshot': defineCall(
    z.strictObject({ ...pageFields, full_page: z.boolean() }),
    async (world, { page, full_page: fullPage }) => {
      const image = await takeImage(world.pageOf(page).page, { fullPage }, imagesOf(world));
      return Buffer.from(image).toString('base64');
    },
  ),
  'page.frames': defineCall(z.strictObject(pageFields), (world, { page }) =>
    listFrames(world, world.pageOf(page)),
  ),
  'page.evaluate': defineCall(
    z.strictObject({ ...frameFields, ...scriptFields }),
    (world, { script, argument, ...place }) =>
      abortable(evaluateInPage(frameOf(world, place), script, { argument }), world.signal),
  ),
  'page.wait_for_function': defineCall(
    z.strictObject({ ...frameFields, ...scriptFields }),
    async (world, { script, argument, ...place }) => {
      const expression = `(() => { const value = (${script}\n); return typeof value === 'function' ? value(${JSON.stringify(argument)}) : value; })()`;
      await untilTrue(world, frameOf(world, place), { expression, timeout: place.timeout });
    },
  ),
  'page.wait_for_load_state': defineCall(
    z.strictObject({ ...pageFields, state: z.enum(['load', 'domcontentloaded', 'networkidle']) }),
    async (world, { state, timeout, ...place }) => {
      const states = state === 'domcontentloaded' ? "'interactive', 'complete'" : "'complete'";
      const expression = `[${states}].includes(document.readyState)`;
      await untilTrue(world, frameOf(world, place), { expression, timeout });
      if (state !== 'networkidle') return;
      const deadline = createDeadline(timeout, world.signal);
      if (await waitForIdleNetwork(world.pageOf(place.page), IDLE_NETWORK_MS, deadline)) return;
      throw new WaitTimeoutError('An idle network', timeout);
    },
  ),
};

function frameOf(
  world: ScriptWorld,
  { page, frame: id }: { readonly page: string; readonly frame?: string | undefined },
): Frame {
  const watched = world.pageOf(page);
  if (id === undefined) return watched.page.mainFrame();
  const frame = watched.page.frames().find((each) => frameId(each) === id);
  if (frame) return frame;
  throw new CallFailedError('The frame is gone. Look for it again in page.frames.');
}

async function untilTrue(
  { signal }: ScriptWorld,
  frame: Frame,
  { expression, timeout }: { readonly expression: string; readonly timeout: number },
): Promise<void> {
  // Puppeteer treats 0 as no limit.
  const options = { timeout: Math.max(1, timeout), polling: 100, signal };
  try {
    await abortable(frame.waitForFunction(expression, options), signal);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    throw new WaitTimeoutError('The awaited condition', timeout);
  }
}
