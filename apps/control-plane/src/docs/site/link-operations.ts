import type { Token, Tokens } from 'marked';

/** Links the operations that a text names in code to the API reference, in place. */
export function linkOperations(
  tokens: readonly Token[],
  find: (name: string) => string | undefined,
): void {
  for (const token of tokens) {
    if (token.type === 'codespan') linkCode(token as Tokens.Codespan, find);
    else if (token.type !== 'heading' && token.type !== 'link') {
      const { tokens: inner = [], items = [], rows = [] } = token as Tokens.Generic;
      linkOperations(inner, find);
      for (const part of [...items, ...rows.flat()]) {
        linkOperations((part as { readonly tokens: Token[] }).tokens, find);
      }
    }
  }
}

function linkCode(code: Tokens.Codespan, find: (name: string) => string | undefined): void {
  const href = /^(?:[A-Z]+ )?\/\S+$/.test(code.text) ? find(code.text) : undefined;
  if (href === undefined) return;
  const link = { type: 'link', href, title: null, text: code.text, tokens: [{ ...code }] };
  Object.assign(code, link);
}
