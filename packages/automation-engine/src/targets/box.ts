import type { Point } from './point.ts';

/** A part of the screen or of what a page shows; the point is its top left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export function isInside({ x, y }: Point, box: Box): boolean {
  return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
}
