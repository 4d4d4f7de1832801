import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Prints the URL of every import, also of a module that then throws. */
const printImports = (specifier: string): string => `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      console.log(resolved.url);
      return resolved;
    },
  });
  await import(${JSON.stringify(specifier)}).catch(() => process.exit());
`;

/**
 * Returns the URLs of everything that a module imports, directly or not, in a process without
 * environment variables. `directory` is the folder that the specifier is resolved from.
 */
export async function listImports(specifier: string, directory: string): Promise<string[]> {
  const args = ['--input-type=module', '-e', printImports(specifier)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: directory, env: {} });
  return stdout.trim().split('\n');
}
