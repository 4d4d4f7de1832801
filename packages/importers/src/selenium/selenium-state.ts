import type { Mapping, NodeDocument } from '../draft/mapping.ts';
import { isSecretName } from '../draft/parameter-names.ts';
import type { RecordingDraft } from '../draft/recording-draft.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import type { MutablePlace, Place } from './selenium-place.ts';
import type { StoredValues } from './stored-values.ts';

/** An open `if`, `while` or `times`. */
export interface OpenBlock {
  readonly kind: 'do' | 'if' | 'ignored' | 'loop';
  readonly node?: NodeDocument;
  /** What each iteration ends with, such as counting. */
  readonly last?: readonly NodeDocument[];
  /** Branches around this one that end with it. */
  readonly nested?: number;
  /** Where its commands begin to act. */
  readonly start?: Place;
  /** Where its earlier branches end. */
  readonly ends?: readonly Place[];
  readonly hasElse?: boolean;
  /** The name of its loop's index. */
  readonly index?: string;
  /** Whether it iterates over a list, whose items variables hold. */
  readonly hasItems?: boolean;
}

export interface SeleniumState extends MutablePlace {
  readonly draft: RecordingDraft;
  readonly baseUrl: string;
  /** Placeholders by the names of variables. */
  readonly variables: Map<string, string>;
  /** Names of variables with values that must not be kept. */
  readonly secretVariables: ReadonlySet<string>;
  readonly stored: StoredValues;
  /** Names of variables that nothing has stored yet, by their placeholders. */
  readonly unknown: Map<string, string>;
  readonly blocks: OpenBlock[];
  pendingDialog: object | undefined;
  /** Whether a page is open, or the lack of one has already been reported. */
  hasPage: boolean;
  /** Where the mouse button went down. */
  pressed: { readonly command: string; readonly at: string } | undefined;
}

type Given = Pick<SeleniumState, 'baseUrl' | 'draft' | 'secretVariables' | 'stored'>;

export function createSeleniumState(given: Given): SeleniumState {
  return {
    ...given,
    variables: new Map(),
    unknown: new Map(),
    frames: [],
    tabs: ['root'],
    selectedTab: 0,
    currentTab: 0,
    blocks: [],
    pendingDialog: undefined,
    hasPage: false,
    pressed: undefined,
  };
}

/** Finds references as Selenium IDE does: a name may contain any character. */
const REFERENCE = /\$\{(.*?)\}/g;

/** Returns the names of the variables in a text. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(REFERENCE)].map(([, name = '']) => name).filter((name) => !isLiteral(name));

/** Whether a reference names no variable: the IDE has no variables with these names. */
const isLiteral = (name: string): boolean => /^(?:|nbsp|KEY_\w+)$/.test(name);

/** Replaces `${name}` with placeholders. A name that no command has stored becomes an input. */
export const bindVariables = (text: string, state: SeleniumState): string =>
  text.replaceAll(REFERENCE, (reference, name: string) => placeholderOf(name, state) ?? reference);

/** Returns the placeholder of a variable; undefined if it is not one. */
export function placeholderOf(name: string, state: SeleniumState): string | undefined {
  const { variables, draft, secretVariables, stored, unknown } = state;
  const known = variables.get(name);
  if (known !== undefined) return known;
  if (name === 'nbsp') return '\u00A0';
  if (isLiteral(name)) return undefined;
  const isSecret = secretVariables.has(name);
  const origin = `\${${name}}`;
  const placeholder = isSecret
    ? draft.names.secret(name, '', origin)
    : draft.names.input(name, '', origin);
  variables.set(name, placeholder);
  if (!isSecret || !stored.has(name)) unknown.set(placeholder, name);
  return placeholder;
}

/** Reports the variables of a step that the file gives no value. */
export function withUnknown(
  mapping: Mapping,
  { unknown }: SeleniumState,
  used = JSON.stringify(mapping.nodes),
): Mapping {
  const found = [...unknown].filter(([placeholder]) => used.includes(placeholder));
  if (found.length === 0 || mapping.outcome === 'skipped') return mapping;
  const parts = found.map(([placeholder, name]) => `\${${name}} (${placeholder})`);
  const why = `Nothing earlier gives ${parts.join(', ')} a value: each task supplies it.`;
  const reasons = mapping.why === undefined ? why : `${mapping.why} ${why}`;
  return { ...mapping, outcome: 'approximated', why: reasons };
}

/** Returns the variable of the automation for a name that a command stores into. */
export function storeInto(name: string, { variables, draft }: SeleniumState): string {
  const known = /^\{(\w+)\[0\]\}$/.exec(variables.get(name) ?? '')?.[1];
  if (known !== undefined && draft.names.variables.has(known)) {
    forgetItems(known, variables);
    return known;
  }
  const variable = draft.names.variable(name);
  variables.set(name, `{${variable}[0]}`);
  return variable;
}

/** Items of a list that is stored again are not those of the new list. */
function forgetItems(variable: string, variables: Map<string, string>): void {
  for (const [name, placeholder] of variables) {
    const isItem = placeholder.startsWith(`{${variable}[`) && placeholder !== `{${variable}[0]}`;
    if (isItem) variables.delete(name);
  }
}

const typing = new Set(['type', 'editContent', 'sendKeys', 'typeKeys']);

/** Returns the variables that are named like a secret, or typed into a field for a secret. */
export function findSecretVariables(commands: readonly SeleniumCommand[]): ReadonlySet<string> {
  const stored = commands.filter(({ name, value }) => name === 'store' && isSecretName(value));
  const typed = commands.filter((one) => typing.has(one.name) && isSecretCommand(one));
  const names = typed.flatMap(({ value }) => namesIn(value));
  return new Set([...stored.map(({ value }) => value.trim()), ...names]);
}

/** Returns whether the element of a command is a field for a secret. */
export function isSecretCommand({ target, targets }: SeleniumCommand): boolean {
  return [target, ...targets].some(isSecretName);
}
