import type { JsonValue } from '@errand/foundation';
import { z } from 'zod';
import {
  checkOutputNames,
  extractionFormat,
  FORMAT_DESCRIPTION,
  outputVariableNames,
} from '../../fields/format-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { namesOfNull, setVariables } from '../../capabilities/models/ask-format.ts';
import {
  ScriptEmptyError,
  ScriptResultError,
} from '../../capabilities/scripts/script-action-errors.ts';
import { callsOfScript } from '../calls-of-script.ts';
import { defineAction } from '../define-action.ts';

export const pythonScript = defineAction({
  group: 'extraction',
  kind: 'python_script',
  summary: 'Runs a Python script whose result is the extracted value, in a sandbox.',
  example: {
    script: 'async def code_fn(axtree, browser):\n    return {"rows": axtree.count("row ")}',
    extraction_format: { rows: 'int' },
  },
  place: 'page',
  params: z
    .strictObject({
      script: requiredText().describe(
        'Python that defines async def code_fn(axtree, browser) returning a dict or None; a parameter named ctx gets the context of the run. Placeholders become values.',
      ),
      extraction_format: optionalField(extractionFormat()).describe(
        `${FORMAT_DESCRIPTION} It names the fields; the values are stored as the script returns them, so the script has to convert them.`,
      ),
      output_variable_names: outputVariableNames(),
      timeout_seconds: optionalField(z.number().positive()).describe(
        'Longest run time, in seconds. Default, and at most: what the worker allows.',
      ),
    })
    .superRefine((params, context) => {
      const { output_variable_names: names, extraction_format: format } = params;
      checkOutputNames({ names, format, formatField: 'extraction_format' }, context);
    }),
  effects: {
    repetition: 'unsafe',
    mayDownload: () => true,
    longestWait: ({ timeout_seconds: seconds }) =>
      seconds === undefined ? undefined : { field: 'timeout_seconds', seconds },
    recordedCalls: ({ script }) => callsOfScript(script),
  },
  run: async (context, params) => {
    const { script: source, output_variable_names: names = [], timeout_seconds: timeout } = params;
    const gives = ['axtree', 'browser'] as const;
    const value = await context.scripts.runScript({ source, gives, timeoutSeconds: timeout });
    if (value === null) {
      context.output.warn('script returned None, so nothing is extracted');
      // Otherwise the value of an earlier script would remain, such as that of the previous row.
      for (const name of names) context.output.setVariable(name, []);
      return { outcome: 'done' };
    }
    const fields = readFields(value, names);
    const empty = context.output.extraction.allowNone ? [] : namesOfNull(fields, names);
    if (empty.length > 0) throw new ScriptEmptyError(empty);
    context.output.addOutput({ ...context.output.extraction.outputFields, json_data: fields });
    setVariables(context.output, fields, names);
    return { outcome: 'done' };
  },
});

function readFields(
  value: JsonValue,
  names: readonly string[],
): Readonly<Record<string, JsonValue>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const type = Array.isArray(value) ? 'list' : typeof value;
    throw new ScriptResultError(
      `code_fn returned a ${type}: an extraction returns a dict or None.`,
    );
  }
  // Lists were rejected above.
  const fields = value as Readonly<Record<string, JsonValue>>;
  const missing = names.filter((name) => !Object.hasOwn(fields, name));
  if (missing.length === 0) return fields;
  throw new ScriptResultError(
    `The dict that code_fn returned has no ${missing.join(', ')}, which output_variable_names asks for. It has: ${Object.keys(fields).join(', ') || 'nothing'}.`,
  );
}
