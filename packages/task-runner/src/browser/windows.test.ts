import { findChromium, pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { openSession } from './open-session.ts';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { localNetwork } from '../testing/local-network.ts';

const size = { width: 1024, height: 768 };
const { PATH, HOME } = process.env;

test('fills the screen except for one row, and switches between a page and its popup', async () => {
  await using scratch = scratchDirectory();
  const options = { ...size, workDirectory: scratch.path, fence: [], environment: { PATH, HOME } };
  await using session = await openSession(
    { ...options, ...localNetwork, chromiumPath: findChromium() },
    new AbortController().signal,
  );
  const { page, display } = session;
  const onScreen = { env: display.environment, encoding: 'utf8' } as const;
  const run = (...args: string[]): string => execFileSync('xdotool', args, onScreen);
  // Fails while no window has the focus.
  const active = (): string =>
    spawnSync('xdotool', ['getactivewindow', 'getwindowname'], onScreen).stdout;
  await page.setContent('<title>shop</title><button style="width:300px;height:300px">pop</button>');
  await pollUntil('the window fills the screen', async () => {
    const [width, height] = (await page.evaluate('[outerWidth, outerHeight]')) as number[];
    return width === size.width && height === size.height - 1;
  });

  await page.evaluate(`document.querySelector('button').onclick = () =>
    open('about:blank', 'bill', 'width=300,height=200').document.write('<title>bill</title>')`);
  await page.click('button');
  await pollUntil('the popup has the focus', () => active().startsWith('bill'));
  const [, x, y] = /Position: (\d+),(\d+)/.exec(run('getactivewindow', 'getwindowgeometry')) ?? [];
  expect([x, y]).toEqual([expect.any(String), expect.any(String)]);
  expect([x, y]).not.toEqual(['0', '0']);
  run('key', 'alt+Tab');
  await pollUntil('the page has it', () => active().startsWith('shop'));
  run('key', 'alt+Tab');
  await pollUntil('the popup has it again', () => active().startsWith('bill'));
});
