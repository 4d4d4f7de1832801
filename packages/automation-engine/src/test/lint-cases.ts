import { expect } from '@jest/globals';
import { lintAutomation, parseAutomation } from '../document/index.ts';
import { automationWith, fill } from './wire-nodes.ts';

/** Returns `rule at.this.place` for every warning. */
export function warningsOf(automation: object): string[] {
  return lintAutomation(parseAutomation(automation)).map(
    ({ rule, path }) => `${rule} ${path.join('.')}`,
  );
}

export function messagesOf(automation: object): string[] {
  return lintAutomation(parseAutomation(automation)).map(({ message }) => message);
}

/** CPU time of this process in milliseconds, independent of how busy the machine is. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

export const parameters = {
  input_parameters: { name: ['Ann'], ids: [], password_hint: [] },
  generated_parameters: { total: [0], late: [] },
  secure_parameters: { password: [] },
};

/** An automation that declares values of all sorts. */
export function withNodes(nodes: readonly object[], more: object = {}): object {
  return automationWith(nodes, { parameters, ...more });
}

/** Returns `rule: message` for every warning about text that is typed into a field. */
export function problemsOf(text: string): string[] {
  const automation = parseAutomation(withNodes([fill('locator("input")', text)]));
  return lintAutomation(automation).map(({ rule, path, message }) => {
    expect(path.join('.')).toBe(fieldOf('input_text', 'input_text'));
    return `${rule}: ${message}`;
  });
}

/** The location of a field of the first node. */
export function fieldOf(kind: string, field: string): string {
  return `nodes.0.interaction_action.${kind}.${field}`;
}

export function setTo(expression: string): object {
  return { misc_action: { set_variable: { name: 'x', expression } } };
}

export function extract(name: string): object {
  return {
    extraction_action: {
      locator: {
        command: 'locator("td")',
        extraction_format: { [name]: 'str' },
        output_variable_name: name,
      },
    },
  };
}
