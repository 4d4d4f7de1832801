import type { InputOptions, TargetElement } from '../action-context.ts';
import { abortable } from '../deadline.ts';
import { NoEffectError, OptionNotFoundError } from '../errors.ts';
import {
  type ActingElement,
  adaptNeeds,
  onElement,
  type TimedNeeds,
  toPinnedPoint,
} from './acting-element.ts';
import { checkReadiness, waitForChecked } from './in-page/checked-state.ts';
import { fillWhenReady, focusWhenReady } from './in-page/fill-field.ts';
import { inPage } from './in-page/page-script.ts';
import { readOptionsWhenReady, selectWhenReady } from './in-page/select-options.ts';
import {
  click,
  clickIfUncovered,
  clickNeeds,
  clickReady,
  endsWithPage,
  fieldNeeds,
  hover,
} from './pointing.ts';
import { pressKeys } from './press-keys.ts';
import type { TypedText } from '../secrets/typed-text.ts';
import { slide } from './slide.ts';
import { revealIn, typeSecret } from './type-secret.ts';
import { upload } from './upload.ts';

const inPageScripts = {
  checkReadiness: inPage(checkReadiness),
  fillWhenReady: inPage(fillWhenReady),
  focusWhenReady: inPage(focusWhenReady),
  readOptionsWhenReady: inPage(readOptionsWhenReady),
  selectWhenReady: inPage(selectWhenReady),
  waitForChecked: inPage(waitForChecked),
};

/** After the click; frameworks draw the new state a little later. */
const checkedWithinMs = 2000;

/** The ways to act on one element. Each waits for the element anew. */
export function createTargetElement(element: ActingElement): TargetElement {
  return {
    click: (options) => click(element, options),
    hover: () => hover(element),
    focus: (options) => focus(element, fieldNeeds, options),
    fill: (text, options) => fill(element, text, options),
    async type(text, options) {
      await focus(element, fieldNeeds, options);
      await typeKeys(element, text);
    },
    slide: (text) => slide(element, text),
    async press(key) {
      await focus(element, { isEnabled: true }, {});
      await endsWithPage(element, element.page.keyboard.press(key));
    },
    async pressTogether(keys) {
      await focus(element, { isEnabled: true }, {});
      element.onAct?.();
      await pressKeys(element.page, keys, element.deadline.signal);
    },
    selectOptions: (wanted) => selectOptions(element, wanted),
    async readOptions() {
      const { options } = await onElement(element, (handle, timeoutMs) =>
        handle.evaluate(inPageScripts.readOptionsWhenReady, { isEnabled: true, timeoutMs }),
      );
      return options;
    },
    setChecked: (isChecked) => setChecked(element, isChecked),
    upload: (path) => upload(element, path),
  };
}

async function fill(
  element: ActingElement,
  text: TypedText,
  options: InputOptions = {},
): Promise<void> {
  if (options.isClickedFirst) await clickIfUncovered(element);
  element.onAct?.();
  await onElement(element, async (handle, timeoutMs) => {
    const { fillWhenReady: script } = inPageScripts;
    const needs = { ...fieldNeeds, timeoutMs };
    if (typeof text === 'string') return handle.evaluate(script, text, needs);
    // A secret is asked for when the field takes it: a one-time code does not last.
    const readiness = await handle.evaluate(inPageScripts.focusWhenReady, needs);
    if (readiness.state !== 'ready') return readiness;
    return handle.evaluate(script, await revealIn(handle, text), needs);
  });
}

async function focus(
  element: ActingElement,
  needs: TimedNeeds,
  options: InputOptions = {},
): Promise<void> {
  if (options.isClickedFirst) await clickIfUncovered(element);
  await onElement(element, (handle, timeoutMs) =>
    handle.evaluate(inPageScripts.focusWhenReady, { ...needs, timeoutMs }),
  );
}

async function typeKeys({ page, deadline, onAct }: ActingElement, text: TypedText): Promise<void> {
  onAct?.();
  if (typeof text !== 'string') return typeSecret(page, text, { signal: deadline.signal });
  for (const character of text) {
    await abortable(page.keyboard.type(character), deadline.signal);
  }
}

async function selectOptions(element: ActingElement, wanted: readonly string[]): Promise<void> {
  element.onAct?.();
  const selection = await onElement(element, (handle, timeoutMs) =>
    handle.evaluate(inPageScripts.selectWhenReady, wanted, { isEnabled: true, timeoutMs }),
  );
  if (selection.state === 'no-option') {
    throw new OptionNotFoundError(element.locator, selection.missing, selection.available);
  }
}

async function setChecked(element: ActingElement, isChecked: boolean): Promise<void> {
  const readiness = await onElement(element, async (handle, timeoutMs) => {
    const needs = { ...adaptNeeds(element, clickNeeds), timeoutMs };
    const ready = await handle.evaluate(inPageScripts.checkReadiness, isChecked, needs);
    if (ready.state !== 'ready') return ready;
    const point = await toPinnedPoint(element, handle, ready.point);
    if (typeof point === 'string') return { state: 'blocked', problem: point } as const;
    return clickReady({ ...element, handle }, point);
  });
  if (readiness.state === 'as-wanted') return;
  const result = await onElement(element, async (handle, timeoutMs) => {
    const restMs = Math.min(checkedWithinMs, timeoutMs);
    const { waitForChecked: script } = inPageScripts;
    return { state: 'known', isAsWanted: await handle.evaluate(script, isChecked, restMs) };
  });
  if (result.isAsWanted) return;
  const problem = `was clicked but did not become ${isChecked ? 'checked' : 'unchecked'}`;
  throw new NoEffectError(element.locator, problem, element.deadline.elapsedMs());
}
