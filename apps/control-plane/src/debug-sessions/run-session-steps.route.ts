import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

/** Runs one step, or all up to a node. A failed step is a result, not an error. */
export const runSessionSteps = defineRoute(
  'runSessionSteps',
  async (needs: CommandNeeds, request) => {
    const { body: given } = request;
    if (given.node && (given.node_path !== undefined || given.until !== undefined)) {
      const msg = 'runs on its own: leave node_path and until out, or leave node out';
      throw new InvalidRequestError([{ loc: ['body', 'node'], msg, type: 'node' }]);
    }
    const kind = given.until === undefined ? 'step' : 'run_until';
    const path = given.node_path === undefined ? 'until' : 'node_path';
    const command = { kind, body: given, member: given.node ? 'node' : path } as const;
    const body = await runCommand<ErrandSchemas['StepsAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
