import { existsSync } from 'node:fs';
import { LocalError } from '../errors/command-errors.ts';

/** Throws LocalError if the file exists: it may be the only copy of someone's work. */
export function assertNew(path: string, wayOut: string): void {
  if (existsSync(path)) throw new LocalError(`"${path}" exists. ${wayOut}`);
}
