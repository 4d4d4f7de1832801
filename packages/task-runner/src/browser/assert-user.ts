import { StartError } from '@errand/app-runtime';

/**
 * Refuses to run as root unless the operator allows it. Chromium has no sandbox as root, so a page
 * that compromises its renderer owns the machine. Throws StartError.
 */
export function assertUser({ isRootAllowed }: { readonly isRootAllowed: boolean }): void {
  if (isRootAllowed || process.getuid?.() !== 0) return;
  throw new StartError(
    'A worker does not run as root, because Chromium has no sandbox there: start it as an ordinary user, or set ALLOW_ROOT=true if its tasks visit only sites that you trust with this machine.',
  );
}
