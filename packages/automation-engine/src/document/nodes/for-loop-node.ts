import { z } from 'zod';
import { exactlyOneOf } from '../../fields/exactly-one.ts';
import { optionalLocatorText } from '../../fields/locator-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { listNames, loopVariables } from '../../fields/loop-variables.ts';
import { resumableField } from '../../fields/resumable-field.ts';

/** Schema of a loop over the given kinds of children. */
export function forLoopNodeSchema<Child extends z.ZodType>(child: Child) {
  return z
    .strictObject({
      type: z.literal('for_loop_node').describe('Kind of the node. Optional.'),
      variable_name: loopVariables().describe(
        'List to iterate over, or a path to one, such as answer.body.items. Several, separated by commas, are read in parallel; the first sets the number of iterations. Cannot be combined with locator.',
      ),
      locator: optionalLocatorText().describe(
        'Locator expression whose matches to iterate over. Cannot be combined with variable_name.',
      ),
      index_variable_name: indexName(),
      locator_timeout: z
        .number()
        .min(0)
        .default(5)
        .describe(
          'Longest wait for the first match, in seconds; 0 checks once. A page that does not respond gets at least 20 seconds.',
        ),
      max_iterations: optionalField(z.int().min(1)).describe(
        'Maximum number of iterations. Default: no limit.',
      ),
      nodes: z.array(child).describe('What to do in each iteration.'),
      reset_nodes: z.array(child).default([]).describe('What to do between two iterations.'),
      resumable: resumableField(),
      on_error_in_loop: z
        .enum(['continue', 'break', 'raise'])
        .default('raise')
        .describe(
          'When an iteration fails: continue with the next, break out of the loop, or raise the error.',
        ),
    })
    .superRefine(exactlyOneOf(['variable_name', 'locator']))
    .superRefine(checkIndexName)
    .meta({ minProperties: 2 });
}

/** The name of a loop's index. */
export function indexName() {
  return z
    .string()
    .regex(/^[A-Za-z_]\w*$/, {
      error: ({ input }) =>
        `${JSON.stringify(input)} is not a name: use letters, digits and _, not starting with a digit.`,
    })
    .default('index')
    .describe('Name of the index in the placeholders of the loop, as in {items[index]}.');
}

interface LoopNames {
  readonly variable_name?: string | undefined;
  readonly locator?: string | undefined;
  readonly index_variable_name: string;
}

function checkIndexName(loop: LoopNames, context: z.core.$RefinementCtx): void {
  const name = loop.index_variable_name;
  const variables = loop.variable_name === undefined ? [] : listNames(loop.variable_name);
  const taken = ['index_of', ...variables, ...(loop.locator === undefined ? [] : ['locator'])];
  if (!taken.includes(name)) return;
  context.addIssue({
    code: 'custom',
    path: ['index_variable_name'],
    message: `"${name}" already means something else in this loop: choose another name for its index.`,
  });
}
