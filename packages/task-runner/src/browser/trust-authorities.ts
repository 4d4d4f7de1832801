import { StartError } from '@errand/app-runtime';
import { findProgram } from '@errand/desktop';
import { execFile } from 'node:child_process';
import type { X509Certificate } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findMemoryRoot } from '../scratch/memory-root.ts';
import { openOwnedDirectory } from '../scratch/owned-directory.ts';

/** Where Chromium and Chrome look for the user's NSS database, below HOME. */
const DATABASE = '.pki/nssdb';
/** A slow disk takes seconds for the bundle of a Linux distribution: 144 certificates. */
const DEADLINE_MS = 60_000;
/** Far more than the database of such a bundle. */
const SCRATCH_BYTES = 16 * 1024 ** 2;

/** The authorities that browsers trust in addition to those of their vendor. */
export interface TrustedAuthorities {
  /** Lets a browser that starts with this directory as its HOME trust the authorities. */
  readonly install: (home: string) => Promise<void>;
}

interface TrustOptions {
  /** In the order of the file that NODE_EXTRA_CA_CERTS names. */
  readonly certificates: readonly X509Certificate[];
  readonly workDirectory: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Imports the certificates into an NSS database, once for all sessions: a browser reads no other
 * format. Undefined without certificates. Throws StartError.
 */
export async function trustAuthorities(
  options: TrustOptions,
): Promise<TrustedAuthorities | undefined> {
  const { certificates, workDirectory, environment } = options;
  if (certificates.length === 0) return undefined;
  const certutil = await findProgram('certutil', environment['PATH']);
  if (certutil === undefined) {
    throw new StartError(
      'NODE_EXTRA_CA_CERTS is set, but certutil, with which browsers get its certificates, is not installed. Install it (Debian: apt-get install libnss3-tools), or unset NODE_EXTRA_CA_CERTS.',
    );
  }
  // certutil waits for the disk after each certificate.
  const root = (await findMemoryRoot(SCRATCH_BYTES)) ?? workDirectory ?? tmpdir();
  await using scratch = await openOwnedDirectory(root, 'session');
  const { path } = scratch;
  await mkdir(join(path, 'trust'));
  const run = (...args: readonly string[]) =>
    promisify(execFile)(certutil, [...args, '-d', 'sql:trust'], {
      cwd: path,
      env: environment,
      timeout: DEADLINE_MS,
    }).catch(explain);
  await run('-N', '--empty-password');
  await writeFile(join(path, 'imports'), await writeImports(path, certificates));
  await run('-B', '-i', 'imports');
  const files = await readFiles(join(path, 'trust'));
  return {
    async install(home) {
      const target = join(home, DATABASE);
      await mkdir(target, { recursive: true });
      for (const [name, content] of files) await writeFile(join(target, name), content);
    },
  };
}

/** Writes each certificate to a separate file, and returns the commands that import them. */
async function writeImports(
  path: string,
  certificates: readonly X509Certificate[],
): Promise<string> {
  const commands = certificates.map(async (certificate, index) => {
    const name = `certificate-${index + 1}`;
    await writeFile(join(path, name), certificate.toString());
    // An authority may issue certificates for sites; any other certificate is trusted only for its
    // own site.
    return `-A -n ${name} -t ${certificate.ca ? 'C,,' : 'P,,'} -i ${name}\n`;
  });
  return (await Promise.all(commands)).join('');
}

async function readFiles(directory: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(directory);
  const entries = names.map(async (name) => [name, await readFile(join(directory, name))] as const);
  return new Map(await Promise.all(entries));
}

function explain(cause: Error & { readonly stderr?: string }): never {
  throw new StartError(
    `certutil did not import the certificates of NODE_EXTRA_CA_CERTS: ${cause.stderr?.trim() || cause.message}`,
    { cause },
  );
}
