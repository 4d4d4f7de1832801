import { z } from 'zod';
import { actionNodeSchema, type ActionNode } from './action-node.ts';
import { assertLocatorNodeSchema } from './assert-locator-node.ts';
import { forLoopNodeSchema } from './for-loop-node.ts';
import { ifElseNodeSchema } from './if-else-node.ts';
import { privateNodeSchema } from './private-node.ts';
import { whileLoopNodeSchema } from './while-loop-node.ts';

export type { ActionNode };

type NodeOf<Schema extends (child: z.ZodType<Node>) => z.ZodType> = z.output<ReturnType<Schema>>;

export interface ForLoopNode extends NodeOf<typeof forLoopNodeSchema<z.ZodType<Node>>> {}
export interface WhileLoopNode extends NodeOf<typeof whileLoopNodeSchema<z.ZodType<Node>>> {}
export interface IfElseNode extends NodeOf<typeof ifElseNodeSchema<z.ZodType<Node>>> {}
export type AssertLocatorNode = z.output<typeof assertLocatorNodeSchema>;
export type PrivateNode = z.output<typeof privateNodeSchema>;
export type Node =
  | ActionNode
  | ForLoopNode
  | WhileLoopNode
  | IfElseNode
  | AssertLocatorNode
  | PrivateNode;

const childSchema: z.ZodType<Node> = z.lazy(() => nodeSchema);

/** The schema of each node kind, by its `type`. */
export const nodeSchemas = {
  action_node: actionNodeSchema,
  for_loop_node: forLoopNodeSchema(childSchema),
  if_else_node: ifElseNodeSchema(childSchema),
  assert_locator_node: assertLocatorNodeSchema,
  private_node: privateNodeSchema,
  while_loop_node: whileLoopNodeSchema(childSchema),
};

/** A step of an automation. Without `type`, its kind is inferred from its other fields. */
export const nodeSchema: z.ZodType<Node> = z.preprocess(
  addType,
  z.discriminatedUnion('type', [
    nodeSchemas.action_node,
    nodeSchemas.for_loop_node,
    nodeSchemas.if_else_node,
    nodeSchemas.assert_locator_node,
    nodeSchemas.private_node,
    nodeSchemas.while_loop_node,
  ]),
);

function addType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('type' in value) return value;
  return { ...value, type: recogniseType(value) };
}

/** The kind of a node without `type`, by its other fields. */
export function recogniseType(node: object): keyof typeof nodeSchemas {
  if ('expectation' in node || ('condition' in node && 'nodes' in node)) return 'while_loop_node';
  if ('condition' in node) return 'if_else_node';
  if ('variable_name' in node) return 'for_loop_node';
  if ('locator' in node && 'assertion' in node) return 'assert_locator_node';
  if ('locator' in node && 'nodes' in node) return 'for_loop_node';
  return 'action_node';
}
