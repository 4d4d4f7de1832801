// Starts an installation and takes a screenshot of the live page during the sample task.
// usage: pnpm live-screenshot FILE (a PNG)
import { createApiClient, startInstallation, type Installation } from '@errand/local-installation';
import { openBrowser, pollUntil, type TestBrowser } from '@errand/test-kit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureCommands } from '../system/ensure-commands.ts';
import { chooseSettings } from '../start/choose-settings.ts';
import { openLivePage, readText } from './open-live-page.ts';

/** Wide enough for the whole screen of the task. */
const PAGE_SIZE = { width: 1320, height: 1100 };
/** Background colour of the sample site's pages. */
const SITE_COLOUR = '#f3f6f8';
const DEADLINE_MS = 60_000;
const MAX_TRIES = 5;

const [file] = process.argv.slice(2);
if (file === undefined || file.startsWith('-')) {
  process.stderr.write('usage: pnpm live-screenshot FILE (a PNG)\n');
  process.exitCode = 1;
} else {
  process.exitCode = await takePicture(resolve(file));
}
process.disconnect?.();

async function takePicture(path: string): Promise<number> {
  ensureCommands('test', say);
  const directory = mkdtempSync(join(tmpdir(), 'errand-live-'));
  await using owned = new AsyncDisposableStack();
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  say('Starting an installation...');
  const { apps: settings, environment } = chooseSettings(process.env);
  const installation = owned.use(
    await startInstallation({
      dataDirectory: directory,
      autoPorts: true,
      workers: 1,
      slots: undefined,
      environment,
      settings,
    }),
  );
  // Opened before the task, which takes only a few seconds.
  const browser = owned.use(await openBrowser());
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    if (await watchSample(installation, browser, path)) {
      process.stdout.write(`${path}\n`);
      return 0;
    }
  }
  say(`The sample task ended before its page was visible, ${MAX_TRIES} times.`);
  return 1;
}

/** Returns false if the task, which takes only a few seconds, ended before its page was visible. */
async function watchSample(
  { apiUrl, apiKey, sample }: Installation,
  browser: TestBrowser,
  path: string,
): Promise<boolean> {
  const answer = await createApiClient(apiUrl, apiKey).post('/api/v1/inference', sample);
  const { task_id: taskId } = answer as { readonly task_id: string };
  await using live = await openLivePage(browser, `${apiUrl}/live/${taskId}`);
  await live.page.setViewport(PAGE_SIZE);
  await live.giveKey(apiKey);
  const { isSeen } = await pollUntil(
    'the page of the task is visible',
    async () => {
      if ((await live.shareOf(SITE_COLOUR)) > 0.3) return { isSeen: true };
      return /Ended:/.test(await readText(live.page)) && { isSeen: false };
    },
    { deadlineMs: DEADLINE_MS },
  );
  if (isSeen) await live.page.screenshot({ path, fullPage: true, type: 'png' });
  return isSeen;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
