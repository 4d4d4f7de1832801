// Packs the client into a tarball for `npm install`, in the given directory or the current one.
import { packClient } from './pack.ts';
import { packToArgument } from './pack-to-argument.ts';

packToArgument(packClient);
