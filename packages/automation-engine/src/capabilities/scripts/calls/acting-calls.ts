import { z } from 'zod';
import { onElement } from '../../../page/acting/acting-element.ts';
import { createTargetElement } from '../../../page/acting/target-element.ts';
import type { TargetElement } from '../../../page/acting/element-acts.ts';
import { findRunFile } from '../../../page/downloads/find-run-file.ts';
import { type CallTable, clickCount, defineCall, mouseButton, shortText } from '../define-call.ts';
import { type ElementPlace, openElement, type ScriptWorld, settle } from '../script-world.ts';
import { elementFields } from './element-fields.ts';
import { pressCombination } from './press-combination.ts';

const longText = z.string().max(1_000_000);

/** What a script can do with the single match of a locator. */
export const actingCalls: CallTable = {
  'locator.click': defineCall(
    z.strictObject({
      ...elementFields,
      button: mouseButton(),
      count: clickCount(),
      force: z.boolean(),
    }),
    (world, { button, count, force, ...place }) =>
      act(world, place, (element) => element.click({ button, count, force })),
  ),
  'locator.hover': plain((element) => element.hover()),
  'locator.focus': plain((element) => element.focus()),
  'locator.fill': defineCall(
    z.strictObject({ ...elementFields, text: longText }),
    (world, { text, ...place }) => act(world, place, (element) => element.fill(text)),
  ),
  'locator.type': defineCall(
    z.strictObject({ ...elementFields, text: longText }),
    (world, { text, ...place }) => act(world, place, (element) => element.type(text)),
  ),
  'locator.press': defineCall(
    z.strictObject({ ...elementFields, key: shortText() }),
    async (world, { key, ...place }) => {
      const { page } = world.pageOf(place.page);
      await act(world, place, async (element) => {
        await element.focus();
        await pressCombination(page, key, world.signal);
      });
    },
  ),
  'locator.set_checked': defineCall(
    z.strictObject({ ...elementFields, checked: z.boolean() }),
    (world, { checked, ...place }) => act(world, place, (element) => element.setChecked(checked)),
  ),
  'locator.select_option': defineCall(
    z.strictObject({ ...elementFields, values: z.array(shortText()).max(1000) }),
    (world, { values, ...place }) => act(world, place, (element) => element.selectOptions(values)),
  ),
  'locator.set_input_files': defineCall(
    z.strictObject({ ...elementFields, file: shortText() }),
    async (world, { file, ...place }) => {
      const { downloads, downloadsDirectory: directory } = world.run;
      const filenames = downloads.files.map(({ filename }) => filename);
      const path = await findRunFile(file, { directory, filenames });
      await act(world, place, (element) => element.upload([path]));
    },
  ),
  'locator.blur': inDocument((element) => {
    if (element instanceof HTMLElement) element.blur();
  }),
  'locator.scroll_into_view': inDocument((element) => {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  }),
};

function plain(act_: (element: TargetElement) => Promise<void>) {
  return defineCall(z.strictObject(elementFields), (world, place) => act(world, place, act_));
}

function inDocument(change: (element: Element) => void) {
  return defineCall(z.strictObject(elementFields), async (world, place) => {
    await onElement(await openElement(world, place), async (handle) => {
      await handle.evaluate(change);
      return { state: 'done' };
    });
  });
}

async function act(
  world: ScriptWorld,
  place: ElementPlace,
  how: (element: TargetElement) => Promise<void>,
): Promise<void> {
  const watched = world.pageOf(place.page);
  await how(createTargetElement(await openElement(world, place)));
  await settle(world, watched);
}
