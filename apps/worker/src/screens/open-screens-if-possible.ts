import type { Logger } from '@errand/app-runtime';
import { findProgram } from '@errand/desktop';
import { noScreens, openScreens, type Screens, type ScreenSettings } from './screens.ts';
import { VNC_PROGRAM } from './vnc-server.ts';

interface Circumstances {
  /** Where programs are looked for. */
  readonly path: string | undefined;
  readonly logger: Logger;
}

/** Opens the screen port, or warns that there will be no live view, because the program for it is missing. */
export async function openScreensIfPossible(
  settings: ScreenSettings,
  { path, logger }: Circumstances,
): Promise<Screens> {
  if (await findProgram(VNC_PROGRAM, path)) return openScreens({ ...settings, logger });
  logger.warn('no live view: X0tigervnc is not installed (Debian: tigervnc-scraping-server)');
  return noScreens;
}
