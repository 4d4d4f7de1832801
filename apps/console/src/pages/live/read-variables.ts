/**
 * Parses lines such as `code = 123`. A repeated name adds a value. Throws an error that quotes a
 * bad line.
 */
export function readVariables(text: string): Record<string, string[]> {
  const variables = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (name === '') throw new Error(`"${line.trim()}" is not a variable: write name = value.`);
    variables.set(name, [...(variables.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return Object.fromEntries(variables);
}
