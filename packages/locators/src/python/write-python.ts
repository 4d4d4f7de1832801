/** Quotes a string as a Python literal; Python supports all of JSON's escapes. */
export function quotePython(text: string): string {
  return JSON.stringify(text);
}

/** Writes `re.compile(...)`, with a raw string where possible. */
export function writePattern(source: string, flagNames: readonly string[] = []): string {
  const isRaw = !/["\n\r]/.test(source) && !/(?:^|[^\\])(?:\\\\)*\\$/.test(source);
  const flags = flagNames.map((name) => `re.${name}`).join(' | ');
  const literal = isRaw && source.includes('\\') ? `r"${source}"` : quotePython(source);
  return `re.compile(${literal}${flags === '' ? '' : `, ${flags}`})`;
}
