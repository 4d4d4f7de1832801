import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packClient, packDirectory } from '../packing/pack.ts';

const own = join(import.meta.dirname, '../..');
const run = promisify(execFile);

type Settings = Readonly<Record<string, string>>;

export interface BareProject extends Disposable {
  readonly directory: string;
  /** Runs a program with Node. Returns its output. Rejects if it fails or takes a minute. */
  readonly run: (source: string) => Promise<string>;
  /** Starts a program with Node, with these settings added to the environment. */
  readonly start: (source: string, settings: Settings) => ChildProcess;
}

/**
 * Creates a project outside the repository that contains only the packed client, installed by npm.
 * Its dependencies are installed from tarballs, too, so no registry is needed.
 */
export async function openBareProject(
  settings: Settings,
  node = process.execPath,
): Promise<BareProject> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-bare-'));
  const manifest = { name: 'bare', version: '1.0.0', private: true, type: 'module' };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  const modules = join(own, 'node_modules');
  const fetchPackage = realpathSync(join(modules, 'openapi-fetch'));
  const dependencies = [
    fetchPackage,
    join(fetchPackage, '../openapi-typescript-helpers'),
    join(modules, 'eventsource-parser'),
  ];
  const tarballs = [
    packClient(directory),
    ...dependencies.map((path) => packCopy(path, directory)),
  ];
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, ...tarballs], { cwd: directory });
  const env = { PATH: process.env['PATH'], ...settings };
  let programs = 0;
  const write = (source: string): string => {
    programs += 1;
    const name = `program-${programs}.mjs`;
    writeFileSync(join(directory, name), source);
    return name;
  };
  return {
    directory,
    async run(source) {
      const { stdout } = await run(node, [write(source)], { cwd: directory, env, timeout: 60_000 });
      return stdout;
    },
    start: (source, more) =>
      spawn(node, [write(source)], {
        cwd: directory,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** pnpm hard-links equal files; tar keeps such links, and npm skips them. A copy has none. */
function packCopy(dependency: string, destination: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'errand-copy-'));
  try {
    cpSync(realpathSync(dependency), copy, { recursive: true });
    return packDirectory(copy, destination);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Returns the program below a heading of the README. */
export function readExample(heading: string): string {
  const text = readFileSync(join(own, 'README.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const program = /^```js\n([^]*?)^```/m.exec(section ?? '')?.[1];
  if (program === undefined) throw new Error(`The README has no program below "${heading}".`);
  return program;
}
