import { z } from 'zod';
import { exactlyOneOf } from '../../fields/exactly-one.ts';
import type { ActionContext } from '../action-context.ts';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
import { blankableText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

const sources = {
  file_path: blankableText().describe(
    'Name of a file that the run has downloaded, or its path relative to the downloads; placeholders are allowed. Cannot be combined with file_url or input_file.',
  ),
  file_url: blankableText().describe(
    'http(s) address the file is fetched from, outside of the browser and without its cookies, at most 50 MB in 120 seconds; placeholders are allowed. Cannot be combined with file_path or input_file.',
  ),
  input_file: blankableText()
    .refine((name) => name === undefined || !name.includes('/'), {
      error: ({ input }) =>
        `"${String(input)}" is a path, but names of input files contain no slash. Give the name under which tasks submit the file.`,
    })
    .describe(
      'Name of a file that came with the task (`input_files` of its submission), with the same case; placeholders are allowed. The page sees this name, and the type that the browser knows for its extension. Cannot be combined with file_path or file_url. Added by Errand.',
    ),
};

const names = Object.keys(sources);

type Source = z.output<z.ZodObject<typeof sources>>;

export const uploadFile = defineAction({
  group: 'interaction',
  kind: 'upload_file',
  summary:
    'Gives a file, or several at once, to a file field, or to the file chooser that a click on the element opens.',
  example: {
    command: 'get_by_label("Invoice")',
    input_file: 'invoice.pdf',
  },
  place: 'page',
  params: z
    .strictObject({
      ...targetFields,
      ...sources,
      files: z
        .array(z.strictObject(sources).superRefine(exactlyOneOf(names)))
        .min(1)
        .max(50)
        .optional()
        .describe(
          'Several files for one field, in this order, each by file_path, file_url or input_file. Fails on a field that takes only one file. Cannot be combined with file_path, file_url or input_file. Added by Errand.',
        ),
    })
    .superRefine(checkTarget)
    .superRefine(needTarget)
    .superRefine(exactlyOneOf([...names, 'files'])),
  run: async (context, params) => {
    const files: string[] = [];
    for (const source of params.files ?? [params]) files.push(await openFile(context, source));
    return context.elements.actOn(params, (element) => element.upload(files));
  },
});

/** The schema guarantees that exactly one of the three fields is present. */
async function openFile(
  { text, files: { fetchFile, findFile, findInputFile } }: ActionContext,
  { file_path: path, file_url: url, input_file: name }: Source,
): Promise<string> {
  if (path !== undefined) return findFile(text(path).trim());
  if (name !== undefined) return findInputFile(text(name).trim());
  return fetchFile(text(url ?? '').trim());
}
