import { pickEnvironment } from '@errand/app-runtime';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const PROGRAM = fileURLToPath(
  new URL('../../apps/control-plane/src/command-line/main.ts', import.meta.url),
);

/** Makes an account and a key of it, as an operator does. */
export async function createApiKey(databaseUrl: string, account: string): Promise<string> {
  await runCommand(databaseUrl, ['accounts', 'create', account]);
  const command = ['keys', 'create', 'script', '--account', account];
  return z.object({ api_key: z.string() }).parse(await runCommand(databaseUrl, command)).api_key;
}

async function runCommand(databaseUrl: string, command: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...command], {
    env: { ...pickEnvironment(process.env), DATABASE_URL: databaseUrl },
  });
  return JSON.parse(stdout);
}
