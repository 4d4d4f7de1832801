import { cruise } from 'dependency-cruiser';
import type { Import } from './floors.ts';

const IGNORED = String.raw`/node_modules/|\.test\.ts$|\.generated\.|/generated/`;

/**
 * Returns the imports between the source files below `roots`, including type imports. Skips test
 * files, which may import anything. Throws if a root has no source file, because dependency-cruiser
 * reads none when it lacks TypeScript.
 */
export async function readImports(directory: string, roots: readonly string[]): Promise<Import[]> {
  const { output } = await cruise([...roots], {
    baseDir: directory,
    tsPreCompilationDeps: true,
    exclude: { path: IGNORED },
    doNotFollow: { path: 'node_modules' },
  });
  if (typeof output === 'string') throw new TypeError(`Not a list of imports: "${output}".`);
  const empty = roots.find(
    (root) => !output.modules.some(({ source }) => source.startsWith(`${root}/`)),
  );
  if (empty !== undefined)
    throw new Error(`dependency-cruiser found no source file in "${empty}".`);
  return output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
}
