import { expect, test } from '@jest/globals';
import { rmSync, writeFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { localNetwork } from '../testing/local-network.ts';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { openContextSession } from './open-context-session.ts';
import type { SessionOptions } from './session-options.ts';
import type { SharedBrowser } from './shared-browser.ts';

test('gives its browser back even if its files cannot be removed', async () => {
  await using scratch = scratchDirectory();
  const page: Partial<Page> = { bringToFront: async () => {}, close: async () => {} };
  const context: Partial<BrowserContext> = {
    newPage: async () => page as Page,
    pages: async () => [],
    close: async () => {},
  };
  const chromium: Partial<Browser> = {
    createBrowserContext: async () => context as BrowserContext,
  };
  const browser: Partial<SharedBrowser> = {
    browser: chromium as Browser,
    scratch: { path: scratch.path } as SharedBrowser['scratch'],
    countContext: () => 1,
  };
  const reasons: (string | undefined)[] = [];
  const giveBack = async (reason: string | undefined): Promise<void> => void reasons.push(reason);
  const options: Partial<SessionOptions> = localNetwork;
  const session = await openContextSession(
    browser as SharedBrowser,
    { options: options as SessionOptions, giveBack },
    new AbortController().signal,
  );
  session.reuse?.permit();
  // The session's path now leads through a file.
  rmSync(scratch.path, { recursive: true });
  writeFileSync(scratch.path, '');
  await expect(session[Symbol.asyncDispose]()).rejects.toThrow('ENOTDIR');
  expect(reasons).toEqual(['its task could not be cleared away']);
});
