import { defineRoute } from '../http/define-route.ts';
import type { InputFileStore } from '../input-files/input-file-store.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { LeaseStore } from '../leases/lease-store.ts';

/** A worker fetches files immediately and retries on failure. */
const URL_SECONDS = 3_600;

/** A worker about to run a task receives the addresses of the task's input files. */
export const signInputFiles = defineRoute(
  'signInputFiles',
  async (
    { inputFiles, leases }: { readonly inputFiles: InputFileStore; readonly leases: LeaseStore },
    { params, body },
  ) => {
    const holder = holderOf(params, body);
    await leases.assertHeld(holder);
    const files = await inputFiles.sign(holder.taskId, URL_SECONDS);
    return {
      status: 200,
      body: {
        files: files.map(({ name, size, sha256, downloadUrl }) => ({
          name,
          size_bytes: size,
          sha256,
          download_url: downloadUrl,
        })),
      },
    };
  },
);
