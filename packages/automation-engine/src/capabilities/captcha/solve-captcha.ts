import { pause } from '@errand/foundation';
import type { CaptchaRun } from './captcha-run.ts';
import { askCaptcha } from './ask-captcha.ts';
import type { Captcha } from './captcha.ts';
import {
  awaitPart,
  boxOf,
  disposeOnError,
  disposePart,
  findPart,
  findVisiblePart,
  type Part,
  pictureOf,
} from './captcha-element.ts';
import { CaptchaUnsolvedError } from './captcha-errors.ts';

const BOX_WAIT_MS = 5000;
const BETWEEN_CLICKS_MS = 300;
const REFRESH_MS = 1500;
const VERIFY_MS = 2000;
const VERIFY_INSET = 10;

/**
 * If the second element is a text field, a model reads the picture in the first one and the text is
 * typed into the field. Otherwise the first element is clicked, and a grid of pictures is solved if
 * one appears. Throws `CaptchaUnsolvedError`, `LocatorNotFoundError`, `ModelMissingError`,
 * `SilentPageError`, and the errors of `@errand/language-models`.
 */
export async function solveCaptcha(run: CaptchaRun, captcha: Captcha): Promise<void> {
  const first = await findPart(run, captcha.locator, BOX_WAIT_MS);
  try {
    const field = await findTextField(run, captcha);
    if (field) return await typeText(run, captcha, { picture: first, field });
    const { x, y } = await boxOf(run, first);
    const { clickOffset: offset } = captcha;
    await click(run, first, { x: x + offset.x, y: y + offset.y });
  } finally {
    disposePart(first);
  }
  const { secondaryLocator } = captcha;
  if (secondaryLocator === undefined) return;
  const grid = await findVisiblePart(run, secondaryLocator, captcha.waitMs);
  // If no pictures appear, the click was enough.
  if (grid) await solveGrid(run, { ...captcha, secondaryLocator }, grid);
}

async function findTextField(
  run: CaptchaRun,
  { secondaryLocator }: Captcha,
): Promise<Part | undefined> {
  if (secondaryLocator === undefined) return undefined;
  const part = await findVisiblePart(run, secondaryLocator, 0);
  if (!part) return undefined;
  const isField = part.handle.evaluate(
    (element) =>
      element instanceof HTMLTextAreaElement ||
      (element instanceof HTMLInputElement && /^(?:text|search|tel|number|)$/.test(element.type)),
  );
  if (await disposeOnError(part, awaitPart(run, part, isField))) return part;
  disposePart(part);
  return undefined;
}

async function typeText(
  run: CaptchaRun,
  { model, maxAttempts }: Captcha,
  { picture, field }: { readonly picture: Part; readonly field: Part },
): Promise<void> {
  using _field = { [Symbol.dispose]: () => disposePart(field) };
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { image } = await pictureOf(run, picture);
    const { text } = await askCaptcha(run, 'text', { model, image });
    if (text === null || text.trim() === '') continue;
    await awaitPart(run, field, field.handle.click({ count: 3 }));
    // A line break would submit the form.
    await awaitPart(run, field, field.handle.type(text.trim().replaceAll(/\s+/g, ' ')));
    return;
  }
  throw new CaptchaUnsolvedError(maxAttempts, 'the model could not read the picture');
}

interface GridCaptcha extends Captcha {
  readonly secondaryLocator: string;
}

/**
 * A page may redraw the grid at any time, so done means that no grid is visible, not that the first
 * one is gone.
 */
async function solveGrid(run: CaptchaRun, captcha: GridCaptcha, first: Part): Promise<void> {
  let grid: Part | undefined = first;
  for (let attempt = 0; grid && attempt < captcha.maxAttempts; attempt += 1) {
    grid = await tryGrid(run, captcha, grid);
  }
  if (!grid) return;
  disposePart(grid);
  throw new CaptchaUnsolvedError(captcha.maxAttempts, 'the grid of pictures is still there');
}

/** Returns the grid that is visible afterwards, undefined if there is none. Disposes the given one. */
async function tryGrid(
  run: CaptchaRun,
  captcha: GridCaptcha,
  given: Part,
): Promise<Part | undefined> {
  await choosePictures(run, captcha, given).finally(() => disposePart(given));
  const grid = await findVisiblePart(run, captcha.secondaryLocator, 0);
  if (!grid) return undefined;
  const { x, y, width, height } = await disposeOnError(grid, boxOf(run, grid));
  const verify = { x: x + width - VERIFY_INSET, y: y + height - VERIFY_INSET };
  await disposeOnError(grid, click(run, grid, verify));
  if (!(await disposeOnError(grid, isGone(run, grid)))) return grid;
  disposePart(grid);
  return findVisiblePart(run, captcha.secondaryLocator, 0);
}

/** Repeats while new pictures replace the chosen ones, up to the maximum number of attempts. */
async function choosePictures(run: CaptchaRun, captcha: Captcha, grid: Part): Promise<void> {
  const { model } = captcha;
  for (let round = 0; round < captcha.maxAttempts; round += 1) {
    const { box, image } = await pictureOf(run, grid);
    const { rows, columns, boxes } = await askCaptcha(run, 'grid', { model, image });
    const top = box.y + captcha.gridTop;
    const height = box.height - captcha.gridTop - captcha.gridBottom;
    const chosen = [...new Set(boxes)].filter((number) => number <= rows * columns);
    for (const number of chosen) {
      const column = (number - 1) % columns;
      const row = Math.floor((number - 1) / columns);
      const x = box.x + ((column + 0.5) * box.width) / columns;
      await click(run, grid, { x, y: top + ((row + 0.5) * height) / rows });
      await pause(BETWEEN_CLICKS_MS, run.signal);
    }
    if (chosen.length === 0) return;
    await pause(REFRESH_MS, run.signal);
    if (!(await isVisible(run, grid))) return;
    const after = await pictureOf(run, grid);
    const question = { model, image: after.image };
    const { new_images: isRefreshed } = await askCaptcha(run, 'refreshed', question);
    if (!isRefreshed) return;
  }
}

async function isGone(run: CaptchaRun, grid: Part): Promise<boolean> {
  const endsAt = performance.now() + VERIFY_MS;
  for (;;) {
    if (!(await isVisible(run, grid))) return true;
    if (performance.now() >= endsAt) return false;
    await pause(100, run.signal);
  }
}

/** An element whose document is gone rejects the call; it counts as not visible. */
function isVisible(run: CaptchaRun, grid: Part): Promise<boolean> {
  return awaitPart(
    run,
    grid,
    grid.handle.isVisible().catch(() => false),
  );
}

/** Clicks a point of the viewport, in CSS pixels, on a part. Throws `SilentPageError`. */
function click(run: CaptchaRun, part: Part, point: { readonly x: number; readonly y: number }) {
  return awaitPart(run, part, run.pages.current().pointer.clickAt(point));
}
