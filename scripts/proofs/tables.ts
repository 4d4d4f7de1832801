export interface ProofTable {
  readonly summary: string;
  /** Program and arguments, from the root of the repository. */
  readonly command: readonly [string, ...string[]];
}

/** Each program prints a markdown table and ends with status 1 if the table has gaps. */
export const PROOF_TABLES: Readonly<Record<string, ProofTable>> = {
  fields: {
    summary: 'which test proves which field of an automation',
    command: ['scripts/proofs/fields/main.ts'],
  },
  endpoints: {
    summary: 'which test proves which status of which operation',
    command: ['scripts/proofs/endpoints/main.ts'],
  },
  services: {
    summary: 'which test proves what with vaults, mailboxes, Slack, SMS, proxies, captchas',
    command: ['scripts/proofs/services/main.ts'],
  },
  models: {
    summary: 'which test proves what with which provider of language models',
    command: ['scripts/proofs/models/main.ts'],
  },
  egress: {
    summary: 'what refuses each way past the egress guard that is tried',
    command: ['packages/egress-guard/src/bypass-table/main.ts'],
  },
  scripts: {
    summary: 'what happens to each hostile script',
    command: ['packages/script-sandbox/src/script-table/main.ts'],
  },
  recovery: {
    summary: 'how many steps find their element on pages that changed since the recording',
    command: ['packages/automation-engine/src/recovery/main.ts'],
  },
  hints: {
    summary: 'how many errors name a locator that works on such a page',
    command: ['packages/automation-engine/src/recovery/main.ts', 'hints'],
  },
};

/** Usage text for a missing or unknown table name. */
export function describeTables(): string {
  const lines = Object.entries(PROOF_TABLES).map(
    ([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`,
  );
  return [
    'usage: pnpm proofs TABLE...',
    ...lines,
    'A comment above a test names what it proves: // proves field|operation|service|model: NAME; NAME',
  ].join('\n');
}
