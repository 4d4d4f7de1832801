import {
  cropPicture,
  decodePng,
  findPicture,
  type ScreenArea,
  type ScreenPicture,
  type ScreenPoint,
} from '@errand/desktop';
import { pause } from '@errand/foundation';
import type { Deadline } from '../deadline.ts';
import { fetchExampleImage } from '../outside/fetch-example-image.ts';
import type { ScreenRun } from './screen-run.ts';
import { describePlace } from '../targets/describe-place.ts';
import { RecordingUnusableError, ScreenDiffersError } from './desktop-errors.ts';
import { lookAtView } from './look-at-view.ts';

/**
 * Sizes of the part around the point to look for. A part of one colour identifies nothing, so a
 * larger one follows.
 */
const sizes = [
  { width: 113, height: 41 },
  { width: 339, height: 123 },
];
/**
 * Minimum similarity, from 0 to 1, of two images of the same thing: the pointer, a caret or a hover
 * may differ.
 */
const SAME_FROM = 0.85;
const LOOK_AGAIN_MS = 150;

interface Recorded {
  /** Address of the recorded screenshot. */
  readonly recording: string;
  readonly point: ScreenPoint;
  readonly deadline: Deadline;
}

/**
 * Returns where the recorded point is now: waits until what the recording shows around it can be
 * seen. Throws ScreenDiffersError, RecordingUnusableError, and the errors of fetching the
 * recording.
 */
export async function followRecording(
  run: ScreenRun,
  { recording, point, deadline }: Recorded,
): Promise<ScreenPoint> {
  const recorded = await readRecording(run, recording);
  const part = chooseCrop(recorded, point);
  for (;;) {
    const found = findPicture(await lookAtView(run), part.picture, part.middle);
    if (found && found.score >= SAME_FROM) return shift(point, part.area, found.area);
    const restMs = deadline.remainingMs();
    if (restMs === 0) {
      throw new ScreenDiffersError(
        describePlace({ kind: 'point', point }).toLowerCase(),
        deadline.elapsedMs(),
      );
    }
    await pause(Math.min(LOOK_AGAIN_MS, restMs), deadline.signal);
  }
}

async function readRecording(run: ScreenRun, url: string): Promise<ScreenPicture> {
  const { content, mediaType } = await fetchExampleImage(run, url);
  if (mediaType !== 'image/png') {
    throw new RecordingUnusableError(`is ${mediaType}, and only PNG is compared with the screen`);
  }
  try {
    return decodePng(content);
  } catch (error) {
    throw new RecordingUnusableError('is not a complete PNG image', { cause: error });
  }
}

interface Crop {
  readonly area: ScreenArea;
  readonly middle: ScreenPoint;
  readonly picture: ScreenPicture;
}

/** The smallest part around the point that shows something. */
function chooseCrop(recorded: ScreenPicture, point: ScreenPoint): Crop {
  const { width, height } = recorded;
  if (point.x < 0 || point.y < 0 || point.x >= width || point.y >= height) {
    const place = describePlace({ kind: 'point', point }).toLowerCase();
    throw new RecordingUnusableError(
      `has ${width} x ${height} pixels, which does not include ${place}`,
    );
  }
  for (const size of sizes) {
    const area = around(recorded, point, size);
    const picture = cropPicture(recorded, area);
    const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    if (findPicture(picture, picture)) return { area, middle, picture };
  }
  throw new RecordingUnusableError(
    `shows only one colour around ${describePlace({ kind: 'point', point }).toLowerCase()}`,
  );
}

function around(
  whole: ScreenPicture,
  { x, y }: ScreenPoint,
  size: { readonly width: number; readonly height: number },
): ScreenArea {
  const left = Math.max(0, x - Math.floor(size.width / 2));
  const top = Math.max(0, y - Math.floor(size.height / 2));
  return {
    x: left,
    y: top,
    width: Math.min(size.width, whole.width - left),
    height: Math.min(size.height, whole.height - top),
  };
}

/** The point keeps its position within the part that moved. */
function shift(point: ScreenPoint, from: ScreenArea, to: ScreenArea): ScreenPoint {
  return { x: point.x + to.x - from.x, y: point.y + to.y - from.y };
}
