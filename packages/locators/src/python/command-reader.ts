import { parseTemplate, type Placeholder } from '@errand/expressions';
import type { SyntaxNode } from '@lezer/common';
import type { LocatorSyntaxError } from '../locator-errors.ts';
import type { Chain, Span } from './command-tree.ts';

/** Access to syntax nodes. Spans and errors refer to the source as the author wrote it. */
export interface CommandReader {
  readonly textOf: (node: Span) => string;
  readonly spanOf: (node: Span) => Span;
  readonly readChain: (node: SyntaxNode) => Chain;
  readonly errorAt: (node: Span, problem: string, options?: ErrorOptions) => LocatorSyntaxError;
}

/** Returns the placeholder in a set expression such as `{name[0]}`; undefined if it is not one. */
export function readPlaceholder(node: SyntaxNode, reader: CommandReader): Placeholder | undefined {
  const [segment, ...others] = parseTemplate(reader.textOf(node)).segments;
  return segment?.kind === 'placeholder' && others.length === 0 ? segment.placeholder : undefined;
}
