import type { Placeholder } from '../placeholder.ts';
import type { Template } from '../template.ts';
import type { Value } from './value.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
export type ComparisonOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not in'
  | 'is'
  | 'is not';

/** Each kind of node and its content. */
interface Shapes {
  constant: { readonly value: Value };
  /** A quoted literal. */
  text: { readonly template: Template };
  name: { readonly name: string };
  placeholder: { readonly placeholder: Placeholder };
  list: { readonly elements: readonly SyntaxNode[] };
  not: { readonly operand: SyntaxNode };
  sign: { readonly isNegative: boolean; readonly operand: SyntaxNode };
  arithmetic: Sides & { readonly operator: ArithmeticOperator };
  logical: Sides & { readonly operator: 'and' | 'or' };
  comparison: { readonly first: SyntaxNode; readonly links: readonly ComparisonLink[] };
  conditional: {
    readonly condition: SyntaxNode;
    readonly whenTrue: SyntaxNode;
    readonly whenFalse: SyntaxNode;
  };
  index: { readonly object: SyntaxNode; readonly index: SyntaxNode };
  slice: {
    readonly object: SyntaxNode;
    /** Start, stop and step; undefined if omitted. */
    readonly bounds: readonly [Bound, Bound, Bound];
  };
  member: { readonly object: SyntaxNode; readonly key: string };
  call: CallArguments & { readonly name: string };
  methodCall: CallArguments & { readonly object: SyntaxNode; readonly name: string };
}

export type Kind = keyof Shapes;

/** A node of one of the kinds, before its position is known. */
export type Shape<Kinds extends Kind = Kind> = {
  [Name in Kinds]: Shapes[Name] & { readonly kind: Name };
}[Kinds];

/** A node of a parsed expression. */
export type SyntaxNode<Kinds extends Kind = Kind> = {
  [Name in Kinds]: Shapes[Name] & {
    readonly kind: Name;
    /** Offset in the source that errors point to. */
    readonly position: number;
    /** Depth of the subtree, including this node. */
    readonly depth: number;
  };
}[Kinds];

interface Sides {
  readonly left: SyntaxNode;
  readonly right: SyntaxNode;
}

export interface ComparisonLink {
  readonly operator: ComparisonOperator;
  readonly operand: SyntaxNode;
}

type Bound = SyntaxNode | undefined;

export interface CallArguments {
  readonly positional: readonly SyntaxNode[];
  readonly named: ReadonlyMap<string, SyntaxNode>;
}

const children: { readonly [Name in Kind]: (node: Shape<Name>) => readonly SyntaxNode[] } = {
  constant: () => [],
  text: () => [],
  name: () => [],
  placeholder: () => [],
  list: ({ elements }) => elements,
  not: ({ operand }) => [operand],
  sign: ({ operand }) => [operand],
  arithmetic: ({ left, right }) => [left, right],
  logical: ({ left, right }) => [left, right],
  comparison: ({ first, links }) => [first, ...links.map(({ operand }) => operand)],
  conditional: ({ condition, whenTrue, whenFalse }) => [condition, whenTrue, whenFalse],
  index: ({ object, index }) => [object, index],
  slice: ({ object, bounds }) => [object, ...bounds.filter((bound) => bound !== undefined)],
  member: ({ object }) => [object],
  call: ({ positional, named }) => [...positional, ...named.values()],
  methodCall: ({ object, positional, named }) => [object, ...positional, ...named.values()],
};

/** Returns the direct children of a node. */
export function childrenOf<Name extends Kind>(node: Shape<Name>): readonly SyntaxNode[] {
  return children[node.kind](node);
}
