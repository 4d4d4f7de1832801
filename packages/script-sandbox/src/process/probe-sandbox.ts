import { spawn } from 'node:child_process';
import { sendFilter } from './contained-process.ts';
import { defaultProcessLimits } from './process-limits.ts';
import { hasCallFilter, sandboxedCommand } from './sandbox-command.ts';
import {
  allParts,
  leftOut,
  type SandboxPart,
  sandboxParts,
  type SandboxParts,
} from './sandbox-parts.ts';

const ANSWERS_WITHIN_MS = 10_000;
/** Search path for bwrap, setpriv and prlimit. */
export const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** What the sandbox can do on this machine. */
export interface SandboxSupport {
  /** Why there is no sandbox. Undefined: there is one. */
  readonly problem: string | undefined;
  /** Parts that work here. */
  readonly parts: SandboxParts;
  /** One sentence for each part that is left out. */
  readonly leftOut: readonly string[];
}

/**
 * Finds out by trial runs which parts of the sandbox work here. Only parts that something else
 * covers are left out; if any other part fails, there is no sandbox.
 */
export async function probeSandbox(path = DEFAULT_PATH): Promise<SandboxSupport> {
  const complaint = await tryParts(path, allParts);
  if (complaint === undefined) return { problem: undefined, parts: allParts, leftOut: [] };
  const least = await tryParts(path, new Set(indispensable()));
  if (least !== undefined) return { problem: least, parts: new Set(), leftOut: [] };
  const parts = new Set<SandboxPart>(indispensable());
  for (const part of sandboxParts) {
    const isWorking = (await tryParts(path, new Set([...parts, part]))) === undefined;
    if (isWorking) parts.add(part);
  }
  const missing = sandboxParts.filter((part) => !parts.has(part));
  return { problem: undefined, parts, leftOut: missing.map((part) => leftOut[part]) };
}

/** Without a system call filter, nothing else keeps scripts from creating user namespaces. */
function indispensable(): readonly SandboxPart[] {
  return hasCallFilter ? [] : ['disable-userns'];
}

/** Returns why a sandbox of these parts does not work, or undefined if a trial run succeeds. */
async function tryParts(path: string, parts: SandboxParts): Promise<string | undefined> {
  const limits = defaultProcessLimits;
  const command = sandboxedCommand({ file: '/usr/bin/true', args: [], limits }, parts);
  const child = spawn(command.file, command.args, {
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'pipe', 'ignore', 'pipe'],
    timeout: ANSWERS_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  sendFilter(child, command);
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  child.once('error', (error) => resolve(error.message));
  child.once('close', (code) => {
    if (code === 0) resolve(undefined);
    else resolve(complaint.trim().slice(0, 500) || `bwrap exited with ${code ?? 'a signal'}`);
  });
  return promise;
}
