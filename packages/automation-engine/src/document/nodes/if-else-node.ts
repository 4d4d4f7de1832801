import { z } from 'zod';
import { expressionText } from '../../fields/expression-fields.ts';
import { resumableField } from '../../fields/resumable-field.ts';

/** Schema of a branch over the given kinds of children. */
export function ifElseNodeSchema<Child extends z.ZodType>(child: Child) {
  return z.strictObject({
    type: z.literal('if_else_node').describe('Kind of the node. Optional.'),
    condition: expressionText().describe(
      'Expression over parameters and variables, such as not is_logged_in[0].',
    ),
    resumable: resumableField(),
    if_nodes: z.array(child).describe('What to do when the condition is true.'),
    else_nodes: z.array(child).default([]).describe('What to do when it is not.'),
  });
}
