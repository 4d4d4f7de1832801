import { stringify } from 'yaml';
import { readErrorTexts, writeTable } from './error-texts.ts';
import { listErrorCodes } from './list-error-codes.ts';

const SOURCE = 'openapi/error-codes.yaml';
const INTRODUCTION = `Stable name of an error, for programs to switch on; messages may change, codes do not. Every response with a status of 400
or above has one, and a body with a member \`code\` repeats it. New codes may be added.`;

/** The values of \`x-error-code\` for the API documents. Throws if SOURCE and the code list different ones. */
export function generateErrorCodes(root: string): {
  readonly path: string;
  readonly content: string;
} {
  const codes = Object.keys(readTexts(root)).toSorted();
  const ErrorCode = {
    description: `${INTRODUCTION}\n\n${describeErrorCodes(root)}`,
    schema: { type: 'string', enum: codes },
    example: 'task-not-found',
  };
  const header = `# Generated from ${SOURCE} and the errors of the control plane by "pnpm generate". Do not edit.\n`;
  return {
    path: 'openapi/headers/error-code.generated.yaml',
    content: `${header}${stringify({ ErrorCode }, { lineWidth: 0 })}`,
  };
}

/** A table of all codes, as Markdown. */
export function describeErrorCodes(root: string): string {
  const statuses = listErrorCodes(root);
  const rows = Object.entries(readTexts(root)).map(([code, { meaning, way_out: wayOut }]) => [
    `\`${code}\``,
    [...(statuses.get(code) ?? [])].toSorted((one, other) => one - other).join(', '),
    meaning,
    wayOut,
  ]);
  return writeTable(['Code', 'Status', 'Meaning', 'Remedy'], rows);
}

function readTexts(root: string) {
  const names = new Set(listErrorCodes(root).keys());
  return readErrorTexts(root, SOURCE, { pattern: /^[a-z]+(?:-[a-z]+)*$/, names });
}
