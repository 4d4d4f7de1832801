import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { z } from 'zod';
import type { WatchedPage } from '../../../page/pages/watched-page.ts';
import {
  type CallTable,
  clickCount,
  defineCall,
  mouseButton,
  pageFields,
  shortText,
} from '../define-call.ts';
import { type ScriptWorld, settle } from '../script-world.ts';
import { keys, pressCombination, toKey } from './press-combination.ts';

const text = z.string().max(1_000_000);
const coordinate = () => z.number().min(-100_000).max(100_000);
const point = { x: coordinate(), y: coordinate() };

/** Keyboard and mouse input to a page, at the current focus and pointer position. */
export const inputCalls: CallTable = {
  'page.press': defineCall(z.strictObject({ ...pageFields, key: shortText() }), (world, params) =>
    send(world, params, ({ page }) => pressCombination(page, params.key, world.signal)),
  ),
  'page.type': defineCall(z.strictObject({ ...pageFields, text }), (world, params) =>
    send(world, params, async ({ page }) => {
      for (const character of params.text) {
        await abortable(page.keyboard.type(character), world.signal);
      }
    }),
  ),
  'page.insert_text': defineCall(z.strictObject({ ...pageFields, text }), (world, params) =>
    send(world, params, ({ page }) => page.keyboard.sendCharacter(params.text)),
  ),
  'page.key': defineCall(
    z.strictObject({ ...pageFields, key: shortText(), is_down: z.boolean() }),
    (world, { key, is_down: isDown, ...place }) =>
      send(world, place, ({ page: { keyboard } }) =>
        keys(() => (isDown ? keyboard.down(toKey(key)) : keyboard.up(toKey(key))), world.signal),
      ),
  ),
  'page.mouse_move': defineCall(
    z.strictObject({ ...pageFields, ...point, steps: z.number().int().min(1).max(1000) }),
    (world, { x, y, steps, ...place }) =>
      send(world, place, async ({ page, pointer }) => {
        await page.mouse.move(x, y, { steps });
        await pointer.moveTo({ x, y });
      }),
  ),
  'page.mouse_click': defineCall(
    z.strictObject({ ...pageFields, ...point, button: mouseButton(), count: clickCount() }),
    (world, { x, y, button, count, ...place }) =>
      send(world, place, ({ pointer }) => pointer.clickAt({ x, y }, { button, count })),
  ),
  'page.mouse_button': defineCall(
    z.strictObject({ ...pageFields, button: mouseButton(), is_down: z.boolean() }),
    (world, { button, is_down: isDown, ...place }) =>
      send(world, place, ({ page }) => pressButton(page, { button, isDown })),
  ),
  'page.mouse_wheel': defineCall(
    z.strictObject({ ...pageFields, ...point }),
    (world, { x, y, ...place }) =>
      send(world, place, ({ page }) => page.mouse.wheel({ deltaX: x, deltaY: y })),
  ),
};

async function pressButton(
  { mouse }: Page,
  { button, isDown }: { readonly button: 'left' | 'middle' | 'right'; readonly isDown: boolean },
): Promise<void> {
  await (isDown ? mouse.down({ button }) : mouse.up({ button }));
}

async function send(
  world: ScriptWorld,
  { page }: { readonly page: string },
  input: (watched: WatchedPage) => Promise<void>,
): Promise<void> {
  const watched = world.pageOf(page);
  await abortable(input(watched), world.signal);
  await settle(world, watched);
}
