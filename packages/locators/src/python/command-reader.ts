import { parseTemplate, type Placeholder } from '@errand/expressions';
import type { SyntaxNode } from '@lezer/common';
import type { LocatorSyntaxError } from '../locator-errors.ts';
import type { Chain, Span } from './command-tree.ts';

/** Access to what syntax nodes say. Spans and errors are in terms of the source as the author wrote it. */
export interface CommandReader {
  readonly textOf: (node: Span) => string;
  readonly spanOf: (node: Span) => Span;
  readonly readChain: (node: SyntaxNode) => Chain;
  readonly errorAt: (node: Span, problem: string, options?: ErrorOptions) => LocatorSyntaxError;
}

/** The placeholder that a set expression such as `{name[0]}` is, if it is one. */
export function readPlaceholder(node: SyntaxNode, reader: CommandReader): Placeholder | undefined {
  const [segment, ...others] = parseTemplate(reader.textOf(node)).segments;
  return segment?.kind === 'placeholder' && others.length === 0 ? segment.placeholder : undefined;
}
