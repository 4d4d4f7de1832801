import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FUNCTIONS } from './schema-files.ts';

/** A file of prisma/functions: one function, with the triggers that call it. */
export interface FunctionFile {
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal digits. */
  readonly hash: string;
  /**
   * Functions that the body calls. PostgreSQL checks them on creation if the function is plain SQL.
   */
  readonly requires: readonly string[];
}

/**
 * Reads all files of the directory in dependency order. Throws for a cycle, and for a name without
 * a file.
 */
export async function readFunctions(directory = FUNCTIONS): Promise<readonly FunctionFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const files = names.map(async (name) =>
    parseFunction(basename(name, '.sql'), await readFile(join(directory, name), 'utf8')),
  );
  return sortByRequires(await Promise.all(files));
}

function parseFunction(name: string, text: string): FunctionFile {
  const lists = text.matchAll(/^-- requires: (.+)$/gm).flatMap(([, list = '']) => list.split(','));
  return {
    name,
    text,
    hash: createHash('sha256').update(text).digest('hex'),
    requires: lists.map((required) => required.trim()).toArray(),
  };
}

function sortByRequires(files: readonly FunctionFile[]): readonly FunctionFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const sorted = new Set<FunctionFile>();
  const add = (file: FunctionFile, path: readonly string[]): void => {
    if (sorted.has(file)) return;
    const here = [...path, file.name];
    if (path.includes(file.name)) throw new Error(`SQL functions in a circle: ${here.join(' > ')}`);
    for (const name of file.requires) {
      const required = byName.get(name);
      if (!required) throw new Error(`${file.name}.sql requires "${name}", which has no file.`);
      add(required, here);
    }
    sorted.add(file);
  };
  for (const file of files) add(file, []);
  return [...sorted];
}
