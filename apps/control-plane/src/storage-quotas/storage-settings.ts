import { z } from 'zod';
import type { StorageLimits } from './storage-limits.ts';

const gibibytes = z.coerce.number().min(0).max(1_000_000);

export const storageSettings = {
  /** Limit in GiB for the files and steps of one attempt together; 0 is unlimited. */
  ATTEMPT_STORAGE_GIB: gibibytes.default(5),
  /** Limit of files per attempt; 0 is unlimited. */
  ATTEMPT_FILES: z.coerce.number().int().min(0).max(1_000_000).default(3_000),
  /** Limit in GiB per account, unless `errand admin accounts limit` sets its own; 0 is unlimited. */
  ACCOUNT_STORAGE_GIB: gibibytes.default(50),
  /** Limit in GiB for all accounts together; 0 is unlimited. */
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
