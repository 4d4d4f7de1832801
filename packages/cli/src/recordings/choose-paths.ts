import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readObject } from './recording-file.ts';

const EXTENSIONS = ['json', 'yaml', 'yml'];
const DIGEST_LENGTH = 8;

/**
 * Returns the file of each recording: the existing one, or a new one with the recording's name. The
 * name is followed by a digest where another recording would get the same file.
 */
export async function choosePaths(
  names: readonly string[],
  { directory, extension }: { readonly directory: string; readonly extension: string },
): Promise<string[]> {
  const paths: string[] = [];
  for (const name of names) {
    const stem = stemOf(name);
    const plain = join(directory, stem);
    const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
    const own = `${plain}-${digest}`;
    const [ownFile, plainFile] = [findFile(own), findFile(plain)];
    const isShared = stem !== name && names.some((one) => one !== name && stemOf(one) === stem);
    const isTaken = plainFile === undefined ? isShared : await isOfOther(plainFile, name);
    const chosen = isTaken ? own : plain;
    paths.push(ownFile ?? (isTaken ? undefined : plainFile) ?? `${chosen}.${extension}`);
  }
  return paths;
}

const stemOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._-]|^\./gu, '_');

const findFile = (stem: string): string | undefined =>
  EXTENSIONS.map((one) => `${stem}.${one}`).find((path) => existsSync(path));

/** Returns whether the file belongs to another recording whose name maps to the same file name. */
async function isOfOther(path: string, name: string): Promise<boolean> {
  const { endpoint_name: other } = await readObject(path);
  return typeof other === 'string' && other !== name && stemOf(other) === stemOf(name);
}
