import { InvalidAutomationError, parseAutomation } from '@errand/automation-engine/automation';
import { parseTemplate } from '@errand/expressions';
import { asText, member } from './json.ts';
import type { NodeDocument } from './mapping.ts';
import { isSecretName } from './parameter-names.ts';

interface Names {
  /** Names of secrets; they may appear only in typed fields. */
  readonly secrets: ReadonlySet<string>;
  /** Whether a parameter or a variable has this name. */
  readonly isKnown: (name: string) => boolean;
}

/** Returns why the engine would refuse these nodes or read text in them as a placeholder. */
export function problemOfNodes(nodes: readonly NodeDocument[], names: Names): string | undefined {
  const stray = textsOf(nodes)
    .flatMap(strayPlaceholders)
    .find(({ name }) => !names.isKnown(name));
  if (stray) return `Its text has ${stray.source}, which would be read as a placeholder.`;
  if (nodes.some(comparesSecret))
    return 'It compares the value of a secret, which no step may read.';
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

/** Expecting a password in its field would make the password part of the automation. */
function comparesSecret(node: NodeDocument): boolean {
  const expected = [
    member(member(node, 'assertion_action'), 'expect'),
    member(member(node, 'misc_action'), 'wait_for'),
  ];
  return expected.some((fields) => {
    const isValue = member(fields, 'assertion') === 'to_have_value';
    const value = asText(member(fields, 'expected')) ?? '';
    return isValue && value !== '' && isSecretName(asText(member(fields, 'command')) ?? '');
  });
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
