import { describeLocator } from '@errand/locators';
import type { Page } from 'puppeteer';
import type { ActingElement } from '../acting/acting-element.ts';
import type { Point } from '../../targets/point.ts';
import { createDeadline, type Deadline } from '../../deadline.ts';
import { waitForCommit } from '../pages/wait-until-quiet.ts';
import type { PageRun } from '../page-run.ts';
import { describePlace } from '../../targets/describe-place.ts';
import { findAtPoint } from './find-at-point.ts';
import { findElement } from './find-element.ts';
import { type Acts, findForActs } from './find-for-acts.ts';
import { findKeyword } from './find-keyword.ts';
import type { TargetMeans } from '../../targets/resolve-target.ts';

interface Patience {
  readonly timeoutMs: number;
  readonly isVerified: boolean;
  /** Without it, the step only inspects the element. */
  readonly acts?: Acts;
  readonly findPlace: FindPlace;
}

/** A point as the automation names it. */
export interface NamedPoint {
  readonly page: Page;
  readonly point: Point;
  /** Address of a recorded screenshot of the point's surroundings. */
  readonly recording: string | undefined;
  readonly deadline: Deadline;
  readonly isVerified: boolean;
}

/** Finds where on the page a named point is. */
export type FindPlace = (named: NamedPoint) => Promise<Point>;

/**
 * Opens the element that `means` finds on the current page. Its time starts only when a pending
 * navigation has committed.
 */
export async function openTarget(
  run: PageRun,
  means: TargetMeans,
  { timeoutMs, isVerified, acts, findPlace }: Patience,
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
    return (place ??= findPlace({ ...means, page, deadline, isVerified }));
  };
  return { ...common, locator, ...findAtPoint({ page, deadline, locator, aim }) };
}
