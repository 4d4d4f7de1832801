import { contentTypeOf } from '../downloads/content-type.ts';
import { extensionOf, safeFilename, uniqueFilename } from '../downloads/safe-filename.ts';
import { LimitExceededError } from '../errors.ts';
import type { RunLimits } from '../run-limits.ts';
import type { RunState, Screenshot } from '../run-state.ts';
import { takeImage } from './take-image.ts';

const formats = { '.jpeg': 'jpeg', '.jpg': 'jpeg', '.png': 'png', '.webp': 'webp' } as const;

/** Adds an image of the current page to the run's screenshots. Its format follows from the extension; PNG is the default. */
export async function captureScreenshot(
  { pages, screenshots, secrets, signal, limits }: RunState,
  {
    kind,
    filename,
    isFullPage,
  }: Pick<Screenshot, 'kind' | 'filename'> & { readonly isFullPage: boolean },
): Promise<void> {
  const { name, format } = chooseFormat(safeFilename(filename));
  const taken = new Set(screenshots.map((screenshot) => screenshot.filename.toLowerCase()));
  const { page } = pages.current();
  const content = await takeImage(
    page,
    { type: format, fullPage: isFullPage },
    { secrets, signal },
  );
  assertFits([...screenshots.map((screenshot) => screenshot.content), content], limits);
  const unique = uniqueFilename(name, taken);
  screenshots.push({ kind, filename: unique, contentType: contentTypeOf(unique), content });
}

function assertFits(images: readonly Uint8Array[], { maxScreenshotBytes }: RunLimits): void {
  const size = images.reduce((sum, image) => sum + image.byteLength, 0);
  if (size <= maxScreenshotBytes) return;
  const what = `the screenshots of the run are larger than ${maxScreenshotBytes} bytes together`;
  throw new LimitExceededError('maxScreenshotBytes', what);
}

function chooseFormat(filename: string) {
  const extension = extensionOf(filename).toLowerCase();
  for (const [known, format] of Object.entries(formats)) {
    if (known === extension) return { name: filename, format };
  }
  return { name: `${filename}.png`, format: 'png' as const };
}
