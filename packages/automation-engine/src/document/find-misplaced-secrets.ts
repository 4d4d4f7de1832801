import { actionKinds } from '../actions/action-registry.ts';
import { listNames } from '../fields/loop-variables.ts';
import type { AutomationIssue } from './automation-errors.ts';
import type { Automation } from './automation-schema.ts';
import { createLintSubject, type LintSubject, type ReadInScope } from './lint/lint-subject.ts';
import { readsOf, sourceOf, variableOf } from './lint/reads.ts';
import { findActionOfNode, nameField } from './nodes/action-of-node.ts';
import { findScripts } from './lint/text-fields-of-node.ts';

/** The only fields that may contain secrets, because their text goes only into the page. */
const typedFields = actionKinds.flatMap((action) => {
  const { kind, fields } = action;
  if (!fields?.typed) return [];
  const { name } = fields.typed;
  return [{ path: nameField(action, name), shown: `${kind}.${name}` }];
});
const whereAllowed = typedFields.map(({ shown }) => shown).join(' and ');

/**
 * Finds secrets in fields that are stored, shown or sent, and indices beyond the declared secrets.
 */
export function findMisplacedSecrets(automation: Automation): AutomationIssue[] {
  if (Object.keys(automation.parameters.secure_parameters).length === 0) return [];
  const subject = createLintSubject(automation);
  const url = { path: ['url'], name: 'url', text: automation.url, loops: [] };
  const scripts = subject.nodes.flatMap((place) =>
    findScripts(place).map((field) => ({ ...field, loops: place.loops })),
  );
  const others = [url, ...scripts].flatMap((field) =>
    readsOf(field).map((read) => ({ field, read })),
  );
  return [
    ...[...subject.reads, ...others].flatMap((place) => problemOf(place, subject) ?? []),
    ...loopsOverSecrets(subject),
  ];
}

function problemOf(
  { field, read }: ReadInScope,
  { automation, nodes, names }: LintSubject,
): AutomationIssue | undefined {
  const { secure_parameters: secrets } = automation.parameters;
  const variable = variableOf(read);
  if (!variable || !Object.hasOwn(secrets, variable.name)) return undefined;
  const source = sourceOf(read);
  if (names.isWritten(variable.name)) return undefined;
  if (!typedFields.some(({ path }) => path === field.name)) {
    const message = `${source} is a secret, and this field is stored, shown or sent. Secrets are allowed only in ${whereAllowed}, whose text goes into the page.`;
    return { path: [...field.path], message };
  }
  const problem = problemOfStep(field.path, nodes);
  if (problem !== undefined) {
    return { path: [...field.path], message: `${source} is a secret, and ${problem}` };
  }
  const count = secrets[variable.name]?.length ?? 0;
  const { index } = variable;
  // Without references, the task provides the secrets, so their number is not known yet.
  if (index === undefined || count === 0 || (index < 0 ? -index <= count : index < count)) {
    return undefined;
  }
  const message = `${source} has no value: the secret "${variable.name}" is declared with ${count} value${count === 1 ? '' : 's'}, counted from 0. Declare as many as the steps use, or [] if tasks supply them.`;
  return { path: [...field.path], message };
}

/** Why the step cannot type a secret although it types the field's text. */
function problemOfStep(
  path: ReadInScope['field']['path'],
  nodes: LintSubject['nodes'],
): string | undefined {
  // Nodes come after the loops and branches around them, whose paths are prefixes too.
  const place = nodes.findLast((node) => node.path.every((step, at) => step === path[at]));
  const found = place && findActionOfNode(place.node);
  return found?.action.fields?.typed?.whyNotSecret?.(found.params);
}

function loopsOverSecrets({ nodes, automation }: LintSubject): AutomationIssue[] {
  const { secure_parameters: secrets } = automation.parameters;
  return nodes.flatMap(({ node, path }) => {
    if (node.type !== 'for_loop_node' || node.variable_name === undefined) return [];
    const secret = listNames(node.variable_name).find((name) => Object.hasOwn(secrets, name));
    if (secret === undefined) return [];
    const message = `"${secret}" is a secret, but loops iterate only over input parameters and variables.`;
    return [{ path: [...path, 'variable_name'], message }];
  });
}
