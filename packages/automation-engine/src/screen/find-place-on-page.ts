import { abortable } from '@errand/foundation';
import type { NamedPoint } from '../page/elements/open-target.ts';
import type { Point } from '../targets/point.ts';
import { pageCornerOnScreen } from './find-element-on-screen.ts';
import { followRecording } from './follow-recording.ts';
import type { ScreenRun } from './screen-run.ts';

/**
 * Returns where on the page a point is. In a run that acts on the screen, every step gives screen
 * coordinates.
 */
export async function findPlaceOnPage(
  run: ScreenRun,
  { page, point, recording, deadline, isVerified }: NamedPoint,
): Promise<Point> {
  const isCompared = recording !== undefined && isVerified;
  const place = isCompared ? await followRecording(run, { recording, point, deadline }) : point;
  if (!run.desktop) return place;
  const corner = await abortable(pageCornerOnScreen(page), deadline.signal);
  return { x: place.x - corner.x, y: place.y - corner.y };
}
