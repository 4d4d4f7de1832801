import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { isTerminal } from './printer.ts';
import type { Terminal } from './terminal.ts';

/** Programs that open a URL in the browser of the desktop. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens the page in the browser of the person at this terminal. Returns false where there is
 * no desktop. BROWSER names another program.
 */
export async function openPage({ stderr, env }: Terminal, url: string): Promise<boolean> {
  const hasDesktop =
    platform() in OPENERS || (env['DISPLAY'] ?? env['WAYLAND_DISPLAY'] ?? '') !== '';
  const own = env['BROWSER'];
  if (own === undefined && !(isTerminal(stderr) && hasDesktop)) return false;
  const [program, ...args] = own === undefined ? (OPENERS[platform()] ?? ['xdg-open']) : [own];
  const opener = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  try {
    await once(opener, 'spawn');
    opener.unref();
    return true;
  } catch {
    // The program is missing: the caller prints the URL.
    return false;
  }
}
