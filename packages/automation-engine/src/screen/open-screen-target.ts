import type { Desktop, ScreenPoint } from '@errand/desktop';
import type { TargetElement } from '../page/acting/element-acts.ts';
import { createDeadline, type Deadline } from '../deadline.ts';
import { NotActionableError } from '../errors.ts';
import type { ScreenRun } from './screen-run.ts';
import { describePlace } from '../targets/describe-place.ts';
import { type NamedPoint, openTarget } from '../page/elements/open-target.ts';
import type { PageRun } from '../page/page-run.ts';
import { findPlaceOnPage } from './find-place-on-page.ts';
import { isNowhere, type TargetMeans } from '../targets/resolve-target.ts';
import { findKeywordOnScreen } from './find-keyword-on-screen.ts';
import { followRecording } from './follow-recording.ts';
import { findElementOnScreen } from './find-element-on-screen.ts';
import { createScreenElement } from './screen-element.ts';

interface ScreenPatience {
  readonly desktop: Desktop;
  readonly timeoutMs: number;
  readonly isVerified: boolean;
  readonly onAct: () => void;
}

/** Opens the place that `means` finds, to act on it with pointer and keyboard. */
export function openScreenTarget(
  run: PageRun & { readonly screen: ScreenRun },
  means: TargetMeans,
  { desktop, timeoutMs, isVerified, onAct }: ScreenPatience,
): TargetElement {
  const { screen } = run;
  const deadline = createDeadline(timeoutMs, screen.signal);
  return createScreenElement(screen, {
    desktop,
    onAct,
    find({ isForced }) {
      const isCompared = isVerified && !isForced;
      if (means.kind === 'keyword')
        return findKeywordOnScreen(screen, { desktop, means, deadline });
      if (means.kind === 'point') {
        return findPoint(screen, { ...means, desktop, deadline, isCompared });
      }
      const findPlace = (named: NamedPoint) => findPlaceOnPage(screen, named);
      const patience = { timeoutMs, isVerified: isCompared, findPlace };
      return findElementOnScreen(() => openTarget(run, means, patience));
    },
  });
}

interface WantedPoint {
  readonly desktop: Desktop;
  readonly point: ScreenPoint;
  readonly recording: string | undefined;
  readonly deadline: Deadline;
  readonly isCompared: boolean;
}

async function findPoint(run: ScreenRun, wanted: WantedPoint): Promise<ScreenPoint> {
  const { desktop, point, recording, deadline, isCompared } = wanted;
  const { width, height } = desktop.size;
  if (point.x < 0 || point.y < 0 || point.x >= width || point.y >= height) {
    const problem = isNowhere(point)
      ? 'stands for a place that an earlier step did not find'
      : `is not on the screen, which has ${width} x ${height} pixels`;
    throw new NotActionableError(describePlace({ kind: 'point', point }), problem, 0);
  }
  if (recording === undefined || !isCompared) return point;
  return followRecording(run, { recording, point, deadline });
}
