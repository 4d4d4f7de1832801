import { z } from 'zod';
import { defineAction } from '../define-action.ts';

export const state = defineAction({
  group: 'extraction',
  kind: 'state',
  summary:
    'Extracts the address and the title of the page, its local and session storage, and its cookies.',
  example: {},
  place: 'page',
  params: z.strictObject({}),
  fields: { idle: ['allow_none'] },
  run: async ({ output: { addOutput, extraction }, page: { readPageState } }) => {
    addOutput({ ...extraction.outputFields, json_data: await readPageState() });
    return { outcome: 'done' };
  },
});
