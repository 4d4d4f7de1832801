import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

/** For a rotation of sealing keys: once it has run no integration needs the old key. */
export const resealIntegrations: Command = async (args, stores) => {
  readArguments(args, { words: [], options: [] });
  return { resealed: await stores.openIntegrations().reseal() };
};
