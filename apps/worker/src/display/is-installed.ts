import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Whether a program is on the path that programs of this worker are started with. */
export async function isInstalled(program: string, path: string | undefined): Promise<boolean> {
  const places = (path ?? '').split(delimiter).filter(Boolean);
  const found = places.map((place) => access(join(place, program), constants.X_OK));
  return (await Promise.allSettled(found)).some(({ status }) => status === 'fulfilled');
}
