import koffi from 'koffi';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's `gc`. Only this flavor also returns free pages to the system. */
type CollectGarbage = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/** A function of the C library of GNU; other systems have none. */
const trim = findTrim();

/**
 * Collects all garbage and returns the memory that V8 and the C library keep for later to the
 * system. Blocks this thread for up to half a second on a loaded machine.
 */
export function freeMemory(): void {
  // Collecting discards code that was compiled long ago: later starts need it from the cache.
  flushCompileCache();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  collect({ type: 'major', flavor: 'last-resort' });
  trimMemory();
}

/** Returns memory that the C library keeps for reuse to the system. Takes a few milliseconds. */
export function trimMemory(): void {
  trim?.(0);
}

function findTrim(): ((padding: number) => void) | undefined {
  try {
    return koffi.load(null).func('int malloc_trim(size_t)');
  } catch {
    return undefined;
  }
}
