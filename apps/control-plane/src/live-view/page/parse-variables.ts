/** Thrown for a line that is not `name = value`. */
export class VariableLineError extends Error {}

/** Reads lines of `name = value`; a repeated name collects several values. */
export function parseVariables(text: string): Record<string, string[]> {
  const variables = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (name === '') {
      throw new VariableLineError(`"${line.trim()}" is not a variable: write name = value.`);
    }
    variables.set(name, [...(variables.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return Object.fromEntries(variables);
}
