import type { ScreenArea, ScreenPicture, ScreenPoint } from '../desktop.ts';
import { correlate, normalise, type Grid, type Place } from './correlate.ts';
import { toGrey, type GreyPicture } from './grey-picture.ts';
import { createRunningSums } from './running-sums.ts';
import { createPlaceScore, ROUGH_PIXELS } from './place-score.ts';
import { shrink } from './shrink.ts';

export interface FoundPicture {
  readonly area: ScreenArea;
  /**
   * Similarity, 0 to 1: above 0.9 equal except for a pointer or a letter, below 0.7 probably
   * something else.
   */
  readonly score: number;
}

/** Maximum multiplications of the coarse search: about 100 ms. */
const MOST_PRODUCTS = 60_000_000;
const SIDES = [2, 4, 6, 8, 12, 16];
const LEAST_SQUARES = 2;
/** Maximum multiplications of the fine search around the coarse results. */
const MOST_CLOSE_PRODUCTS = 30_000_000;
const MOST_CANDIDATES = 1_000;
/** Places whose scores are this close to the best count as equal: the nearest of them is chosen. */
const AS_GOOD = 0.02;
/** Score that ends the search. */
const CERTAIN = 0.98;

/**
 * Looks for part of an earlier picture on a screen, by brightness: first in squares of a few
 * pixels, then finely where those are similar. Of equally good places, returns the one whose centre
 * is nearest to `near`. Returns undefined when nothing is similar, when `wanted` is larger than the
 * screen, or when it has a single colour, which would match everywhere.
 */
export function findPicture(
  screen: ScreenPicture,
  wanted: ScreenPicture,
  near?: ScreenPoint,
): FoundPicture | undefined {
  if (wanted.width > screen.width || wanted.height > screen.height) return undefined;
  const pair = { screen: toGrey(screen), wanted: toGrey(wanted) };
  const { width, height } = wanted;
  const corner = near && { x: near.x - width / 2, y: near.y - height / 2 };
  const there = corner && lookAround(pair, corner, 2);
  const place = there && there.score >= CERTAIN ? there : searchAll(pair, corner);
  if (!place || place.score <= 0) return undefined;
  return { area: { x: place.x, y: place.y, width, height }, score: Math.min(1, place.score) };
}

interface Pair {
  readonly screen: GreyPicture;
  readonly wanted: GreyPicture;
}

function searchAll(pair: Pair, corner: ScreenPoint | undefined): Place | undefined {
  const side = chooseSide(pair);
  const places = findCandidates(pair, side).flatMap(
    (place) => lookAround(pair, place, side / 2) ?? [],
  );
  const best = Math.max(...places.map(({ score }) => score));
  const good = places.filter(({ score }) => score >= best - AS_GOOD);
  const distance = ({ x, y }: Place): number =>
    corner ? Math.hypot(x - corner.x, y - corner.y) : 0;
  return good.toSorted(
    (one, other) => distance(one) - distance(other) || other.score - one.score,
  )[0];
}

/**
 * Returns the smallest square size that makes a search of the whole screen fast, unless the picture
 * would then have too few squares.
 */
function chooseSide({ screen, wanted }: Pair): number {
  const places = (screen.width - wanted.width + 1) * (screen.height - wanted.height + 1);
  const products = 4 * places * wanted.width * wanted.height;
  const most = Math.min(wanted.width, wanted.height) / LEAST_SQUARES;
  const sides = SIDES.filter((side) => side <= most);
  return sides.find((side) => products / side ** 4 <= MOST_PRODUCTS) ?? sides.at(-1) ?? 2;
}

/** Returns corners on the screen, best first, none within half a square of another. */
function findCandidates({ screen, wanted }: Pair, side: number): Place[] {
  const squares = squaresOf(wanted, side, [{ x: 0, y: 0 }])[0];
  const normal = squares && normalise(squares.grid);
  if (!normal) return [];
  const half = side / 2;
  const most = countCandidates(wanted, side);
  // The grid of the screen may be offset against the picture's by up to half a square, so search at
  // four offsets: then it is at most a quarter off.
  const corners = [0, half].flatMap((x) => [0, half].map((y) => ({ x, y })));
  const places = squaresOf(screen, side, corners).flatMap(({ grid, from }) =>
    correlate(grid, normal, most).map(({ x, y, score }) => ({
      x: from.x + x * side,
      y: from.y + y * side,
      score,
    })),
  );
  const chosen: Place[] = [];
  for (const place of places.toSorted((one, other) => other.score - one.score)) {
    const isNew = chosen.every(
      ({ x, y }) => Math.max(Math.abs(x - place.x), Math.abs(y - place.y)) > half,
    );
    if (isNew) chosen.push(place);
    if (chosen.length === most) break;
  }
  return chosen;
}

function countCandidates({ width, height }: GreyPicture, side: number): number {
  const products = (side + 1) ** 2 * Math.min(width * height, ROUGH_PIXELS);
  return Math.min(MOST_CANDIDATES, Math.floor(MOST_CLOSE_PRODUCTS / products));
}

function squaresOf(
  picture: GreyPicture,
  side: number,
  corners: readonly ScreenPoint[],
): { readonly from: ScreenPoint; readonly grid: Grid }[] {
  const sumOver = createRunningSums(picture.values, picture);
  return corners.map((from) => ({ from, grid: shrink(picture, sumOver, { side, from }) }));
}

/** Returns the best place within this many pixels of a corner. */
function lookAround(
  { screen, wanted }: Pair,
  corner: ScreenPoint,
  reach: number,
): Place | undefined {
  const score = createPlaceScore(screen, wanted);
  const [left, top] = [Math.round(corner.x), Math.round(corner.y)];
  let best: Place | undefined;
  for (
    let y = Math.max(0, top - reach);
    y <= Math.min(screen.height - wanted.height, top + reach);
    y += 1
  ) {
    for (
      let x = Math.max(0, left - reach);
      x <= Math.min(screen.width - wanted.width, left + reach);
      x += 1
    ) {
      const found = { x, y, score: score({ x, y }, 'rough') };
      if (!best || found.score > best.score) best = found;
    }
  }
  return best && { ...best, score: score(best, 'exact') };
}
