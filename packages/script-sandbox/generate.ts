import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const runtime = fileURLToPath(new URL('src/python/', import.meta.url));
const reference = fileURLToPath(new URL('PYTHON.generated.md', import.meta.url));
const listing = fileURLToPath(new URL('src/python/list_surface.py', import.meta.url));

/** Generates the list of what scripts can call, as reported by the runtime itself. */
export function generateScriptReference(): { path: string; content: string } {
  const content = execFileSync('/usr/bin/python3', ['-I', '-B', listing, runtime], {
    encoding: 'utf8',
  });
  return { path: reference, content };
}
