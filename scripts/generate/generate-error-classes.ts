import { stringify } from 'yaml';
import { readErrorTexts, writeTable } from './error-texts.ts';
import { listErrorClasses } from './list-error-classes.ts';

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
  const description = [
    "Stable class of a failure; `/docs/errors#CLASS` of the control plane explains it. New classes may be added. The last column says who retries. `infrastructure`: the queue, within the task's",
    "`max_retries`. `automation`: the worker, within the automation's own `max_retries`. `never`: nobody. If a class has several, it depends",
    'on the failure.',
    '',
    describeErrorClasses(root),
  ].join('\n');
  const ErrorClass = { description, type: 'string', pattern: '^[a-z][a-z0-9_]*$', maxLength: 100 };
  const header = `# Generated from ${SOURCE} and the error classes of the code by "pnpm generate". Do not edit.\n`;
  return {
    path: 'openapi/schemas/error-class.generated.yaml',
    content: `${header}${stringify({ ErrorClass }, { lineWidth: 0 })}`,
  };
}

/** What to do about each class, for the command line, which is installed without this repository. */
export function generateErrorHints(root: string): {
  readonly path: string;
  readonly content: string;
} {
  const hints = Object.entries(readTexts(root)).map(([code, { way_out: wayOut }]) => [
    code,
    wayOut,
  ]);
  const literal = JSON.stringify(Object.fromEntries(hints), undefined, 2);
  return {
    path: 'packages/cli/src/tasks/error-hints.generated.ts',
    content: `// Generated from ${SOURCE} by "pnpm generate". Do not edit.\nexport const ERROR_HINTS: Readonly<Record<string, string>> = ${literal};\n`,
  };
}

/** A table of all classes, as Markdown. */
function describeErrorClasses(root: string): string {
  const rows = listTexts(root).map(({ code, meaning, wayOut, retry }) => [
    code,
    meaning,
    wayOut,
    retry,
  ]);
  return writeTable(['Class', 'Meaning', 'Remedy', 'Retried by'], rows);
}

/** A table of all classes with what to inspect, as Markdown. */
export function explainErrorClasses(root: string): string {
  const rows = listTexts(root).map(({ code, meaning, lookAt, wayOut, retry }) => [
    code,
    meaning,
    lookAt,
    wayOut,
    retry,
  ]);
  return writeTable(['Class', 'Cause', 'Look at', 'Remedy', 'Retried by'], rows);
}

function listTexts(root: string) {
  const retries = readRetries(root);
  return Object.entries(readTexts(root, retries)).map(
    ([code, { meaning, look_at: lookAt = '', way_out: wayOut }]) => ({
      code: `\`${code}\``,
      meaning,
      lookAt,
      wayOut,
      retry: [...(retries.get(code) ?? [])].join(' or '),
    }),
  );
}

function readTexts(root: string, retries = readRetries(root)) {
  const names = new Set(retries.keys());
  return readErrorTexts(root, SOURCE, { pattern: /^[a-z][a-z0-9_]*$/, names });
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
