import type { Box } from './snapshot-node.ts';

/** Intersects a box with a limit; no limit means the whole plane. */
export function intersect(limit: Box | undefined, box: Box): Box {
  if (!limit) return box;
  const left = Math.max(limit[0], box[0]);
  const top = Math.max(limit[1], box[1]);
  const right = Math.min(limit[0] + limit[2], box[0] + box[2]);
  const bottom = Math.min(limit[1] + limit[3], box[1] + box[3]);
  return [left, top, Math.max(0, right - left), Math.max(0, bottom - top)];
}

/** The smallest box around both. */
export function extentOf(first: Box | undefined, second: Box): Box {
  if (!first || isEmpty(first)) return second;
  const left = Math.min(first[0], second[0]);
  const top = Math.min(first[1], second[1]);
  const right = Math.max(first[0] + first[2], second[0] + second[2]);
  const bottom = Math.max(first[1] + first[3], second[1] + second[3]);
  return [left, top, right - left, bottom - top];
}

export function isEmpty([, , width, height]: Box, least = 0): boolean {
  return width <= least || height <= least;
}

export function areaOf([, , width, height]: Box): number {
  return width * height;
}

export function contains(outer: Box, x: number, y: number): boolean {
  return x >= outer[0] && y >= outer[1] && x <= outer[0] + outer[2] && y <= outer[1] + outer[3];
}

export function overlaps(first: Box, second: Box): boolean {
  return !isEmpty(intersect(first, second));
}
