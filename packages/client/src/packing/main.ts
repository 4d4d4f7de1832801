// Packs the client into a tarball for `npm install`, in the directory given or the current one.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { packClient } from './pack.ts';

const directory = resolve(process.argv[2] ?? '.');
mkdirSync(directory, { recursive: true });
process.stdout.write(`${packClient(directory)}\n`);
