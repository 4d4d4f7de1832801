// Packs the command line into a tarball for npm and npx, in the directory given or the current one.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { packCli } from './pack.ts';

const directory = resolve(process.argv[2] ?? '.');
mkdirSync(directory, { recursive: true });
process.stdout.write(`${packCli(directory)}\n`);
