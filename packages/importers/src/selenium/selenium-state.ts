import type { NodeDocument } from '../draft/mapping.ts';
import { isSecretName } from '../draft/parameter-names.ts';
import type { RecordingDraft } from '../draft/recording-draft.ts';

/** One command of a test, as in the file. */
export interface SeleniumCommand {
  readonly name: string;
  readonly target: string;
  readonly value: string;
  /** The other locators of the command's element. */
  readonly targets: readonly string[];
  readonly opensWindow: boolean;
  readonly windowName: string;
}

/** An open `if`, `while` or `times`. */
export interface OpenBlock {
  readonly kind: 'do' | 'if' | 'ignored' | 'loop';
  readonly node?: NodeDocument;
  /** What each iteration ends with, such as counting. */
  readonly last?: readonly NodeDocument[];
  /** Branches around this one that end with it. */
  readonly nested?: number;
}

export interface SeleniumState {
  readonly draft: RecordingDraft;
  readonly baseUrl: string;
  /** Placeholders by the names of variables. */
  readonly variables: Map<string, string>;
  /** Names of variables with values that must not be kept. */
  readonly secretVariables: ReadonlySet<string>;
  /** The locators of the frames that commands act in. */
  readonly frames: string[];
  /** Names of the open tabs, in the order in which they opened. */
  readonly tabs: string[];
  /** Position of the tab that commands act in; infinite once that tab is closed. */
  selectedTab: number;
  /** Position of the tab that is current at this point in the run. */
  currentTab: number | undefined;
  readonly blocks: OpenBlock[];
  pendingDialog: object | undefined;
  /** Where the mouse button went down. */
  pressed: { readonly command: string; readonly at: string } | undefined;
}

type Given = Pick<SeleniumState, 'baseUrl' | 'draft' | 'secretVariables'>;

export function createSeleniumState(given: Given): SeleniumState {
  return {
    ...given,
    variables: new Map(),
    frames: [],
    tabs: ['root'],
    selectedTab: 0,
    currentTab: 0,
    blocks: [],
    pendingDialog: undefined,
    pressed: undefined,
  };
}

/** Replaces `${name}` with placeholders. A name that no command has stored becomes an input. */
export function bindVariables(
  text: string,
  { variables, draft, secretVariables }: SeleniumState,
): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const known = variables.get(name);
    if (known !== undefined) return known;
    const isSecret = secretVariables.has(name);
    const placeholder = isSecret ? draft.names.secret(name, '') : draft.names.input(name, '');
    variables.set(name, placeholder);
    return placeholder;
  });
}

/** Returns the variable of the automation for a name that a command stores into. */
export function storeInto(name: string, { variables, draft }: SeleniumState): string {
  const known = /^\{(\w+)\[0\]\}$/.exec(variables.get(name) ?? '')?.[1];
  if (known !== undefined && draft.names.variables.has(known)) return known;
  const variable = draft.names.variable(name);
  variables.set(name, `{${variable}[0]}`);
  return variable;
}

const typing = new Set(['type', 'editContent', 'sendKeys', 'typeKeys']);

/** Returns the variables that are named like a secret, or typed into a field for a secret. */
export function findSecretVariables(commands: readonly SeleniumCommand[]): ReadonlySet<string> {
  const stored = commands.filter(({ name, value }) => name === 'store' && isSecretName(value));
  const typed = commands.filter((one) => typing.has(one.name) && isSecretCommand(one));
  const names = typed.flatMap(({ value }) => [...value.matchAll(/\$\{(\w+)\}/g)]);
  return new Set([
    ...stored.map(({ value }) => value.trim()),
    ...names.map(([, name = '']) => name),
  ]);
}

/** Returns whether the element of a command is a field for a secret. */
export function isSecretCommand({ target, targets }: SeleniumCommand): boolean {
  return [target, ...targets].some(isSecretName);
}
