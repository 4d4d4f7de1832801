/** A text as a Python string. JSON's escapes are among Python's. */
export function quotePython(text: string): string {
  return JSON.stringify(text);
}

/** `re.compile(...)`: raw where a raw string can hold the pattern. */
export function writePattern(source: string, flagNames: readonly string[] = []): string {
  const isRaw = !/["\n\r]/.test(source) && !/(?:^|[^\\])(?:\\\\)*\\$/.test(source);
  const flags = flagNames.map((name) => `re.${name}`).join(' | ');
  const literal = isRaw && source.includes('\\') ? `r"${source}"` : quotePython(source);
  return `re.compile(${literal}${flags === '' ? '' : `, ${flags}`})`;
}
