import { DownloadError } from '../errors.ts';

/** Stands in for save-file.ts outside Node. */
export async function saveFile(): Promise<string> {
  throw new DownloadError('A browser has no directory to save files in: use downloads.blob.');
}
