/** Throws an error with the field's label and the parser's reason. */
export function parseJson(label: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${label} is not valid JSON: ${Error.isError(error) ? error.message : ''}`, {
      cause: error,
    });
  }
}
