import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, 'python');

/** The program that python3 starts with; it loads the rest from its first frame. */
export const bootSource = readFileSync(join(directory, 'boot.py'), 'utf8');

/** The modules of the script runtime, by name. */
export const runtimeSources: Readonly<Record<string, string>> = Object.fromEntries(
  ['errand_runtime', 'playwright'].flatMap((folder) =>
    readdirSync(join(directory, folder))
      .filter((file) => file.endsWith('.py'))
      .map((file) => {
        const name = file === '__init__.py' ? folder : `${folder}.${file.slice(0, -3)}`;
        return [name, readFileSync(join(directory, folder, file), 'utf8')];
      }),
  ),
);
