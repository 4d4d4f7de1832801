import { type BundleFile, checkInitial, measureInitial } from './initial-size.ts';
import { viteOptions } from './vite-options.ts';

/** Writes the bundle to a folder. Returns the size of the first page's JavaScript after gzip. */
export async function buildBundle(outputDirectory: string): Promise<number> {
  // Vite takes half a second to load; a start without changes must not wait for that.
  const { build } = await import('vite');
  const output = await build(viteOptions(outputDirectory));
  if (Array.isArray(output) || !('output' in output)) {
    throw new TypeError('Vite has watched the sources instead of building them once.');
  }
  const files: readonly BundleFile[] = output.output;
  const initial = measureInitial(files);
  checkInitial(initial);
  return initial;
}
