import type { z } from 'zod';
import { actionKinds } from '../actions/action-registry.ts';
import type { Action } from '../actions/define-action.ts';
import { actionGroupSchemas } from './nodes/action-groups.ts';
import { nodeSchema, nodeSchemas } from './nodes/node.ts';
import { automationSchema } from './automation-schema.ts';
import { parametersSchema, secureParameterSchema } from './parameters-schema.ts';

export interface SchemaPart {
  readonly schema: z.ZodType;
  /** One sentence for the API document. */
  readonly description: string;
}

const parts: Readonly<Record<string, SchemaPart>> = {
  Automation: {
    schema: automationSchema,
    description: 'What a task does: a start page, parameters, and steps in order.',
  },
  AutomationParameters: {
    schema: parametersSchema,
    description: 'Names of the values that an automation works with.',
  },
  AutomationSecret: {
    schema: secureParameterSchema,
    description: 'Where a secret comes from: exactly one of the fields.',
  },
  Node: {
    schema: nodeSchema,
    description:
      'A step. Without type, its other fields determine what it is: condition and nodes, or expectation (while_loop_node), condition (if_else_node), variable_name (for_loop_node), locator and assertion (assert_locator_node), locator and nodes (for_loop_node), else action_node.',
  },
  ActionNode: {
    schema: nodeSchemas.action_node,
    description: 'Does one thing: exactly one of the fields that end in _action.',
  },
  ForLoopNode: {
    schema: nodeSchemas.for_loop_node,
    description:
      'Repeats nodes for each value of a list, or for each element that a locator finds.',
  },
  WhileLoopNode: {
    schema: nodeSchemas.while_loop_node,
    description:
      'Repeats nodes while a condition is true, or an element or the page is as expected. Added by Errand.',
  },
  IfElseNode: {
    schema: nodeSchemas.if_else_node,
    description: 'Runs one of two lists of nodes.',
  },
  AssertLocatorNode: {
    schema: nodeSchemas.assert_locator_node,
    description: 'Stores in a variable whether an element is visible or hidden; never fails.',
  },
  PrivateNode: {
    schema: nodeSchemas.private_node,
    description: 'Runs a plug-in that is installed on the worker.',
  },
  InteractionAction: {
    schema: actionGroupSchemas.interaction_action,
    description: 'Acts on the page: exactly one sub-action.',
  },
  AssertionAction: {
    schema: actionGroupSchemas.assertion_action,
    description: 'Fails the task when something is not true: exactly one sub-action.',
  },
  ExtractionAction: {
    schema: actionGroupSchemas.extraction_action,
    description: 'Extracts something: exactly one sub-action.',
  },
  MiscAction: {
    schema: actionGroupSchemas.misc_action,
    description: 'Works with variables, or waits: exactly one sub-action.',
  },
};

/** Every schema that has its own name in the API document, keyed by that name. */
export const schemaParts: ReadonlyMap<string, SchemaPart> = new Map([
  ...Object.entries(parts),
  ...actionKinds.map((action) => actionPart(action)),
]);

function actionPart({ group, kind, params, summary }: Action): [name: string, part: SchemaPart] {
  const name = group === 'node' ? kind : `${group}_${kind}`;
  return [toPascalCase(name), { schema: params, description: summary }];
}

function toPascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
