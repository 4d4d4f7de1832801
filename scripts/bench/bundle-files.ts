import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface BundledFile {
  readonly file: string;
  /** Bytes after gzip. */
  readonly gzip: number;
  /** Whether the page references the file, so that every visit loads it. */
  readonly isFirst: boolean;
}

/** The files of a bundle, largest first. */
export async function listBundleFiles(bundle: string): Promise<BundledFile[]> {
  const page = await readFile(join(bundle, 'index.html'), 'utf8');
  const files = await Promise.all(
    (await readdir(join(bundle, 'assets'))).map(async (file) => ({
      file,
      gzip: gzipSync(await readFile(join(bundle, 'assets', file))).length,
      isFirst: page.includes(file),
    })),
  );
  return files.toSorted((one, other) => other.gzip - one.gzip);
}
