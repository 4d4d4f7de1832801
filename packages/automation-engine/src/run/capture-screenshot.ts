import { type Desktop, encodePng } from '@errand/desktop';
import { takeScreenPicture } from '../screen/take-screen-picture.ts';
import { contentTypeOf } from '../page/downloads/content-type.ts';
import { extensionOf, safeFilename, uniqueFilename } from '../page/downloads/safe-filename.ts';
import { LimitExceededError } from '../errors.ts';
import type { RunLimits } from '../run-limits.ts';
import type { PicturedRun, Screenshot } from './pictured-run.ts';
import { encodeJpeg } from '../page/screenshots/encode-jpeg.ts';
import { takeImage } from '../page/screenshots/take-image.ts';

const formats = { '.jpeg': 'jpeg', '.jpg': 'jpeg', '.png': 'png', '.webp': 'webp' } as const;

const JPEG_QUALITY = 85;

/**
 * Adds an image of the current page or of a remote desktop to the run's screenshots. The extension
 * determines the format, by default PNG; a desktop supports only PNG and JPEG.
 */
export async function captureScreenshot(
  run: PicturedRun,
  {
    kind,
    filename,
    isFullPage,
  }: Pick<Screenshot, 'kind' | 'filename'> & { readonly isFullPage: boolean },
): Promise<void> {
  const { screenshots, limits } = run;
  const { name, format } = chooseFormat(safeFilename(filename), screenOnly(run));
  const taken = new Set(screenshots.map((screenshot) => screenshot.filename.toLowerCase()));
  const content = await takeContent(run, { format, isFullPage });
  assertFits([...screenshots.map((screenshot) => screenshot.content), content], limits);
  const unique = uniqueFilename(name, taken);
  screenshots.push({ kind, filename: unique, contentType: contentTypeOf(unique), content });
}

interface WantedImage {
  readonly format: 'jpeg' | 'png' | 'webp';
  readonly isFullPage: boolean;
}

async function takeContent(
  run: PicturedRun,
  { format, isFullPage }: WantedImage,
): Promise<Uint8Array> {
  const desktop = screenOnly(run);
  if (!desktop) {
    return takeImage(run.pages.current().page, { type: format, fullPage: isFullPage }, run);
  }
  const picture = await takeScreenPicture(desktop, run);
  return format === 'jpeg' ? encodeJpeg(picture, JPEG_QUALITY) : encodePng(picture);
}

/** The desktop of a run without pages. */
function screenOnly({ hasPages, desktop }: PicturedRun): Desktop | undefined {
  return hasPages ? undefined : desktop;
}

function assertFits(images: readonly Uint8Array[], { maxScreenshotBytes }: RunLimits): void {
  const size = images.reduce((sum, image) => sum + image.byteLength, 0);
  if (size <= maxScreenshotBytes) return;
  const what = `the screenshots of the run have more than ${maxScreenshotBytes} bytes in total`;
  throw new LimitExceededError('maxScreenshotBytes', what);
}

function chooseFormat(filename: string, desktop: Desktop | undefined) {
  const extension = extensionOf(filename).toLowerCase();
  for (const [known, format] of Object.entries(formats)) {
    if (known === extension && (format !== 'webp' || !desktop)) return { name: filename, format };
  }
  return { name: `${filename}.png`, format: 'png' as const };
}
