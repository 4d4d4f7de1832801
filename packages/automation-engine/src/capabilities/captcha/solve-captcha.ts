import { abortable, pause } from '@errand/foundation';
import type { ElementHandle } from 'puppeteer';
import type { CaptchaRun } from './captcha-run.ts';
import { askCaptcha } from './ask-captcha.ts';
import type { Captcha } from './captcha.ts';
import { boxOf, findPart, findVisiblePart, pictureOf } from './captcha-element.ts';
import { CaptchaUnsolvedError } from './captcha-errors.ts';

const BOX_WAIT_MS = 5000;
const BETWEEN_CLICKS_MS = 300;
const REFRESH_MS = 1500;
const VERIFY_MS = 2000;
const VERIFY_INSET = 10;

/**
 * If the second element is a text field, a model reads the picture in the first one and the text is
 * typed into the field. Otherwise the first element is clicked, and a grid of pictures is solved if
 * one appears. Throws `CaptchaUnsolvedError`, `LocatorNotFoundError`, `ModelMissingError`, and the
 * errors of `@errand/language-models`.
 */
export async function solveCaptcha(run: CaptchaRun, captcha: Captcha): Promise<void> {
  const first = await findPart(run, captcha.locator, BOX_WAIT_MS);
  try {
    const field = await findTextField(run, captcha);
    if (field) return await typeText(run, captcha, { picture: first, field });
    const { x, y } = await boxOf(first, run);
    await click(run, x + captcha.clickOffset.x, y + captcha.clickOffset.y);
  } finally {
    await first.dispose().catch(() => undefined);
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
): Promise<ElementHandle | undefined> {
  if (secondaryLocator === undefined) return undefined;
  const handle = await findVisiblePart(run, secondaryLocator, 0);
  const isField = handle?.evaluate(
    (element) =>
      element instanceof HTMLTextAreaElement ||
      (element instanceof HTMLInputElement && /^(?:text|search|tel|number|)$/.test(element.type)),
  );
  return handle && (await abortable(isField ?? Promise.resolve(false), run.signal))
    ? handle
    : undefined;
}

async function typeText(
  run: CaptchaRun,
  { model, maxAttempts }: Captcha,
  { picture, field }: { readonly picture: ElementHandle; readonly field: ElementHandle },
): Promise<void> {
  const { page } = run.pages.current();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const image = await pictureOf(page, await boxOf(picture, run), run);
    const { text } = await askCaptcha(run, 'text', { model, image });
    if (text === null || text.trim() === '') continue;
    await abortable(field.click({ count: 3 }), run.signal);
    // A line break would submit the form.
    await abortable(field.type(text.trim().replaceAll(/\s+/g, ' ')), run.signal);
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
async function solveGrid(
  run: CaptchaRun,
  captcha: GridCaptcha,
  first: ElementHandle,
): Promise<void> {
  let grid: ElementHandle | undefined = first;
  for (let attempt = 0; grid && attempt < captcha.maxAttempts; attempt += 1) {
    await choosePictures(run, captcha, grid);
    grid = await findVisiblePart(run, captcha.secondaryLocator, 0);
    if (!grid) return;
    const { x, y, width, height } = await boxOf(grid, run);
    await click(run, x + width - VERIFY_INSET, y + height - VERIFY_INSET);
    if (await isGone(run, grid)) grid = await findVisiblePart(run, captcha.secondaryLocator, 0);
  }
  if (!grid) return;
  throw new CaptchaUnsolvedError(captcha.maxAttempts, 'the grid of pictures is still there');
}

/** Repeats while new pictures replace the chosen ones, up to the maximum number of attempts. */
async function choosePictures(
  run: CaptchaRun,
  captcha: Captcha,
  grid: ElementHandle,
): Promise<void> {
  const { page } = run.pages.current();
  const { model } = captcha;
  for (let round = 0; round < captcha.maxAttempts; round += 1) {
    const box = await boxOf(grid, run);
    const image = await pictureOf(page, box, run);
    const { rows, columns, boxes } = await askCaptcha(run, 'grid', { model, image });
    const top = box.y + captcha.gridTop;
    const height = box.height - captcha.gridTop - captcha.gridBottom;
    const chosen = [...new Set(boxes)].filter((number) => number <= rows * columns);
    for (const number of chosen) {
      const column = (number - 1) % columns;
      const row = Math.floor((number - 1) / columns);
      const x = box.x + ((column + 0.5) * box.width) / columns;
      await click(run, x, top + ((row + 0.5) * height) / rows);
      await pause(BETWEEN_CLICKS_MS, run.signal);
    }
    if (chosen.length === 0) return;
    await pause(REFRESH_MS, run.signal);
    if (!(await isVisible(run, grid))) return;
    const after = await pictureOf(page, await boxOf(grid, run), run);
    const { new_images: isRefreshed } = await askCaptcha(run, 'refreshed', { model, image: after });
    if (!isRefreshed) return;
  }
}

async function isGone(run: CaptchaRun, grid: ElementHandle): Promise<boolean> {
  const endsAt = performance.now() + VERIFY_MS;
  for (;;) {
    if (!(await isVisible(run, grid))) return true;
    if (performance.now() >= endsAt) return false;
    await pause(100, run.signal);
  }
}

/** An element whose document is gone rejects the call; it counts as not visible. */
function isVisible({ signal }: CaptchaRun, grid: ElementHandle): Promise<boolean> {
  return abortable(
    grid.isVisible().catch(() => false),
    signal,
  );
}

async function click({ pages, signal }: CaptchaRun, x: number, y: number): Promise<void> {
  await abortable(pages.current().pointer.clickAt({ x, y }), signal);
}
