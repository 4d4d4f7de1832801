import { abortable, type JsonValue } from '@errand/foundation';
import type { ElementHandle } from 'puppeteer';
import { z } from 'zod';
import { onElement } from '../../../page/acting/acting-element.ts';
import { callOn } from '../../../page/browser/call-in-page.ts';
import type { Fact } from '../../../page/in-page/read-fact.ts';
import { takeImage } from '../../../page/screenshots/take-image.ts';
import { type CallTable, defineCall, shortText } from '../define-call.ts';
import { evaluateInPage } from '../main-realm.ts';
import { CallFailedError } from '../script-action-errors.ts';
import {
  imagesOf,
  openElement,
  openSearch,
  type ElementPlace,
  type ScriptWorld,
} from '../script-world.ts';
import { elementFields } from './element-fields.ts';
import { waitForState, states } from './wait-for-state.ts';

const facts = [
  'attribute',
  'checked',
  'editable',
  'enabled',
  'inner_html',
  'inner_text',
  'input_value',
  'text_content',
] as const;
const scriptFields = { script: z.string().max(1_000_000), argument: z.json() };

/** What a script can learn about elements. */
export const locatorCalls: CallTable = {
  'locator.count': defineCall(z.strictObject(elementFields), async (world, place) => {
    const { resolver, expression } = await openSearch(world, place);
    return resolver.count(expression, world);
  }),
  'locator.read': defineCall(
    z.strictObject({ ...elementFields, what: z.enum(facts), name: shortText().optional() }),
    async (world, { what, name, ...place }) => {
      const read = await onElement(await openElement(world, place), (handle) =>
        callOn(handle, 'readFact', what, name),
      );
      return read.value;
    },
  ),
  'locator.read_all': defineCall(
    z.strictObject({ ...elementFields, what: z.enum(['inner_text', 'text_content']) }),
    (world, { what, ...place }) =>
      onMatches(world, place, (handles) =>
        Promise.all(handles.map((handle) => readOf(handle, what))),
      ),
  ),
  'locator.is_visible': defineCall(z.strictObject(elementFields), (world, place) =>
    onMatches(world, place, async ([first, second]) => {
      if (second) throw new CallFailedError(`${place.expression} matched several elements.`);
      return first ? readOf(first, 'visible') : false;
    }),
  ),
  'locator.bounding_box': defineCall(z.strictObject(elementFields), async (world, place) => {
    const { box } = await onElement(await openElement(world, place), (handle) => readBox(handle));
    return box;
  }),
  'locator.screenshot': defineCall(z.strictObject(elementFields), async (world, place) => {
    const element = await openElement(world, place);
    const { box } = await onElement(element, async (handle) => {
      await handle.scrollIntoView();
      return readBox(handle);
    });
    if (!box) throw new CallFailedError(`${element.locator} is not visible.`);
    const image = await takeImage(element.page, { clip: box }, imagesOf(world));
    return Buffer.from(image).toString('base64');
  }),
  'locator.evaluate': defineCall(
    z.strictObject({ ...elementFields, ...scriptFields }),
    async (world, { script, argument, ...place }) => {
      const element = await openElement(world, place);
      const handle = await element.find();
      const evaluating = evaluateInPage(handle.frame, script, { argument, handles: handle });
      return abortable(evaluating, world.signal);
    },
  ),
  'locator.evaluate_all': defineCall(
    z.strictObject({ ...elementFields, ...scriptFields }),
    (world, { script, argument, ...place }) =>
      onMatches(world, place, (handles) => {
        const frame = handles[0]?.frame ?? world.pageOf(place.page).page.mainFrame();
        return evaluateInPage(frame, script, { argument, handles });
      }),
  ),
  'locator.wait_for': defineCall(
    z.strictObject({ ...elementFields, state: z.enum(states) }),
    async (world, { state, ...place }) => waitForState(await openSearch(world, place), state),
  ),
};

/** Calls `act` with all current matches. */
async function onMatches<Result extends JsonValue>(
  world: ScriptWorld,
  place: ElementPlace,
  act: (handles: readonly ElementHandle[]) => Promise<Result>,
): Promise<Result> {
  const { resolver, expression } = await openSearch(world, place);
  const handles = await resolver.queryAll(expression, world);
  try {
    return await abortable(act(handles), world.signal);
  } finally {
    // Failing to dispose only means that the page is gone.
    void Promise.allSettled(handles.map((handle) => handle.dispose()));
  }
}

async function readOf(handle: ElementHandle, fact: Fact): Promise<JsonValue> {
  const read = await callOn(handle, 'readFact', fact);
  return read.state === 'read' ? read.value : null;
}

async function readBox(handle: ElementHandle) {
  const box = await handle.boundingBox();
  if (!box) return { state: 'read', box: null };
  const { x, y, width, height } = box;
  return { state: 'read', box: { x, y, width, height } };
}
