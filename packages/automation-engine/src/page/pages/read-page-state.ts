import type { JsonValue } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { callIn } from '../browser/call-in-page.ts';

/** Address, title, storage and cookies, with their wire names. */
export async function readPageState(page: Page): Promise<Readonly<Record<string, JsonValue>>> {
  const [title, stored, cookies] = await Promise.all([
    page.title(),
    callIn(page.mainFrame(), 'readStorage'),
    page.browserContext().cookies(),
  ]);
  return {
    page_url: page.url(),
    page_title: title,
    local_storage: stored.local,
    session_storage: stored.session,
    // Puppeteer's cookies contain only JSON values and undefined, which this drops.
    cookies: JSON.parse(JSON.stringify(cookies)),
    document_cookie: stored.cookie,
  };
}
