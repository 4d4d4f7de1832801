import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

/** For a rotation of sealing keys, and for seeds of one-time codes that were stored before they were sealed. */
export const resealRecordings: Command = async (args, stores) => {
  readArguments(args, { words: [], options: [] });
  return { resealed: await stores.resealRecordings() };
};
