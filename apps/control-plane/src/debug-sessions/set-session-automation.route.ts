import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { withoutReferences } from '../leases/without-references.ts';
import { checkAutomation } from '../recordings/read-automation.ts';
import type { DebugSessionStore } from './debug-session-store.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

interface Needs extends CommandNeeds {
  readonly debugSessions: Pick<DebugSessionStore, 'ask' | 'ignoredSecrets'>;
}

/** Replaces the session's automation with an editor's unsaved draft. */
export const setSessionAutomation = defineRoute(
  'setSessionAutomation',
  async (needs: Needs, request) => {
    const { automation } = checkAutomation(request.body.automation);
    const session = { accountId: request.accountId, sessionId: request.params.session_id };
    const ignored = await needs.debugSessions.ignoredSecrets(session, automation);
    const command = {
      kind: 'set_automation',
      body: { automation: withoutReferences({ ...automation }) },
      member: 'automation',
    } as const;
    const answer = await runCommand<{ readonly position: string | null }>(needs, request, command);
    const body: ErrandSchemas['AutomationSetAnswer'] = { ...answer, ignored_secrets: [...ignored] };
    return { status: 200, body };
  },
  HELD_OPEN,
);
