import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs of administrators are not on everybody's path. */
const SYSTEM_DIRECTORIES = ['/usr/sbin', '/sbin'];

/** Path of a program; undefined when it is not installed. */
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
