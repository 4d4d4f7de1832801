import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Errors of the command line, which no request reaches. */
const ELSEWHERE = /(?:command-line|secret-grants|worker-pools)\/|\.test\.ts$/;
/** Errors with a base class inherit its status. */
const ERROR = /class \w+ extends \w+Error \{(?<body>[^]*?)\}\n(?=\n|$)/g;

/** Codes that are passed to an error's constructor, or follow from a status. */
const DECIDED = {
  'integration-refused': 424,
  'key-revoked': 409,
  'messages-unavailable': 424,
  'no-screen': 409,
  'not-running': 409,
  'not-waiting': 409,
  'stale-lease': 409,
  'task-queued': 409,
  'ticket-used': 409,
} as const;

/** Statuses by the codes of `x-error-code`, from the errors of the control plane and of the local file store. */
export function listErrorCodes(root: string): ReadonlyMap<string, ReadonlySet<number>> {
  const codes = new Map<string, Set<number>>();
  const add = (code: string, status: number) =>
    codes.set(code, (codes.get(code) ?? new Set()).add(status));
  for (const [code, status] of Object.entries(DECIDED)) add(code, status);
  for (const file of globSync('apps/control-plane/src/**/*.ts', { cwd: root })) {
    if (ELSEWHERE.test(file)) continue;
    for (const { groups } of readFileSync(join(root, file), 'utf8').matchAll(ERROR)) {
      const code = /^ {2}(?:override )?readonly code = '(.+)';$/m.exec(groups?.['body'] ?? '')?.[1];
      const status = /^ {2}readonly status = (\d+);$/m.exec(groups?.['body'] ?? '')?.[1];
      if (code !== undefined && status !== undefined) add(code, Number(status));
    }
  }
  for (const [code, status] of readFileCodes(root)) add(code, status);
  return codes;
}

/** Codes of the errors that `/files` of a local store returns. */
function readFileCodes(root: string): readonly [string, number][] {
  const path = 'packages/object-storage/src/local/file-errors.ts';
  const statuses = /^const statuses = \{(?<rows>[^]*?)^\} as const;/m.exec(
    readFileSync(join(root, path), 'utf8'),
  );
  const rows = statuses?.groups?.['rows'] ?? '';
  return [...rows.matchAll(/^ {2}'(.+)': (\d+),$/gm)].map(([, code = '', status]) => [
    code,
    Number(status),
  ]);
}
