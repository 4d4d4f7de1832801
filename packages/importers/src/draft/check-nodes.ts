import { InvalidAutomationError, parseAutomation } from '@errand/automation-engine/automation';
import { parseTemplate } from '@errand/expressions';
import type { NodeDocument } from './mapping.ts';

interface Names {
  /** Names of secrets; they may stand in typed fields only. */
  readonly secrets: ReadonlySet<string>;
  /** Whether a parameter or a variable has this name. */
  readonly isKnown: (name: string) => boolean;
}

/** Why the engine would refuse these nodes, or read a text in them as a placeholder. */
export function problemOfNodes(nodes: readonly NodeDocument[], names: Names): string | undefined {
  const stray = textsOf(nodes)
    .flatMap(strayPlaceholders)
    .find(({ name }) => !names.isKnown(name));
  if (stray) return `Its text has ${stray.source}, which would be read as a placeholder.`;
  const secrets = [...names.secrets].map((name): [string, never[]] => [name, []]);
  const automation = {
    url: 'about:blank',
    parameters: {
      input_parameters: {},
      generated_parameters: {},
      secure_parameters: Object.fromEntries(secrets),
    },
    nodes,
  };
  try {
    parseAutomation(automation);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidAutomationError)) throw error;
    const [issue] = error.issues;
    return issue ? `Errand would refuse it: ${issue.message}` : 'Errand would refuse it.';
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

function strayPlaceholders(text: string): { name: string; source: string }[] {
  return parseTemplate(text).segments.flatMap((segment) =>
    segment.kind === 'placeholder' && segment.placeholder.kind === 'variable'
      ? [{ name: segment.placeholder.name, source: segment.placeholder.source }]
      : [],
  );
}
