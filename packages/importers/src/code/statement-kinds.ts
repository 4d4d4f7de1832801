import type { SyntaxNode } from '@lezer/common';
import { blocks } from './look-inside.ts';

/** Blocks of statements. */
export const statementBlocks = new Set([...blocks, 'MatchBody', 'SwitchBody']);
export const INNER = /(?:Statement|Clause)$/;
export const isExpression = ({ name }: SyntaxNode): boolean =>
  !statementBlocks.has(name) && !INNER.test(name);

/** Words around statements, and statements without an effect. */
export const idle = new Set([
  'PassStatement',
  'Decorator',
  'export',
  'default',
  'async',
  'EmptyStatement',
  'CaseLabel',
  'DefaultLabel',
]);
export const declarations = new Set([
  'ImportDeclaration',
  'ImportStatement',
  'InterfaceDeclaration',
  'TypeAliasDeclaration',
]);
export const wrappers = new Set(['ExportDeclaration', 'DecoratedStatement']);
export const functions = new Set([
  'FunctionDefinition',
  'FunctionDeclaration',
  'MethodDeclaration',
]);
export const classes = new Set(['ClassDefinition', 'ClassDeclaration']);
export const assignments = new Set(['AssignStatement', 'UpdateStatement', 'VariableDeclaration']);
