import { findChromium } from '@errand/test-kit';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const DEADLINE_MS = 120_000;
const LAUNCH = 'launch(headless=False)';
const END = '    context.close()';

/** Throws an error that says how to get the package. */
export async function assertPlaywright(python: string): Promise<void> {
  try {
    await promisify(execFile)(python, ['-c', 'import playwright.sync_api']);
  } catch (error) {
    const message = `${python} has no package playwright: run "${python} -m pip install playwright".`;
    throw new Error(message, { cause: error });
  }
}

interface Script {
  readonly text: string;
  readonly file: string;
  /** Requested before the script closes its pages. */
  readonly lastUrl: string;
  readonly python: string;
  /** Has the display of the browser. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Runs an exported script with this machine's Chromium in place of Playwright's own. Throws what the
 * script prints when it fails.
 */
export async function runPython({
  text,
  file,
  lastUrl,
  python,
  environment,
}: Script): Promise<void> {
  if (!text.includes(LAUNCH) || !text.includes(END)) {
    throw new Error('The script does not start and end as expected.');
  }
  const launch = `launch(headless=False, executable_path=${JSON.stringify(findChromium())})`;
  const ask = `    __import__("urllib.request").request.urlopen(${JSON.stringify(lastUrl)}).read()`;
  await writeFile(file, text.replace(LAUNCH, launch).replace(END, `${ask}\n${END}`));
  await promisify(execFile)(python, [file], {
    env: { ...process.env, ...environment },
    timeout: DEADLINE_MS,
  });
}
