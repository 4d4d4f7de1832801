import { accessSync, constants } from 'node:fs';

const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Returns the path of the browser for tests: CHROMIUM_PATH, or the usual paths of distributions.
 */
export function findChromium(): string {
  const candidates = [process.env['CHROMIUM_PATH'] ?? [], USUAL_PATHS].flat();
  const path = candidates.find(isExecutable);
  if (path) return path;
  throw new Error(
    `No browser at ${candidates.join(', ')}. Install chromium or set CHROMIUM_PATH to its path.`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
