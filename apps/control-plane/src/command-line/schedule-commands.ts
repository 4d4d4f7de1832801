import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';

/**
 * For a rotation of sealing keys: afterwards no schedule needs the old key. Returns the ids of
 * those that no key opens.
 */
export const resealSchedules: Command = async (args, stores) => {
  readArguments(args, { words: [], options: [] });
  const { resealed, damaged } = await stores.resealSchedules();
  return { resealed, damaged_schedule_ids: damaged };
};
