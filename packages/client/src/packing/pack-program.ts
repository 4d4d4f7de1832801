import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { packDirectory } from './pack.ts';

/** Bundled CommonJS modules call `require` for Node's modules. */
const DEFINE_REQUIRE =
  "import { createRequire as createNodeRequire } from 'node:module'; const require = createNodeRequire(import.meta.url);";

/** Starts the program with the modules compiled last time, which are kept in the user's cache. */
const START = `#!/usr/bin/env node
import module from 'node:module';

const { XDG_CACHE_HOME, HOME } = process.env;
const cache = XDG_CACHE_HOME || (HOME && HOME + '/.cache');
// Node 20 has no such cache.
if (cache) module.enableCompileCache?.(cache + '/errand/modules');
await import('./program.js');
`;

/**
 * Packs the program `src/main.ts` of a package and all that it depends on into a tarball in the destination.
 * Returns its path. The command is named as in the package's `bin`.
 */
export function packProgram(root: string, destination: string): string {
  const built = mkdtempSync(join(tmpdir(), 'errand-program-'));
  try {
    const bundled = bundle(root, join(built, 'dist'));
    writeFileSync(join(built, 'dist/main.js'), START);
    const manifest = createManifest(root);
    writeFileSync(join(built, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    writeFileSync(join(built, 'THIRD-PARTY-LICENSES'), readLicenses(root, bundled));
    cpSync(join(root, 'README.md'), join(built, 'README.md'));
    cpSync(join(root, '../../LICENSE'), join(built, 'LICENSE'));
    return packDirectory(built, destination);
  } finally {
    rmSync(built, { recursive: true });
  }
}

/** Modules that the program loads on demand remain separate. Returns the bundled files. */
function bundle(root: string, directory: string): string[] {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: { program: 'src/main.ts' },
    inject: [join(import.meta.dirname, 'older-node.ts')],
    banner: { js: DEFINE_REQUIRE },
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.12',
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly bin: Readonly<Record<string, string>>;
}

function createManifest(root: string): object {
  const { name, version, description, license, bin } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  const commands = Object.keys(bin).map((command) => [command, 'dist/main.js']);
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=20.12' },
    files: ['dist', 'THIRD-PARTY-LICENSES'],
    bin: Object.fromEntries(commands),
  };
}

/** Returns the license of each bundled package, which most licenses require. */
function readLicenses(root: string, bundled: readonly string[]): string {
  const packages = new Set(
    bundled.flatMap(
      (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(join(root, file))?.[0] ?? [],
    ),
  );
  const texts = [...packages].toSorted().map((directory) => {
    const file = readdirSync(directory).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`"${directory}" has no license: it cannot be bundled.`);
    const text = readFileSync(join(directory, file), 'utf8');
    return `${directory.split('node_modules/').at(-1)}\n\n${text}`;
  });
  return texts.join(`\n${'-'.repeat(72)}\n\n`);
}
