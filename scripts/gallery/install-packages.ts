import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = join(import.meta.dirname, 'packages');
const FILES = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'] as const;

/** Where packages are installed, and the folder with the manifest and lockfile that names them. */
export interface PackageFolders {
  readonly directory: string;
  /** Default: the gallery's own. */
  readonly manifest?: string;
}

/** Installs exactly what the lockfile names. A no-op if already done. */
export function installPackages(
  { directory, manifest = MANIFEST }: PackageFolders,
  report: (line: string) => void,
): void {
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(readFileSync(join(manifest, file)));
  const digest = hash.digest('hex');
  const stamp = join(directory, '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  mkdirSync(directory, { recursive: true });
  for (const file of FILES) copyFileSync(join(manifest, file), join(directory, file));
  report(`Installing the packages of the pages into ${directory} (once)...`);
  execFileSync('pnpm', ['install', '--frozen-lockfile', '--ignore-scripts'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 2],
  });
  writeFileSync(stamp, digest);
}

/** Returns the versions of the packages by name. */
export function readVersions(manifest = MANIFEST): Readonly<Record<string, string>> {
  const content: unknown = JSON.parse(readFileSync(join(manifest, 'package.json'), 'utf8'));
  return (content as { readonly dependencies: Readonly<Record<string, string>> }).dependencies;
}
