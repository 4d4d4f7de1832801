import { StartError } from '@errand/app-runtime';
import { access, constants } from 'node:fs/promises';

/**
 * Checks for a browser at startup; otherwise every task would fail for lack of one. Throws
 * StartError.
 */
export async function assertBrowser(chromiumPath: string): Promise<void> {
  try {
    await access(chromiumPath, constants.X_OK);
  } catch (error) {
    throw new StartError(
      `There is no Chromium to run at "${chromiumPath}": install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.`,
      { cause: error },
    );
  }
}
