import { z } from 'zod';

/** Agents write a single value as text more often than as a list. */
export const inputValue = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat());

export const inputValues = z
  .record(z.string(), inputValue)
  .default({})
  .describe(
    'A value, or a list of values, for every input of the recording; list_recordings names them.',
  );

export const uniqueNames = z
  .array(z.string())
  .optional()
  .describe(
    'Inputs that identify the login. Tasks with the same values of them wait for each other.',
  );
