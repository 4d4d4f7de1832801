import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packDirectory } from '@errand/client/packing';
import { buildSync } from 'esbuild';

const own = join(import.meta.dirname, '../..');

/** Packs the command line and all that it depends on into a tarball in the directory; returns its path. */
export function packCli(destination: string): string {
  const built = mkdtempSync(join(tmpdir(), 'errand-cli-'));
  try {
    const bundled = bundle(join(built, 'dist'));
    writeFileSync(
      join(built, 'package.json'),
      `${JSON.stringify(createManifest(), undefined, 2)}\n`,
    );
    writeFileSync(join(built, 'THIRD-PARTY-LICENSES'), readLicenses(bundled));
    cpSync(join(own, 'README.md'), join(built, 'README.md'));
    cpSync(join(own, '../../LICENSE'), join(built, 'LICENSE'));
    return packDirectory(built, destination);
  } finally {
    rmSync(built, { recursive: true });
  }
}

/** Parsers of CSV and YAML stay modules of their own, loaded when needed. Returns the bundled files. */
function bundle(directory: string): string[] {
  const { metafile } = buildSync({
    absWorkingDir: own,
    entryPoints: ['src/main.ts'],
    inject: ['src/packing/older-node.ts'],
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

function createManifest(): object {
  const { name, version, description, license } = JSON.parse(
    readFileSync(join(own, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const files = ['dist', 'THIRD-PARTY-LICENSES'];
  const engines = { node: '>=20.12' };
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    files,
    bin: { errand: 'dist/main.js' },
  };
}

/** The license of each bundled package, as most of them demand. */
function readLicenses(bundled: readonly string[]): string {
  const packages = new Set(
    bundled.flatMap(
      (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(join(own, file))?.[0] ?? [],
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
