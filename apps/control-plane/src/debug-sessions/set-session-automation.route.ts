import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { withoutReferences } from '../leases/without-references.ts';
import { checkAutomation } from '../recordings/read-automation.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

/** Replaces the session's automation with an editor's unsaved draft. */
export const setSessionAutomation = defineRoute(
  'setSessionAutomation',
  async (needs: CommandNeeds, request) => {
    const { automation } = checkAutomation(request.body.automation);
    const command = {
      kind: 'set_automation',
      body: { automation: withoutReferences({ ...automation }) },
      member: 'automation',
    } as const;
    const body = await runCommand<ErrandSchemas['AutomationSetAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
