import type { ClickOptions, InputOptions, TargetElement } from '../action-context.ts';
import { abortable } from '../deadline.ts';
import { NotActionableError, OptionNotFoundError } from '../errors.ts';
import {
  type ActingElement,
  onElement,
  type TimedNeeds,
  untilClickable,
} from './acting-element.ts';
import { checkReadiness, waitForChecked } from './in-page/checked-state.ts';
import {
  fieldReadiness,
  fillWhenReady,
  focusWhenReady,
  slideWhenReady,
} from './in-page/fill-field.ts';
import type { Point } from './in-page/hit-test.ts';
import { inPage } from './in-page/page-script.ts';
import { selectWhenReady } from './in-page/select-options.ts';
import { waitUntilReady } from './in-page/wait-until-ready.ts';
import { toPagePoint } from './page-point.ts';

const inPageScripts = {
  checkReadiness: inPage(checkReadiness),
  fieldReadiness: inPage(fieldReadiness),
  fillWhenReady: inPage(fillWhenReady),
  focusWhenReady: inPage(focusWhenReady),
  selectWhenReady: inPage(selectWhenReady),
  slideWhenReady: inPage(slideWhenReady),
  waitForChecked: inPage(waitForChecked),
  waitUntilReady: inPage(waitUntilReady),
};

const clickNeeds = { isStable: true, isEnabled: true, isHit: true } as const;
const fieldNeeds = { isEnabled: true, isEditable: true } as const;
/** After the click; frameworks draw the new state a little later. */
const checkedWithinMs = 2000;

/** The ways to act on one element. Each waits for the element anew. */
export function createTargetElement(element: ActingElement): TargetElement {
  return {
    click: (options) => click(element, options),
    focus: (options) => focus(element, fieldNeeds, options),
    async fill(text, options) {
      if (options?.isClickedFirst) await clickIfUncovered(element);
      await onElement(element, (handle, timeoutMs) =>
        handle.evaluate(inPageScripts.fillWhenReady, text, { ...fieldNeeds, timeoutMs }),
      );
    },
    async type(text, options) {
      await focus(element, fieldNeeds, options);
      await typeKeys(element, text);
    },
    async slide(text) {
      await onElement(element, (handle, timeoutMs) =>
        handle.evaluate(inPageScripts.slideWhenReady, text, { ...fieldNeeds, timeoutMs }),
      );
    },
    async press(key) {
      await focus(element, { isEnabled: true }, {});
      await endsWithPage(element, element.page.keyboard.press(key));
    },
    selectOptions: (wanted) => selectOptions(element, wanted),
    setChecked: (isChecked) => setChecked(element, isChecked),
  };
}

async function click(element: ActingElement, options: ClickOptions = {}): Promise<void> {
  const { button = 'left', count = 1 } = options;
  const needs = needsOfClick(options);
  const point = await untilClickable(element, (handle, timeoutMs) =>
    handle.evaluate(inPageScripts.waitUntilReady, { ...needs, timeoutMs }),
  );
  await clickAt(element, point, { button, count });
}

function needsOfClick({ force, offset }: ClickOptions): TimedNeeds {
  if (force) return { isInView: true, offset };
  return offset ? { isStable: true, isInView: true, offset } : clickNeeds;
}

async function clickAt(
  element: ActingElement,
  { x, y }: Point,
  options: { readonly button: 'left' | 'middle' | 'right'; readonly count: number },
): Promise<void> {
  await endsWithPage(element, element.page.mouse.click(x, y, options));
}

/** The click a person would begin with. It is left out where it would go to something else. */
async function clickIfUncovered(element: ActingElement): Promise<void> {
  const readiness = await onElement(element, async (handle, timeoutMs) => {
    const needs = { ...fieldNeeds, isStable: 'if-animated', timeoutMs } as const;
    const ready = await handle.evaluate(inPageScripts.fieldReadiness, needs);
    if (ready.state !== 'ready' || !ready.isHit) return ready;
    const point = await toPagePoint(handle, ready.point);
    return typeof point === 'string' ? { ...ready, isHit: false } : { ...ready, point };
  });
  if (readiness.isHit) await clickAt(element, readiness.point, { button: 'left', count: 1 });
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

async function typeKeys({ page, deadline }: ActingElement, text: string): Promise<void> {
  for (const character of text) {
    await abortable(page.keyboard.type(character), deadline.signal);
  }
}

async function selectOptions(element: ActingElement, wanted: readonly string[]): Promise<void> {
  const selection = await onElement(element, (handle, timeoutMs) =>
    handle.evaluate(inPageScripts.selectWhenReady, wanted, { isEnabled: true, timeoutMs }),
  );
  if (selection.state === 'no-option') {
    throw new OptionNotFoundError(element.locator, wanted, selection.available);
  }
}

async function setChecked(element: ActingElement, isChecked: boolean): Promise<void> {
  const readiness = await onElement(element, async (handle, timeoutMs) => {
    const needs = { ...clickNeeds, timeoutMs };
    const ready = await handle.evaluate(inPageScripts.checkReadiness, isChecked, needs);
    if (ready.state !== 'ready') return ready;
    const point = await toPagePoint(handle, ready.point);
    if (typeof point === 'string') return { state: 'blocked', problem: point } as const;
    return { ...ready, point };
  });
  if (readiness.state === 'as-wanted') return;
  await clickAt(element, readiness.point, { button: 'left', count: 1 });
  const result = await onElement(element, async (handle, timeoutMs) => {
    const restMs = Math.min(checkedWithinMs, timeoutMs);
    const { waitForChecked: script } = inPageScripts;
    return { state: 'known', isAsWanted: await handle.evaluate(script, isChecked, restMs) };
  });
  if (result.isAsWanted) return;
  const problem = `was clicked but did not become ${isChecked ? 'checked' : 'unchecked'}`;
  throw new NotActionableError(element.locator, problem, element.deadline.elapsedMs());
}

/** An action that closes its own page has succeeded, although Puppeteer gets no answer any more. */
async function endsWithPage(
  { page, deadline }: ActingElement,
  input: Promise<void>,
): Promise<void> {
  try {
    await abortable(input, deadline.signal);
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (!page.isClosed()) throw error;
  }
}
