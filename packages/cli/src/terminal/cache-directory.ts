import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from './terminal.ts';

/** Returns where the command line keeps screenshots and other evidence of this user. */
export const cacheDirectory = (env: Terminal['env']): string =>
  join(env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache'), 'errand');
