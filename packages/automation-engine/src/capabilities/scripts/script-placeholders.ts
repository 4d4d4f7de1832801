import { parseTemplate } from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import type { ScriptPlaceholder } from '@errand/script-sandbox';
import type { ScriptRun } from './script-run.ts';

type NamingRun = Pick<ScriptRun, 'bindings' | 'scope' | 'secretNames'>;

/**
 * The placeholders of a script: those whose name the automation defines. All other braces are
 * Python's.
 */
export function findScriptPlaceholders(run: NamingRun, source: string): ScriptPlaceholder[] {
  const found = new Map<string, ScriptPlaceholder>();
  for (const segment of parseTemplate(source).segments) {
    if (segment.kind !== 'placeholder') continue;
    const { placeholder } = segment;
    const value = run.bindings.resolve(placeholder) ?? undefined;
    const isKnown = placeholder.kind === 'variable' && isName(run, placeholder.name);
    if (value === undefined && !isKnown) continue;
    const { source: text } = placeholder;
    found.set(text, value === undefined ? { source: text } : { source: text, value });
  }
  return [...found.values()];
}

function isName({ scope, secretNames }: NamingRun, name: string): boolean {
  if (secretNames.has(name)) return false;
  const { inputParameters, generatedVariables } = scope;
  return Object.hasOwn(inputParameters, name) || Object.hasOwn(generatedVariables, name);
}

/** The current values of parameters or variables, including reserved names. */
export function plainValues(variables: Readonly<Record<string, JsonValue>>) {
  return Object.fromEntries(
    Object.getOwnPropertyNames(variables).map((name) => [name, variables[name] ?? null]),
  );
}
