import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

/** For a rotation of sealing keys, and for one-time code seeds stored before sealing existed. */
export const resealRecordings: Command = async (args, stores) => {
  readArguments(args, { words: [], options: [] });
  return { resealed: await stores.resealRecordings() };
};
