import { z } from 'zod';
import { defineIntegrationKind } from './define-integration-kind.ts';

export const slack = defineIntegrationKind({
  kind: 'slack',
  settings: z.strictObject({ workspace_domain: z.string(), token: z.string() }),
  secret: 'token',
  destination: [],
  subjectOf: ({ workspace_domain: domain }) => readWorkspaceDomain(domain),
  describe: (subject) => `the Slack workspace "${subject}"`,
});

/** `Acme.slack.com`, its URL and `acme` name the same workspace. */
export function readWorkspaceDomain(text: string): string {
  const name = text.trim().toLowerCase();
  return name.replace(/^https?:\/\//, '').replace(/(\.slack\.com)?\/?$/, '');
}
