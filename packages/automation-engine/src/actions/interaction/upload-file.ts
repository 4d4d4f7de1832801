import { z } from 'zod';
import { exactlyOneOf } from '../../fields/exactly-one.ts';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
import { blankableText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const uploadFile = defineAction({
  group: 'interaction',
  kind: 'upload_file',
  summary:
    'Gives a file to a file field, or to the file chooser that a click on the element opens.',
  idempotent: true,
  place: 'page',
  params: z
    .strictObject({
      ...targetFields,
      file_path: blankableText().describe(
        'Name of a file that the run has downloaded, or its path relative to the downloads; placeholders are allowed. Not together with file_url.',
      ),
      file_url: blankableText().describe(
        'http(s) address the file is fetched from, outside of the browser and without its cookies, at most 50 MB in 120 seconds; placeholders are allowed. Not together with file_path.',
      ),
    })
    .superRefine(checkTarget)
    .superRefine(needTarget)
    .superRefine(exactlyOneOf(['file_path', 'file_url'])),
  run: async ({ actOn, fetchFile, findFile, text }, params) => {
    const { file_path: path, file_url: url } = params;
    // One of the two is there; the schema has seen to that.
    const file =
      path === undefined
        ? await fetchFile(text(url ?? '').trim())
        : await findFile(text(path).trim());
    return actOn(params, (element) => element.upload(file));
  },
});
