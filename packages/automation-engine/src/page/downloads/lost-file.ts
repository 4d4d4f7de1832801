import type { Download } from './download.ts';

/** A download that ended without a file or has not ended, and why. */
export interface LostFile {
  readonly filename: string;
  readonly reason: string;
}

export function describeUnfinished(
  { suggestedFilename: filename }: Download,
  timeoutMs: number,
): LostFile {
  const seconds = Math.round(timeoutMs / 1000);
  return {
    filename,
    reason: `The download of "${filename}" was not complete within ${seconds} s.`,
  };
}

export function describeLost({ suggestedFilename: filename, problem }: Download): LostFile {
  const reason = `The download of "${filename}" was cancelled by the browser or the site.`;
  return { filename, reason: problem ?? reason };
}
