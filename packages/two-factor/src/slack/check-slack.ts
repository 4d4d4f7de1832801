import { z } from 'zod';
import { askSlack, type SlackAccess, type SlackWorkspace } from './ask-slack.ts';

const identity = z.object({ ok: z.literal(true), url: z.string() });

/** Returns the URL of the token's workspace. Throws MessagesUnavailableError. */
export async function checkSlack(workspace: SlackWorkspace, access: SlackAccess): Promise<string> {
  return (await askSlack('auth.test', {}, { workspace, access, schema: identity })).url;
}
