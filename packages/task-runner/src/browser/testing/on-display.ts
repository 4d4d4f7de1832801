import { pollUntil } from '@errand/test-kit';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer';
import type { Session } from '../session.ts';

const GRANTS = [
  'geolocation',
  'clipboard-read',
  'clipboard-write',
  'clipboard-sanitized-write',
] as const;

/** Runs xdotool on the display of a session. */
export function onDisplay({ display }: Session, args: readonly string[]): string {
  return execFileSync('xdotool', args, { env: display.environment, encoding: 'utf8' });
}

/** Returns the ids of the browser windows that the display of a session shows. */
export function windowsOn(session: Session): readonly string[] {
  try {
    return onDisplay(session, ['search', '--onlyvisible', '--class', 'chromium'])
      .trim()
      .split('\n');
  } catch (error) {
    // Status 1: there is no such window.
    if (Error.isError(error) && 'status' in error && error.status === 1) return [];
    throw error;
  }
}

/** Grants a site the clipboard and the location, and waits until its page has the focus. */
export async function grantClipboard(page: Page, site: string): Promise<void> {
  await page.browserContext().overridePermissions(site, [...GRANTS]);
  await page.bringToFront();
  await pollUntil('the page has the focus', () => page.evaluate(() => document.hasFocus()));
}

export async function endWindowManager({ display }: Session): Promise<void> {
  const named = `DISPLAY=${display.name}`;
  const managers = execFileSync('pgrep', ['-x', 'openbox'], { encoding: 'utf8' }).trim();
  for (const pid of managers.split('\n')) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    if (environment.includes(named)) process.kill(Number(pid), 'SIGKILL');
  }
  await display.exited;
}
