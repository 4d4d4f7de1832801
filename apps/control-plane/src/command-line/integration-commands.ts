import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

/**
 * For a rotation of sealing keys: afterwards no integration needs the old key. Returns the ids of
 * those that no key opens.
 */
export const resealIntegrations: Command = async (args, stores) => {
  readArguments(args, { words: [], options: [] });
  const { resealed, damaged } = await stores.openIntegrations().reseal();
  return { resealed, damaged_integration_ids: damaged };
};
