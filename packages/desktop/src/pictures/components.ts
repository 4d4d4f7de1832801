import type { GreyPicture } from './grey-picture.ts';

/** Pixels darker than this (0 to 255) belong to a letter or a line. */
export const INK = 215;

/** A group of touching dark pixels, and its bounding box including the last column and row. */
export interface Component {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly pixelCount: number;
}

export interface Components {
  readonly list: readonly Component[];
  /** The index of each pixel's component in the list, from 1; 0 for a light pixel. */
  readonly labels: Int32Array;
}

/** Finds the dark shapes of a picture; pixels that touch at a corner are connected. */
export function findComponents(picture: GreyPicture): Components {
  const labels = new Int32Array(picture.values.length);
  const list: Component[] = [];
  for (const [place, value] of picture.values.entries()) {
    if (value >= INK || labels[place] !== 0) continue;
    list.push(fillFrom(picture, labels, { place, label: list.length + 1 }));
  }
  return { list, labels };
}

function fillFrom(
  picture: GreyPicture,
  labels: Int32Array,
  { place, label }: { readonly place: number; readonly label: number },
): Component {
  const { width } = picture;
  const box = { left: width, top: picture.height, right: 0, bottom: 0, pixelCount: 0 };
  const waiting = [place];
  labels[place] = label;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    box.pixelCount += 1;
    for (const next of darkNeighbours(picture, x, y)) {
      if (labels[next] !== 0) continue;
      labels[next] = label;
      waiting.push(next);
    }
  }
  return box;
}

function darkNeighbours({ width, height, values }: GreyPicture, x: number, y: number): number[] {
  const found: number[] = [];
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
      const place = row * width + column;
      if ((values[place] ?? INK) < INK) found.push(place);
    }
  }
  return found;
}
