import type { ElementHandle, Frame } from 'puppeteer';
import type { DropPlace } from './element-acts.ts';
import { NotActionableError, LocatorNotFoundError } from '../../errors.ts';
import { type ActingElement, onElement, type TimedNeeds } from './acting-element.ts';
import type { Point } from '../../targets/point.ts';
import { readyPoint } from './pointing.ts';

/** A point of the page, and the frame that it is in. */
export interface Place {
  readonly point: Point;
  readonly frame: Frame;
}

type Destination = NonNullable<DropPlace['onto']>;

/**
 * Waits for the destination before the drag, for up to half of the step's time. Undefined if it is
 * missing or does not accept a drop yet: some destinations appear only during a drag.
 */
export async function lookAhead(
  onto: Destination,
  position: Point | undefined,
): Promise<Place | undefined> {
  try {
    return await findPlace(await onto(1 / 2), { isStable: true, isHit: true, position });
  } catch (error) {
    const isLate = error instanceof LocatorNotFoundError || error instanceof NotActionableError;
    if (!isLate) throw error;
    return undefined;
  }
}

/** Finds where to drop during the drag. The dragged element may itself cover the destination. */
export async function findDropPlace(
  onto: Destination,
  position: Point | undefined,
  onFound: (handle: ElementHandle) => Promise<void>,
): Promise<Place> {
  return findPlace(await onto(1 / 2), { isStable: true, isInView: true, position }, onFound);
}

function findPlace(
  element: ActingElement,
  needs: TimedNeeds,
  onFound?: (handle: ElementHandle) => Promise<void>,
): Promise<Place> {
  return onElement(element, async (handle) => {
    const ready = await readyPoint(element, handle, needs);
    if (ready.state !== 'ready') return ready;
    await onFound?.(handle);
    return { state: 'found', point: ready.point, frame: handle.frame };
  });
}
