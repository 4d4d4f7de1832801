import type { Browser } from 'playwright-core';
import type { Observation } from './compare-runs.ts';
import type { GallerySite } from './gallery-site.ts';
import type { GalleryCase, Widget } from './widget.ts';

/** The size of a page in a worker's window. */
const VIEWPORT = { width: 1280, height: 700 };
const STEP_DEADLINE_MS = 10_000;

export async function runWithPlaywright(
  { browser, site }: { readonly browser: Browser; readonly site: GallerySite },
  {
    widget,
    gallery,
    run,
  }: { readonly widget: Widget; readonly gallery: GalleryCase; readonly run: string },
): Promise<Observation> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    await site.open(run, widget, gallery);
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_DEADLINE_MS);
    await page.goto(`${site.url}/${run}/${widget.name}/`);
    const output = await gallery.playwright(page);
    if (gallery.shows) await fetch(`${site.url}/oracle/${run}`);
    return { output: output ?? {}, shown: site.shown(run) };
  } catch (error) {
    return { failure: firstLines(Error.isError(error) ? error.message : String(error)) };
  } finally {
    await context.close();
  }
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 6).join(' ').slice(0, 400);
}
