import { pickEnvironment } from '@errand/app-runtime';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs as root of a user namespace: the program sees user 0, whoever runs the tests. */
const AS_ROOT = ['bwrap', '--dev-bind', '/', '/', '--unshare-user', '--uid', '0'];

/** Starts an app that cannot start, and returns its exit status and its errors. */
export async function failToStart(
  main: string,
  environment: Readonly<Record<string, string>>,
  options: { readonly asRoot?: boolean; readonly args?: readonly string[] } = {},
): Promise<{ readonly code: unknown; readonly errors: string }> {
  const prefix = options.asRoot === true ? AS_ROOT : [];
  const [program = '', ...rest] = [...prefix, process.execPath, main, ...(options.args ?? [])];
  const child = spawn(program, rest, {
    env: { ...pickEnvironment(process.env), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const errors = await text(child.stderr);
  const [code] = await exited;
  return { code, errors };
}
