import { pickEnvironment } from '@errand/app-runtime';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const PROGRAM = fileURLToPath(
  new URL('../../../apps/control-plane/src/command-line/main.ts', import.meta.url),
);

/** Where operator commands run. */
export interface Operator {
  readonly databaseUrl: string;
  /** Environment of this process: see `pickEnvironment`. */
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs an operator command, such as `accounts list`, and returns its parsed output. */
export async function runOperatorCommand(
  { databaseUrl, environment }: Operator,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...words], {
    env: { ...pickEnvironment(environment), DATABASE_URL: databaseUrl },
  });
  return JSON.parse(stdout);
}

/** Creates the account unless it exists, and an API key for it. */
export async function createApiKey(
  operator: Operator,
  { account, name = 'script' }: { readonly account: string; readonly name?: string },
): Promise<string> {
  await runOperatorCommand(operator, ['accounts', 'create', account]);
  const words = ['keys', 'create', name, '--account', account];
  const created = await runOperatorCommand(operator, words);
  return z.object({ api_key: z.string() }).parse(created).api_key;
}
