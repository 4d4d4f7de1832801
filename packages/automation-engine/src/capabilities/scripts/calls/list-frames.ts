import type { JsonValue } from '@errand/foundation';
import { parseLocator } from '@errand/locators';
import type { ElementHandle, Frame } from 'puppeteer';
import { frameId } from '../../../page/browser/frame-session.ts';
import type { WatchedPage } from '../../../page/pages/watched-page.ts';
import type { ScriptWorld } from '../script-world.ts';

interface ListedFrame {
  readonly frame: Frame;
  readonly name: string;
  /** Locator expression that leads into the frame; empty for the page itself. */
  readonly prefix: string;
}

/**
 * Lists the frames of a page, the main frame first: `{id, name, url, prefix}`. Detached frames are
 * left out.
 */
export async function listFrames(
  { run, signal }: ScriptWorld,
  { page }: WatchedPage,
): Promise<JsonValue> {
  const resolver = await run.resolverOf(page);
  const listed: ListedFrame[] = [{ frame: page.mainFrame(), name: '', prefix: '' }];
  // The list grows during the loop: child frames are appended.
  for (const { frame, prefix } of listed) {
    if (frame.childFrames().length === 0) continue;
    const all = `${prefix === '' ? '' : `${prefix}.`}locator("iframe, frame")`;
    const handles = await resolver.queryAll(parseLocator(all), { signal });
    for (const [index, handle] of handles.entries()) {
      const child = await openFrame(handle);
      if (child) listed.push({ ...child, prefix: `${all}.nth(${index}).content_frame` });
    }
  }
  return listed.map(({ frame, name, prefix }) => ({
    id: frameId(frame),
    name,
    url: frame.url(),
    prefix,
  }));
}

async function openFrame(
  handle: ElementHandle,
): Promise<Pick<ListedFrame, 'frame' | 'name'> | undefined> {
  try {
    const frame = await handle.contentFrame();
    const name = await handle.evaluate(
      (element) => element.getAttribute('name') ?? element.getAttribute('id') ?? '',
    );
    return frame ? { frame, name } : undefined;
  } finally {
    await Promise.allSettled([handle.dispose()]);
  }
}
