import type { Logger } from '@errand/app-runtime';
import { findProgram } from '@errand/desktop';
import { noScreens, openScreens, type Screens, type ScreenSettings } from './screens.ts';
import { VNC_PROGRAM } from './vnc-server.ts';

interface Circumstances {
  /** Search path for programs. */
  readonly path: string | undefined;
  readonly logger: Logger;
}

/** Opens the screen port, or warns that live view is unavailable because its program is missing. */
export async function openScreensIfPossible(
  settings: ScreenSettings,
  { path, logger }: Circumstances,
): Promise<Screens> {
  if (await findProgram(VNC_PROGRAM, path)) return openScreens({ ...settings, logger });
  logger.warn('no live view: X0tigervnc is not installed (Debian: tigervnc-scraping-server)');
  return noScreens;
}
