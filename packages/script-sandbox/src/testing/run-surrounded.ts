import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { surround, type Surrounding } from './surroundings.ts';

/** Runs Node in these surroundings and returns its exit status and output. */
export async function runSurrounded(
  surrounding: Surrounding,
  nodeArguments: readonly string[],
): Promise<{ readonly code: unknown; readonly output: string }> {
  const { arguments: place, callFilter } = surround(surrounding);
  const child = spawn('bwrap', [...place, process.execPath, ...nodeArguments], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const exited = once(child, 'close');
  const filter = child.stdio[3] as Writable;
  // Most surroundings need no filter and do not read it.
  filter.on('error', () => undefined);
  filter.end(callFilter);
  const output = await text(child.stdio[1] as Readable);
  const [code] = await exited;
  return { code, output };
}
