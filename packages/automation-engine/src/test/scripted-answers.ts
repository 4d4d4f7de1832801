import type { ModelServer } from '@errand/test-kit/model-server';

export type ModelRequest = ModelServer['requests'][number];

/** The lines of the last page that a request contains. */
export function shownLines({ texts }: Pick<ModelRequest, 'texts'>): string[] {
  const page = texts.findLast((text) => text.startsWith('BEGIN PAGE')) ?? '';
  return page.split('\n').slice(1, -1);
}

/** Index of the element whose line, or a line right below it, matches; -1 if there is none. */
function indexOfLine(request: Pick<ModelRequest, 'texts'>, pattern: RegExp): number {
  const lines = shownLines(request);
  const at = lines.findIndex((line) => pattern.test(line));
  for (let line = at; line >= 0; line -= 1) {
    const index = /\[(\d+)\]</.exec(lines[line] ?? '')?.[1];
    if (index !== undefined) return Number(index);
  }
  return -1;
}

/** Answers an element question with the element whose line matches. */
export function pick(pattern: RegExp) {
  return (request: ModelRequest) => ({
    json: { index: indexOfLine(request, pattern), reason: `by ${String(pattern)}` },
  });
}

/** One tool call of an agent. A pattern stands for the index of its element. */
export function call(name: string, input: Readonly<Record<string, unknown>> = {}) {
  return (request: ModelRequest) => {
    const found = Object.entries(input).map(([key, value]) => [
      key,
      value instanceof RegExp ? indexOfLine(request, value) : value,
    ]);
    return { toolCalls: [{ name, input: Object.fromEntries(found) as unknown }] };
  };
}
