import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

/** As the document says. */
const USUAL = { timeout_seconds: 60 };

/** Waits for the next click of a person. */
export const pickInSession = defineRoute(
  'pickInSession',
  async (needs: CommandNeeds, request) => {
    const command = { kind: 'pick', body: { ...USUAL, ...request.body } } as const;
    const body = await runCommand<ErrandSchemas['PickAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
