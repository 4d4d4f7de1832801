import type { JsonValue } from '@errand/expressions';
import type { Page } from 'puppeteer';
import { inPage } from '../acting/in-page/page-script.ts';
import { readStorage } from '../acting/in-page/read-storage.ts';
import { isolatedRealm } from './isolated-realm.ts';

const readStorageInPage = inPage(readStorage);

/** Address, title, storage and cookies, with their wire names. */
export async function readPageState(page: Page): Promise<Readonly<Record<string, JsonValue>>> {
  const [title, stored, cookies] = await Promise.all([
    page.title(),
    isolatedRealm(page.mainFrame()).evaluate(readStorageInPage),
    page.browserContext().cookies(),
  ]);
  return {
    page_url: page.url(),
    page_title: title,
    local_storage: stored.local,
    session_storage: stored.session,
    // Cookies of Puppeteer hold nothing but JSON, and undefined, which this drops.
    cookies: JSON.parse(JSON.stringify(cookies)),
    document_cookie: stored.cookie,
  };
}
