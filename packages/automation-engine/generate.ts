import { stringify } from 'yaml';
import { automationJsonSchemas } from './src/automation/json-schema.ts';

interface GeneratedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly content: string;
}

const header = `# Generated from packages/automation-engine by "pnpm generate". Do not edit.
# Not for validators that fill in defaults: they would mix up the kinds of nodes. parseAutomation checks.
`;

/** Writes down the schema of an automation for the API document. Reads and writes no file. */
export function generateAutomationSchema(): GeneratedFile {
  const schemas = automationJsonSchemas((name) => `#/${name}`);
  const content = stringify(schemas, { lineWidth: 0, aliasDuplicateObjects: false });
  return { path: 'openapi/schemas/automation.generated.yaml', content: `${header}${content}` };
}
