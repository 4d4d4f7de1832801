/**
 * Writes characters that control a terminal as JSON escapes, because the names and texts that
 * operators read come from accounts, workers and pages. Keeps line breaks. JSON keeps its meaning.
 */
export function visibleText(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, '0')}`;
  });
}
