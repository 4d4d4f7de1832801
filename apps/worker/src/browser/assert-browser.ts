import { StartError } from '@errand/app-runtime';
import { access, constants } from 'node:fs/promises';

/** Tells at start what otherwise every task would: that there is no browser. Throws StartError. */
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
