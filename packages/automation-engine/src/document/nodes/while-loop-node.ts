import { z } from 'zod';
import { exactlyOneOf } from '../../fields/exactly-one.ts';
import { checkExpectation, expectationFields } from '../../fields/expectation-fields.ts';
import { optionalExpressionText } from '../../fields/expression-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { resumableField } from '../../fields/resumable-field.ts';
import { indexName } from './for-loop-node.ts';

const MOST_ITERATIONS = 10_000;

/** Schema of a loop with a condition, over the given kinds of children. */
export function whileLoopNodeSchema<Child extends z.ZodType>(child: Child) {
  return z
    .strictObject({
      type: z.literal('while_loop_node').describe('Kind of the node. Optional.'),
      condition: optionalExpressionText().describe(
        'Expression over parameters and variables; the loop continues while it is true. Cannot be combined with expectation.',
      ),
      expectation: optionalField(
        z.strictObject(expectationFields({ timeoutSeconds: 5 })).superRefine(checkExpectation),
      ).describe(
        'The loop continues while the element or the page is as expected, and ends if it does not become so within the timeout. Cannot be combined with condition.',
      ),
      max_iterations: z
        .int()
        .min(1)
        .max(MOST_ITERATIONS)
        .describe(
          'Maximum number of iterations (1 to 10000). A loop that would continue after them fails (limit_exceeded).',
        ),
      index_variable_name: indexName(),
      is_checked_after: z
        .boolean()
        .default(false)
        .describe('Runs the nodes once before the condition is checked for the first time.'),
      nodes: z.array(child).describe('What to do in each iteration.'),
      resumable: resumableField(),
      on_error_in_loop: z
        .enum(['continue', 'break', 'raise'])
        .default('raise')
        .describe(
          'When an iteration fails: continue with the next, break out of the loop, or raise the error.',
        ),
    })
    .superRefine(exactlyOneOf(['condition', 'expectation']))
    .meta({ minProperties: 3 });
}
