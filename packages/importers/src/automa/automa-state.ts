import { asList, asPlain, asText, member } from '../draft/json.ts';
import type { Mapping } from '../draft/mapping.ts';
import { isSecretName } from '../draft/parameter-names.ts';
import type { RecordingDraft } from '../draft/recording-draft.ts';

export interface AutomaLoop {
  /** Placeholder of the current item, without braces. */
  readonly item: string;
  readonly index: string;
  /** The lists with the values of the items, by their keys, if the block has its items. */
  readonly columns?: ReadonlyMap<string, string> | undefined;
  /** The frame of its elements. */
  readonly frame: string;
}

export interface AutomaState {
  readonly draft: RecordingDraft;
  /** The loops by their ids. */
  readonly loops: Map<string, AutomaLoop>;
  /** Index names of the loops around a block, outermost first. */
  readonly indexes: string[];
  /** Placeholders, without braces, of variables that hold the response of a call. */
  readonly responses: Map<string, string>;
  /** Variables that hold a list. */
  readonly lists: Set<string>;
  /** Why the block that is being mapped is only approximated. */
  readonly notes: Set<string>;
  /** Names of variables, and loops as `loopData@id`, with values that must not be kept. */
  readonly secretVariables: ReadonlySet<string>;
  /** Variables with the values that a run begins with. */
  readonly given: GivenValues;
  /** Names of variables that blocks have written. */
  readonly written: Set<string>;
  /** The frame in which blocks act. */
  frame: string;
  /** Locator of the last element that a block acted on, which has the focus. */
  focused: string;
}

export const createState = (
  draft: RecordingDraft,
  {
    secretVariables,
    given,
    notes,
  }: Pick<AutomaState, 'given' | 'secretVariables'> & { notes: readonly string[] },
): AutomaState => ({
  draft,
  loops: new Map(),
  indexes: [],
  responses: new Map(),
  lists: new Set(),
  notes: new Set(notes),
  secretVariables,
  given,
  written: new Set(),
  frame: '',
  focused: '',
});

/** Notes what Errand does not do when a block fails. */
export function noteErrors(data: unknown, { notes }: AutomaState): void {
  if (member(member(data, 'onError'), 'enable') !== true) return;
  notes.add('An error fails the task: it is neither retried nor ignored.');
}

/** Adds the reasons noted since the last block to the mapping of this one. */
export function withNotes({ notes }: AutomaState, mapping: Mapping): Mapping {
  const whys = [...(mapping.why === undefined ? [] : [mapping.why]), ...notes];
  const isExact = notes.size === 0;
  notes.clear();
  if (isExact || mapping.outcome === 'skipped') return mapping;
  return { ...mapping, outcome: 'approximated', why: whys.join(' ') };
}

const VARIABLE = /\{\{\s*(?<source>variables|loopData)[@.](?<name>[^.[}]+)[^}]*\}\}/g;

/** What a workflow gets before its first block. */
export interface GivenValues {
  /** The parameters of its trigger by name, with their defaults. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The names of variables that imported blocks write, now or later. */
  readonly written: ReadonlySet<string>;
  readonly globalData: ReadonlyMap<string, string>;
}

/** Finds the parameters of the trigger, and the variables that blocks may write. */
export function findGiven(
  blocks: readonly unknown[],
  globalData: GivenValues['globalData'],
): GivenValues {
  const parameters = blocks
    .flatMap((data) => asList(member(data, 'parameters')))
    .map((one): [string, string] => [
      asText(member(one, 'name')) ?? '',
      asPlain(member(one, 'defaultValue')),
    ]);
  const written = blocks.flatMap((data) => [
    asText(member(data, 'variableName')) ?? '',
    ...asList(member(data, 'dataList')).map((one) => asText(member(one, 'name')) ?? ''),
  ]);
  return {
    parameters: new Map(parameters.filter(([name]) => name !== '')),
    written: new Set(written.filter((name) => name !== '')),
    globalData,
  };
}

/** Returns the variables and, as `loopData@id`, the loops that are named like a secret, or typed into a field for a secret. */
export function findSecretVariables(blocks: readonly unknown[]): ReadonlySet<string> {
  const typed = blocks.flatMap((data) => {
    const isSecret = isSecretName(asText(member(data, 'selector')) ?? '');
    const texts = isSecret ? [member(data, 'value'), member(data, 'keysToPress')] : [];
    const references = texts.flatMap((text) => [...(asText(text) ?? '').matchAll(VARIABLE)]);
    return references.map(({ groups }) => {
      const name = groups?.['name']?.trim() ?? '';
      return groups?.['source'] === 'loopData' ? `loopData@${name}` : name;
    });
  });
  const inserted = blocks.flatMap((data) => [
    ...asList(member(data, 'dataList')),
    ...asList(member(data, 'parameters')),
  ]);
  const named = inserted.map((one) => asText(member(one, 'name')) ?? '').filter(isSecretName);
  return new Set([...typed, ...named]);
}
