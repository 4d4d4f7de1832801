import { z } from 'zod';
import { exactlyOneOf } from '../../fields/exactly-one.ts';
import { checkTarget, targetFields } from '../../fields/target-fields.ts';
import { blankableText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const uploadFile = defineAction({
  group: 'interaction',
  kind: 'upload_file',
  summary: 'Gives a file to a file field.',
  idempotent: true,
  params: z
    .strictObject({
      ...targetFields,
      file_path: blankableText().describe(
        'Path of the file on the worker; placeholders are allowed. Not together with file_url.',
      ),
      file_url: blankableText().describe(
        'http(s) address the file is fetched from; placeholders are allowed. Not together with file_path.',
      ),
    })
    .superRefine(checkTarget)
    .superRefine(exactlyOneOf(['file_path', 'file_url'])),
  run: notImplemented,
});
