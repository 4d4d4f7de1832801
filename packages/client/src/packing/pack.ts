import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from './build-package.ts';

/** Packs the client into a tarball in the directory and returns its path. */
export function packClient(destination: string): string {
  const built = mkdtempSync(join(tmpdir(), 'errand-client-'));
  try {
    buildPackage(built);
    return packDirectory(built, destination);
  } finally {
    rmSync(built, { recursive: true });
  }
}

/** Packs a package's directory and returns the path of the tarball. */
export function packDirectory(directory: string, destination: string): string {
  const options = ['--json', '--ignore-scripts', '--pack-destination', destination];
  const printed = execFileSync('npm', ['pack', ...options], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [packed] = JSON.parse(printed) as [{ readonly filename: string }];
  return join(destination, packed.filename);
}
