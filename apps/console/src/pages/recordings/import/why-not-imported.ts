/** Why a file was not recognised: a mistake in its JSON, or a kind that cannot be imported. */
export function whyNotImported(text: string, name: string): string {
  const isJson = /\.json$/i.test(name) || /^\uFEFF?\s*[{[]/.test(text);
  if (!isJson) return 'This file type cannot be imported.';
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return `This file is not valid JSON: ${Error.isError(error) ? error.message : String(error)}`;
  }
  return 'This is JSON, but not from a tool whose files can be imported: Chrome DevTools Recorder, Selenium IDE or Automa.';
}
