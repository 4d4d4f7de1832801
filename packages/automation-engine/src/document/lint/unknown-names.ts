import type { Placeholder } from '@errand/expressions';
import { listNames } from '../../fields/loop-variables.ts';
import { findSimilar } from './known-names.ts';
import type { LintRule } from './lint-rule.ts';
import type { LintSubject, ReadInScope } from './lint-subject.ts';
import { findScripts } from './text-fields-of-node.ts';

const READ_VARIABLE = /\b(?:ctx|context)\.variables\[(?:"(\w+)"|'(\w+)')\](?!\s*=(?!=))/g;

/** Placeholders and names in expressions that will have no value. */
export const unknownNames: LintRule = {
  name: 'unknown-name',
  *find(subject) {
    for (const place of subject.reads) {
      for (const message of problemsOf(place, subject)) yield { path: place.field.path, message };
    }
    for (const { path, text } of subject.nodes.flatMap(findScripts)) {
      for (const name of variablesOf(text)) {
        if (!subject.names.isKnown(name)) yield { path, message: unknown(name, subject.names.all) };
      }
    }
  },
};

function problemsOf({ field, read }: ReadInScope, { names }: LintSubject): string[] {
  const { loops } = field;
  if (read.kind === 'name') {
    const isIndex = loops.some((loop) => loop.index_variable_name === read.name);
    return isIndex || names.isKnown(read.name) ? [] : [unknown(read.name, names.all)];
  }
  const { placeholder } = read;
  if (placeholder.kind === 'variable') {
    const missing = names.isKnown(placeholder.name) ? [] : [unknown(placeholder.name, names.all)];
    return [...missing, ...unboundIndices(placeholder, loops)];
  }
  // The rule about lists reports the name itself.
  if (placeholder.kind === 'loop-index' && field.name === 'variable_name') {
    return [`Write the name without braces: "${placeholder.indexName}".`];
  }
  return [loopProblem(placeholder, loops, names)].filter((problem) => problem !== undefined);
}

/** The names that a script reads from its context. Its own names are not the automation's. */
function variablesOf(script: string): Set<string> {
  return new Set(
    [...script.matchAll(READ_VARIABLE)].map(([, double, single]) => double ?? single ?? ''),
  );
}

type Loops = ReadInScope['field']['loops'];

function loopProblem(
  placeholder: Exclude<Placeholder, { kind: 'variable' }>,
  loops: Loops,
  names: LintSubject['names'],
): string | undefined {
  const { source } = placeholder;
  if (placeholder.kind === 'index-of') {
    const isLooped = loops.some(({ variable_name: list }) => primary(list) === placeholder.name);
    return isLooped
      ? undefined
      : `${source} has no value here: no loop around this step iterates over "${placeholder.name}".`;
  }
  const inside = loops.filter((loop) => loop.index_variable_name === placeholder.indexName);
  if (placeholder.kind === 'loop-locator') {
    return inside.some(({ locator }) => locator !== undefined)
      ? undefined
      : `${source} has no value here: no loop over a locator around this step has the index "${placeholder.indexName}".`;
  }
  // A word in braces is literal text, unless it names a known value.
  if (inside.length > 0 || !names.isKnown(placeholder.indexName)) return undefined;
  return `${source} is not replaced: ${describeValue(placeholder.indexName, loops)}`;
}

/** How to refer to a value of a list, from where it is read. */
function describeValue(list: string, loops: Loops): string {
  const loop = loops.findLast(({ variable_name: names = '' }) => listNames(names).includes(list));
  return loop
    ? `write {${list}[${loop.index_variable_name}]} for the value of this iteration.`
    : `write {${list}[0]} for the first value.`;
}

function unboundIndices(
  { source, name, path }: Extract<Placeholder, { kind: 'variable' }>,
  loops: Loops,
): string[] {
  return path
    .filter((step) => step.kind === 'loop-index')
    .filter((step) => !loops.some((loop) => loop.index_variable_name === step.indexName))
    .map(
      ({ indexName }) =>
        `${source} has no value here: no loop around this step has the index "${indexName}". To fix it, ${describeValue(name, loops)}`,
    );
}

function primary(list: string | undefined): string | undefined {
  return list?.split(',')[0]?.trim();
}

function unknown(name: string, known: ReadonlySet<string>): string {
  const nearest = findSimilar(name, known);
  const wayOut =
    nearest === undefined
      ? 'Declare it, name it in the output_variable_name of a step, or correct it.'
      : `Did you mean "${nearest}"?`;
  return `Nothing declares or writes "${name}". ${wayOut}`;
}
