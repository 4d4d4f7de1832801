import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** Packs into the directory that the command line names, or else the current one, and prints the tarball's path. */
export function packToArgument(pack: (destination: string) => string): void {
  const directory = resolve(process.argv[2] ?? '.');
  mkdirSync(directory, { recursive: true });
  process.stdout.write(`${pack(directory)}\n`);
}
