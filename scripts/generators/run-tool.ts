import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Tool } from './tools.ts';

const execute = promisify(execFile);
const require = createRequire(import.meta.url);
const COMPILER = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
const OPTIONS =
  '--strict --noEmit --skipLibCheck --target es2023 --lib es2023,dom,dom.iterable --module esnext --moduleResolution bundler --allowImportingTsExtensions'.split(
    ' ',
  );
const TIMEOUT_MS = 900_000;
const LONGEST_OUTPUT = 4_000;

export interface Verdict {
  readonly name: string;
  /** Why the tool or the compiler refused; undefined if both accepted the document. */
  readonly problem?: string;
  readonly seconds: number;
}

/** Runs a tool on the document in `folder`, where its packages are installed, and compiles what it writes. */
export async function runTool(tool: Tool, folder: string): Promise<Verdict> {
  const start = performance.now();
  for (const [path, content] of Object.entries(tool.files ?? {})) {
    writeFileSync(join(folder, path), content);
  }
  mkdirSync(join(folder, 'out'), { recursive: true });
  const [entry, ...args] = tool.run;
  const own = join(folder, entry);
  const program = existsSync(own) ? own : join(folder, 'node_modules', entry);
  const problem =
    (await fail(folder, [program, ...args])) ??
    (tool.output === undefined ? undefined : await compile(folder, tool.output));
  const seconds = (performance.now() - start) / 1000;
  return { name: tool.name, seconds, ...(problem !== undefined && { problem }) };
}

async function compile(folder: string, output: string): Promise<string | undefined> {
  if (!existsSync(join(folder, output))) return `It wrote no ${output}.`;
  const include = output.endsWith('.ts') ? [output] : [`${output}/**/*.ts`];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ include }));
  return fail(folder, [COMPILER, '-p', 'tsconfig.json', ...OPTIONS]);
}

/** Returns the output of a Node program that fails; undefined if it succeeds. */
async function fail(folder: string, command: readonly string[]): Promise<string | undefined> {
  try {
    await execute(process.execPath, command, {
      cwd: folder,
      timeout: TIMEOUT_MS,
      maxBuffer: 64 * 1024 ** 2,
    });
    return undefined;
  } catch (error) {
    if (!Error.isError(error)) throw error;
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const text = `${stdout}${stderr}`.trim();
    return (text === '' ? error.message : text).slice(0, LONGEST_OUTPUT);
  }
}
