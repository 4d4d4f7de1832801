import { describeLocator } from '@errand/locators';
import type { ActingElement } from '../acting/acting-element.ts';
import { createDeadline } from '../deadline.ts';
import { waitForCommit } from '../pages/wait-until-quiet.ts';
import type { RunState } from '../run-state.ts';
import { findAtPoint } from './find-at-point.ts';
import { findElement } from './find-element.ts';
import { findKeyword } from './find-keyword.ts';
import type { TargetMeans } from './resolve-target.ts';

interface Patience {
  readonly timeoutMs: number;
  readonly isVerified: boolean;
  readonly onAct: () => void;
}

/** The element that the means lead to, on the current page. Its time does not begin before that page is there. */
export async function openTarget(
  run: RunState,
  means: TargetMeans,
  { timeoutMs, isVerified, onAct }: Patience,
): Promise<ActingElement> {
  const watched = run.pages.current();
  const { page, pointer } = watched;
  await waitForCommit(watched, run.signal);
  const resolver = await run.resolverOf(page);
  const deadline = createDeadline(timeoutMs, run.signal);
  const common = { page, pointer, deadline, isVerified, onAct };
  if (means.kind === 'locator') {
    const { expression } = means;
    const search = { watched, resolver, expression, deadline };
    const locator = describeLocator(expression);
    return { ...common, locator, find: () => findElement(search) };
  }
  const locator = describePlace(means);
  const aim = async () => {
    await waitForCommit(watched, run.signal);
    if (means.kind === 'point') return means.point;
    return findKeyword({ ...means, page, deadline, locator });
  };
  return { ...common, locator, ...findAtPoint({ page, deadline, locator, aim }) };
}

function describePlace(means: Exclude<TargetMeans, { kind: 'locator' }>): string {
  if (means.kind === 'keyword') return `The text ${JSON.stringify(means.source)}`;
  return `The point [${means.point.x}, ${means.point.y}]`;
}
