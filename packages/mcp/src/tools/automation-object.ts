import type { ErrandSchemas } from '@errand/client';
import { z } from 'zod';

export const automationObject = z
  .record(z.string(), z.unknown())
  .describe('The automation, as errand://automation-schema describes it.')
  // The server checks the automation and names every mistake.
  .transform((value) => value as unknown as ErrandSchemas['Automation']);
