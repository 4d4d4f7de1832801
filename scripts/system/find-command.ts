import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Directories that are not on every user's PATH. */
const SYSTEM_DIRECTORIES = ['/usr/sbin', '/sbin'];

/** Returns the path of a program, or undefined if it is not installed. */
export function findCommand(command: string): string | undefined {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_DIRECTORIES];
  return directories.map((directory) => join(directory, command)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
