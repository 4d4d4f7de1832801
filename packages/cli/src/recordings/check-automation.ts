import { dataOf, type ErrandSchemas } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import { plainLine, plainText } from '../terminal/plain-text.ts';

type Check = ErrandSchemas['AutomationCheck'];

/** Returns what the server reports about an automation. Stores nothing. */
export async function checkAutomation(
  { errand, terminal }: Call,
  automation: ErrandSchemas['Automation'],
): Promise<Check> {
  const { signal } = terminal;
  return dataOf(errand().api.POST('/api/v1/automations/check', { body: { automation }, signal }));
}

/** Prints a line for each fault and warning, as compilers do. */
export function describeCheck(path: string, { errors, warnings }: Check): string[] {
  const place = (where: readonly (string | number)[]): string =>
    plainLine(where.length === 0 ? path : `${path}: ${formatPath(where)}`);
  return [
    ...errors.map((fault) => `${place(fault.path)}: error: ${indent(fault.message)}`),
    ...warnings.map((one) => `${place(one.path)}: warning: ${indent(one.message)} (${one.rule})`),
  ];
}

/** `nodes[0].type` */
const formatPath = (path: readonly (string | number)[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

/** A locator is printed on separate lines, with a mark below its fault. */
const indent = (message: string): string => plainText(message).replaceAll('\n', '\n  ');
