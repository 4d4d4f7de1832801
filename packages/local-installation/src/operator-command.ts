import { pickEnvironment } from '@errand/app-runtime';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const PROGRAM = fileURLToPath(
  new URL('../../../apps/control-plane/src/command-line/main.ts', import.meta.url),
);

/** Where a command of the operator runs. */
export interface Operator {
  readonly databaseUrl: string;
  /** Of this process: see `pickEnvironment`. */
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs a command of the operator, such as `accounts list`, and returns what it prints. */
export async function runOperatorCommand(
  { databaseUrl, environment }: Operator,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...words], {
    env: { ...pickEnvironment(environment), DATABASE_URL: databaseUrl },
  });
  return JSON.parse(stdout);
}

/** Makes the account unless it exists, and a key of it. */
export async function createApiKey(
  operator: Operator,
  { account, name = 'script' }: { readonly account: string; readonly name?: string },
): Promise<string> {
  await runOperatorCommand(operator, ['accounts', 'create', account]);
  const words = ['keys', 'create', name, '--account', account];
  const created = await runOperatorCommand(operator, words);
  return z.object({ api_key: z.string() }).parse(created).api_key;
}
