import { evaluateExpression, parseExpression } from '@errand/expressions';
import { z } from 'zod';
import { exactlyOneOf } from '../../fields/exactly-one.ts';
import { optionalExpressionText } from '../../fields/expression-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { variableName } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

const scalar = z.union([z.number(), z.string(), z.boolean()], {
  error: 'Give a number, a string or a boolean.',
});

export const setVariable = defineAction({
  group: 'misc',
  kind: 'set_variable',
  summary: 'Sets a variable to a fixed value or to the result of an expression.',
  example: { name: 'page_number', value: 1 },
  effects: { repetition: 'harmless' },
  params: z
    .strictObject({
      name: variableName().describe('Variable to set; placeholders are allowed.'),
      value: optionalField(scalar).describe(
        'Fixed value; placeholders are allowed in a string, and the result is a string. Cannot be combined with expression.',
      ),
      expression: optionalExpressionText().describe(
        'Expression to evaluate, such as {counter[0]} + 1. Cannot be combined with value.',
      ),
      output_variable_name: optionalField(variableName()).describe(
        'Also writes the value to the output of the task, with this name as unique_identifier of the entry and as key in its json_data.',
      ),
    })
    .superRefine(exactlyOneOf(['value', 'expression'])),
  fields: { written: ['name'], expressions: { expression: 'task' } },
  run: async (context, params) => {
    const { expression, value: fixed = null, output_variable_name: outputName } = params;
    const given = typeof fixed === 'string' ? context.text(fixed) : fixed;
    const value =
      expression === undefined
        ? given
        : evaluateExpression(parseExpression(expression), context.bindings);
    context.output.setVariable(context.text(params.name), [value]);
    if (outputName !== undefined) {
      const name = context.text(outputName);
      context.output.addOutput({ unique_identifier: name, json_data: { [name]: value } });
    }
    return { outcome: 'done' };
  },
});
