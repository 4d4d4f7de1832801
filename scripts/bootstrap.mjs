#!/usr/bin/env node
// Runs a script of this repository from a bare clone: installs what the lockfile names, generates
// what is not committed, then hands over to Node 24 from node_modules, whichever Node runs this
// file (20 or newer).
// usage: node scripts/bootstrap.mjs SCRIPT [ARGUMENT...]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PNPM_VERSION = '12.21.0';
const NODE_MAJOR = 24;

const root = fileURLToPath(new URL('..', import.meta.url));
const binaries = join(root, 'node_modules', '.bin');
const environment = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` };

once('installed-packages', ['pnpm-lock.yaml', 'pnpm-workspace.yaml'], () => {
  process.stderr.write('Installing packages (once per change of the lockfile)...\n');
  run('npx', ['-y', `pnpm@${PNPM_VERSION}`, 'install', '--frozen-lockfile', '--prod=false']);
});
once('prisma-client', ['pnpm-lock.yaml', 'prisma/schema.prisma'], () => {
  run(join(binaries, 'prisma'), ['generate', '--no-hints']);
});
handOver();

/** Runs `work` unless it has already run for the same content of `inputs` in this node_modules. */
function once(name, inputs, work) {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(readFileSync(join(root, input)));
  const digest = hash.digest('hex');
  const stamp = join(root, 'node_modules', `.errand-${name}`);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  work();
  writeFileSync(stamp, digest);
}

/** Sends the output of tools to standard error: standard output belongs to the started script. */
function run(command, args) {
  const options = { cwd: root, env: environment, stdio: ['ignore', 2, 2] };
  const { status, error } = spawnSync(command, args, options);
  if (error) throw error;
  if (status !== 0) {
    process.stderr.write(`"${command} ${args.join(' ')}" ended with status ${status}.\n`);
    process.exit(1);
  }
}

function handOver() {
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new Error('usage: node scripts/bootstrap.mjs SCRIPT [ARGUMENT...]');
  // Through the channel, the script notices when this process is gone, even if it was killed.
  const child = spawn(findNode(), [join(root, script), ...args], {
    cwd: process.cwd(),
    // Halves the CPU time that an app needs to load its modules after the first start.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'errand'), ...environment },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // In a terminal the child receives Ctrl-C itself; a second signal would cut its shutdown short.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    throw error;
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function findNode() {
  const installed = join(binaries, 'node');
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  throw new Error(
    `No Node ${NODE_MAJOR} package for "${process.platform}-${process.arch}". Run this with Node ${NODE_MAJOR} or newer; this is ${process.version}.`,
  );
}
