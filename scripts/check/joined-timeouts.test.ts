import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const JOINED = /AbortSignal\.any\(\[([^\]]*)\]/g;
const TIMEOUT = /(\w+)(?:: AbortSignal)? = AbortSignal\.timeout\(/g;

/**
 * Lists the calls of AbortSignal.any that join an AbortSignal.timeout. Node 24 may collect such a
 * timeout before it fires; `openDeadline` of packages/foundation keeps it.
 */
function findJoinedTimeouts(source: string): readonly string[] {
  const names = source.matchAll(TIMEOUT).map(([, name = '']) => name);
  const timeouts = new RegExp(['AbortSignal\\.timeout\\(', ...names.map(quote)].join('|'));
  return source
    .matchAll(JOINED)
    .filter(([, joined = '']) => timeouts.test(joined))
    .map(([call]) => call)
    .toArray();
}

function quote(name: string): string {
  return `\\b${name}\\b`;
}

test('no source outside packages/foundation joins an AbortSignal.timeout with other signals', () => {
  const list = execFileSync('git', ['ls-files', '*.ts', ':!packages/foundation'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = list.trim().split('\n');
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) => {
    if (file === 'scripts/check/joined-timeouts.test.ts') return [];
    const calls = findJoinedTimeouts(readFileSync(join(ROOT, file), 'utf8'));
    return calls.map((call) => `${file}: ${call}`);
  });
  // Use openDeadline of packages/foundation instead.
  expect(found).toEqual([]);
});

test.each([
  ['in the call', 'AbortSignal.any([signal, AbortSignal.timeout(5_000)])', 1],
  ['by name', 'const late = AbortSignal.timeout(1);\nAbortSignal.any([\n  signal,\n  late,\n])', 1],
  ['not at all', 'const late = AbortSignal.timeout(1);\nAbortSignal.any([signal, later])', 0],
])('finds a timeout that is joined %s', (_, source, count) => {
  expect(findJoinedTimeouts(source)).toHaveLength(count);
});
