import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { listErrorClasses } from './list-error-classes.ts';

const textsSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9_]*$/),
  z.strictObject({ meaning: z.string().endsWith('.'), way_out: z.string().endsWith('.') }),
);
type Texts = z.output<typeof textsSchema>;

/** Codes of errors that another error replaces before anything is reported. */
const REPLACED: ReadonlySet<string> = new Set(['messages-unavailable', 'messages_refused']);
/** Classes that are reported without a thrown error, or for an error without a class. */
const UNTHROWN = {
  aborted: 'infrastructure',
  internal: 'automation',
  interrupted: 'never',
  lease_lost: 'infrastructure',
  unexpected_error: 'automation',
} as const;
const SOURCE = 'openapi/error-classes.yaml';

/**
 * Generates the error classes of tasks for the API documents. Throws if SOURCE and the code differ.
 */
export function generateErrorClasses(root: string): {
  readonly path: string;
  readonly content: string;
} {
  const texts = textsSchema.parse(parse(readFileSync(join(root, SOURCE), 'utf8')));
  const retries = readRetries(root);
  assertSame(texts, retries);
  const lines = Object.entries(texts).map(
    ([code, { meaning, way_out: wayOut }]) =>
      `| \`${code}\` | ${meaning} | ${wayOut} | ${[...(retries.get(code) ?? [])].join(' or ')} |`,
  );
  const description = [
    'Stable class of a failure. New classes may be added. The last column says who tries again: `infrastructure` the',
    "queue, out of the task's `max_retries`; `automation` the automation's own `max_retries`; `never` nobody. Where a class has",
    'several, the failure decides.',
    '',
    '| Class | Meaning | Way out | Tried again by |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
  const ErrorClass = { description, type: 'string', pattern: '^[a-z][a-z0-9_]*$', maxLength: 100 };
  const header = `# Generated from ${SOURCE} and the error classes of the code by "pnpm generate". Do not edit.\n`;
  return {
    path: 'openapi/schemas/error-class.generated.yaml',
    content: `${header}${stringify({ ErrorClass }, { lineWidth: 0 })}`,
  };
}

function readRetries(root: string): Map<string, Set<string>> {
  const retries = new Map<string, Set<string>>();
  const add = (code: string, retry: string) =>
    retries.set(code, (retries.get(code) ?? new Set()).add(retry));
  for (const { code, retry } of listErrorClasses(root)) {
    if (REPLACED.has(code)) continue;
    for (const one of retry === 'by case' ? ['never', 'automation'] : [retry]) add(code, one);
  }
  for (const [code, retry] of Object.entries(UNTHROWN)) add(code, retry);
  return retries;
}

function assertSame(texts: Texts, retries: ReadonlyMap<string, unknown>): void {
  const unexplained = [...retries.keys()].filter((code) => !(code in texts));
  if (unexplained.length > 0) {
    throw new Error(
      `${SOURCE} does not explain ${unexplained.join(', ')}: add a meaning and a way out.`,
    );
  }
  const unused = Object.keys(texts).filter((code) => !retries.has(code));
  if (unused.length > 0) {
    throw new Error(`${SOURCE} explains ${unused.join(', ')}, which no error has: remove them.`);
  }
}
