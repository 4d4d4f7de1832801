import { asList, asNumber, asText, member } from '../draft/json.ts';
import {
  elementIsThere,
  frameIsThere,
  type FrameIndex,
  PAGE_IS_STEADY,
  PAGE_IS_THERE,
} from './replay-scripts.ts';
import { isCss } from './replay-selectors.ts';

const LONGEST_WAIT_MS = 30_000;

/** Where steps act: in a tab, as the format names it, and in frames of it. */
export interface ReplayPlace {
  readonly target: string;
  /** The outermost first. */
  readonly frames: readonly FrameIndex[];
}

export interface PacedSteps {
  readonly steps: readonly object[];
  /** For steps that no page has to be ready for. */
  readonly addFreely: (steps: readonly object[]) => void;
  /** Adds steps that act on the page. `canLeave`: whether they can lead to another one. */
  readonly add: (
    steps: readonly object[],
    at: ReplayPlace & { readonly canLeave: boolean },
  ) => void;
}

/**
 * Collects the steps of a recording, with waits for pages and frames between them: otherwise, the
 * format performs a step while the step before still leads to the next page.
 */
export function createPacedSteps(): PacedSteps {
  const steps: object[] = [];
  const ready = new Set<string>();
  let canBeLeaving = false;
  const wait = (place: object, expression: string, timeout: number | undefined): void => {
    const limit = timeout === undefined ? {} : { timeout };
    steps.push({ type: 'waitForExpression', ...place, ...limit, expression });
  };
  const waitOnce = (place: object, expression: string): void => {
    const key = JSON.stringify([place, expression]);
    if (!ready.has(key)) wait(place, expression, LONGEST_WAIT_MS);
    ready.add(key);
  };
  const enter = ({ target, frames }: ReplayPlace): object => {
    waitOnce({ target }, PAGE_IS_THERE);
    return frames.reduce<object>(
      (outer, frame, depth) => {
        waitOnce(outer, frameIsThere(frame));
        const inner = { target, frame: frames.slice(0, depth + 1).map(({ index }) => index) };
        waitOnce(inner, PAGE_IS_THERE);
        return inner;
      },
      { target },
    );
  };
  const act = (step: object, at: { readonly place: object; readonly before: unknown }): void => {
    const isFirstKey = isKey(step) && !isKey(at.before);
    if (isFirstKey) wait(at.place, PAGE_IS_STEADY, LONGEST_WAIT_MS);
    steps.push({ ...step, ...at.place });
  };
  return {
    steps,
    addFreely: (added) => void steps.push(...added),
    add(added, { target, frames, canLeave }) {
      const [first] = added;
      const isNavigation = member(first, 'type') === 'navigate';
      const place = isNavigation ? { target } : enter({ target, frames });
      const css = canBeLeaving ? awaitedCss(first) : undefined;
      if (css !== undefined) wait(place, elementIsThere(css), asNumber(member(first, 'timeout')));
      else canBeLeaving = false;
      for (const [index, step] of added.entries()) act(step, { place, before: added[index - 1] });
      if (!canLeave && !isNavigation) return;
      canBeLeaving = true;
      ready.clear();
      // A step in another tab may close it, so the next step in it waits.
      if (target === 'main') waitOnce({ target }, PAGE_IS_THERE);
    },
  };
}

const isKey = (step: unknown): boolean => asText(member(step, 'type'))?.startsWith('key') === true;

/** Returns the selector of an element whose existence a step waits for. */
function awaitedCss(step: unknown): string | undefined {
  const isAwaited = member(step, 'visible') !== false && member(step, 'count') !== 0;
  if (member(step, 'type') !== 'waitForElement' || !isAwaited) return undefined;
  const [[css, ...others] = []] = asList(member(step, 'selectors')).map(asList);
  const text = asText(css);
  return text !== undefined && others.length === 0 && isCss(text) ? text : undefined;
}
