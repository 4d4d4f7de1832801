import { parseTemplate } from '@errand/expressions';
import { findNearestName } from '@errand/foundation';
import { reservedNames } from '../../fields/text-fields.ts';
import type { Automation } from '../automation-schema.ts';
import { actionKinds } from '../../actions/action-registry.ts';
import { nameField } from '../nodes/action-of-node.ts';
import type { TextField } from './text-fields-of-node.ts';

/** A field that names a variable written by the step. */
export interface WrittenName {
  readonly name: string;
  readonly field: TextField;
  /** Whether the step stores one value, not a list of values. */
  readonly isSingle: boolean;
}

export interface KnownNames {
  /** Declared, reserved and written names, placeholders included; `isKnown` also resolves these. */
  readonly all: ReadonlySet<string>;
  readonly written: readonly WrittenName[];
  readonly isWritten: (name: string) => boolean;
  readonly isKnown: (name: string) => boolean;
}

const MOST_COMPARED = 500;

const writers = [
  /\.output_variable_names?$/,
  /^output_variable_names?$/,
  /\.output_[xy]_variable$/,
];
const writtenFields = new Set(
  actionKinds.flatMap((action) =>
    (action.fields?.written ?? []).map((field) => nameField(action, field)),
  ),
);

/** Collects the names of values that an automation declares or writes. */
export function collectNames(
  parameters: Automation['parameters'],
  fields: readonly TextField[],
): KnownNames {
  const written = fields
    .filter(({ name }) => writtenFields.has(name) || writers.some((pattern) => pattern.test(name)))
    .map((field) => ({ name: field.text, field, isSingle: writtenFields.has(field.name) }));
  const plain = new Set(written.map(({ name }) => name));
  const composed = [...plain].filter((name) => name.includes('{')).map(literalParts);
  const declared = [
    ...Object.keys(parameters.input_parameters),
    ...Object.keys(parameters.generated_parameters),
    ...Object.keys(parameters.secure_parameters),
  ];
  const answers = new Map<string, boolean>();
  const isWritten = (name: string) => {
    const answer = answers.get(name) ?? (plain.has(name) || composed.some(fits(name)));
    answers.set(name, answer);
    return answer;
  };
  const all = new Set([...declared, ...reservedNames, ...plain]);
  return { all, written, isWritten, isKnown: (name) => all.has(name) || isWritten(name) };
}

/**
 * Suggests the known name closest to a misspelt one. Compares only the first known names, which
 * bounds the work.
 */
export function findSimilar(name: string, known: ReadonlySet<string>): string | undefined {
  return findNearestName(name, [...known].slice(0, MOST_COMPARED));
}

/**
 * The strings around the placeholders of a name: `patient_{row}` writes `patient_0`, `patient_1`
 * and so on.
 */
function literalParts(name: string): readonly string[] {
  const parts = [''];
  for (const segment of parseTemplate(name).segments) {
    if (segment.kind === 'text') parts.push(`${parts.pop() ?? ''}${segment.text}`);
    else parts.push('');
  }
  return parts;
}

/** Whether the name contains the parts in order. Runs in linear time for any input. */
function fits(name: string): (parts: readonly string[]) => boolean {
  return (parts) => {
    const [first = '', ...rest] = parts;
    const last = rest.pop() ?? '';
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= name.length - last.length;
  };
}
