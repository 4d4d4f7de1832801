import { z } from 'zod';
import type { StorageLimits } from './storage-limits.ts';

const gibibytes = z.coerce.number().min(0).max(1_000_000);

export const storageSettings = {
  /** What the files and steps of one attempt may have together, in GiB; 0 is any number of bytes. */
  ATTEMPT_STORAGE_GIB: gibibytes.default(5),
  /** Files that one attempt may store; 0 is any number. */
  ATTEMPT_FILES: z.coerce.number().int().min(0).max(1_000_000).default(3_000),
  /** What an account may store, in GiB, unless `errand accounts limit` gave it a limit of its own; 0 is any number of bytes. */
  ACCOUNT_STORAGE_GIB: gibibytes.default(50),
  /** What all accounts together may store, in GiB; 0 is any number of bytes. */
  INSTALLATION_STORAGE_GIB: gibibytes.default(500),
};

type Settings = z.output<z.ZodObject<typeof storageSettings>>;

export function describeStorageLimits(settings: Settings): StorageLimits {
  return {
    attemptBytes: bytesOf(settings.ATTEMPT_STORAGE_GIB),
    attemptFiles: settings.ATTEMPT_FILES === 0 ? undefined : settings.ATTEMPT_FILES,
    accountBytes: bytesOf(settings.ACCOUNT_STORAGE_GIB),
    installationBytes: bytesOf(settings.INSTALLATION_STORAGE_GIB),
  };
}

function bytesOf(gib: number): number | undefined {
  return gib === 0 ? undefined : Math.round(gib * 1024 ** 3);
}
