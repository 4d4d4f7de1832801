import { type Desktop, type Display, openDesktop, parkPointer } from '@errand/desktop';

/**
 * Returns a function that opens the screen of a display for one task after another. A display opens
 * with the pointer parked; a task may leave it over the page of the next task.
 */
export function createDesktopOpener(display: Display): (signal: AbortSignal) => Promise<Desktop> {
  let isParked = true;
  return async (signal) => {
    if (!isParked) await parkPointer(display);
    isParked = false;
    return openDesktop({ environment: display.environment }, signal);
  };
}
