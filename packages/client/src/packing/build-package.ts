import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const own = join(import.meta.dirname, '../..');
/** What Node 20 and browsers support; the compiler rejects anything newer in the sources. */
const LEVEL = 'es2022';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/**
 * Writes the package as it is published into an empty directory: JavaScript modules, declarations, README
 * and license. Nothing in it needs TypeScript.
 */
export function buildPackage(directory: string): void {
  const sources = ['index.ts', 'downloads/save-file.ts', 'downloads/save-no-file.ts'];
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const options = [
    '--ignoreConfig --strict --exactOptionalPropertyTypes --verbatimModuleSyntax --skipLibCheck',
    '--declaration --rewriteRelativeImportExtensions --module nodenext --rootDir src --types node',
    `--target ${LEVEL} --lib ${LEVEL},dom,dom.iterable`,
  ].flatMap((line) => line.split(' '));
  options.push('--outDir', join(directory, 'dist'));
  const files = sources.map((name) => join('src', name));
  execFileSync(process.execPath, [compiler, ...files, ...options], { cwd: own, stdio: 'inherit' });
  for (const name of globSync('dist/**/*.d.ts', { cwd: directory })) {
    const file = join(directory, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/'(\.[^']*)\.ts'/g, "'$1.js'"));
  }
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
  cpSync(join(own, 'README.md'), join(directory, 'README.md'));
  cpSync(join(own, '../../LICENSE'), join(directory, 'LICENSE'));
}

function manifest(): object {
  const { name, version, description, license, dependencies } = readManifest(own);
  const saveFile = {
    node: './dist/downloads/save-file.js',
    default: './dist/downloads/save-no-file.js',
  };
  const ranges = Object.keys(dependencies).map((dependency) => [
    dependency,
    `^${readManifest(join(own, 'node_modules', dependency)).version}`,
  ]);
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    files: ['dist'],
    imports: { '#save-file': saveFile },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    dependencies: Object.fromEntries(ranges),
  };
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
}
