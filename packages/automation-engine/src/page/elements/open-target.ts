import { abortable } from '@errand/foundation';
import { describeLocator } from '@errand/locators';
import type { Page } from 'puppeteer';
import type { ActingElement } from '../acting/acting-element.ts';
import type { Point } from '../acting/in-page/hit-test.ts';
import { createDeadline, type Deadline } from '../../deadline.ts';
import { pageCornerOnScreen } from '../../screen/find-element-on-screen.ts';
import { followRecording } from '../../screen/follow-recording.ts';
import { waitForCommit } from '../pages/wait-until-quiet.ts';
import type { RunState } from '../../run/run-state.ts';
import { describePlace } from '../../targets/describe-place.ts';
import { findAtPoint } from './find-at-point.ts';
import { findElement } from './find-element.ts';
import { type Acts, findForActs } from './find-for-acts.ts';
import { findKeyword } from './find-keyword.ts';
import type { TargetMeans } from '../../targets/resolve-target.ts';

interface Patience {
  readonly timeoutMs: number;
  readonly isVerified: boolean;
  /** Without it, the element is only looked at. */
  readonly acts?: Acts;
}

/** The element that the means lead to, on the current page. Its time does not begin before that page is there. */
export async function openTarget(
  run: RunState,
  means: TargetMeans,
  { timeoutMs, isVerified, acts }: Patience,
): Promise<ActingElement> {
  const watched = run.pages.current();
  const { page, pointer } = watched;
  await waitForCommit(watched, run.signal);
  const resolver = await run.resolverOf(page);
  const deadline = createDeadline(timeoutMs, run.signal);
  const common = { page, pointer, deadline, isVerified, ...(acts && { onAct: acts.onAct }) };
  if (means.kind === 'locator') {
    const { expression } = means;
    const search = { watched, resolver, expression, deadline };
    const locator = describeLocator(expression);
    const finding = acts ? findForActs(search, acts) : { find: () => findElement(search) };
    return { ...common, locator, ...finding };
  }
  const locator = describePlace(means);
  let place: Promise<Point> | undefined;
  const aim = async () => {
    await waitForCommit(watched, run.signal);
    if (means.kind === 'keyword') return findKeyword({ ...means, page, deadline, locator });
    return (place ??= findPlace(run, { ...means, page, deadline, isVerified }));
  };
  return { ...common, locator, ...findAtPoint({ page, deadline, locator, aim }) };
}

interface WantedPlace {
  readonly page: Page;
  readonly point: Point;
  readonly recording: string | undefined;
  readonly deadline: Deadline;
  readonly isVerified: boolean;
}

/** Where on the page the point is. Where steps act on the screen, coordinates are the screen's in every step. */
async function findPlace(run: RunState, wanted: WantedPlace): Promise<Point> {
  const { page, point, recording, deadline, isVerified } = wanted;
  const isCompared = recording !== undefined && isVerified;
  const place = isCompared ? await followRecording(run, { recording, point, deadline }) : point;
  if (!run.desktop) return place;
  const corner = await abortable(pageCornerOnScreen(page), deadline.signal);
  return { x: place.x - corner.x, y: place.y - corner.y };
}
