// Packs the MCP server into a tarball for npm and npx, in the given directory or the current one.
import { join } from 'node:path';
import { packProgram, packToArgument } from '@errand/client/packing';

packToArgument((destination) => packProgram(join(import.meta.dirname, '../..'), destination));
