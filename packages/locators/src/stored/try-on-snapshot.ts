import { createBindings, UnresolvedPlaceholderError } from '@errand/expressions';
import type { BindingContext } from '../grammar/binding-context.ts';
import { readStepArguments, type StepArguments } from '../grammar/step-arguments.ts';
import { stepDefinitions } from '../grammar/steps.ts';
import { LocatorSyntaxError } from '../locator-errors.ts';
import { checkLocator } from '../parse-locator.ts';
import type { Chain, Step } from '../python/command-tree.ts';
import { parseCommand } from '../python/parse-command.ts';
import { roleMatcher } from './match-role.ts';
import { matchText } from './match-text.ts';
import { readSnapshot, type StoredElement } from './read-snapshot.ts';
import { DOUBTS, NotStoredError } from './stored-search.ts';

/** What a locator finds in a stored page. */
export type SnapshotTrial =
  | {
      readonly kind: 'found';
      /** The elements as they are stored. */
      readonly lines: readonly string[];
      /** Why the page itself may have more or fewer. Empty when the result is certain. */
      readonly doubts: readonly string[];
      /** Whether only the beginning of the page is stored. */
      readonly isCut: boolean;
    }
  /** Why the page itself is needed, as a sentence. */
  | { readonly kind: 'not-stored'; readonly why: string }
  | { readonly kind: 'invalid'; readonly why: string };

/** Roles whose elements are named by a label or description, not by their own text. */
const WITHOUT_TEXT =
  /^(?:textbox|searchbox|combobox|listbox|spinbutton|slider|checkbox|radio|switch|img|RootWebArea)$/;
const NO_HTML = 'The stored page has roles, names and texts, but no HTML:';
/** What is not stored, by the step that needs it. */
const NOT_STORED: Readonly<Record<string, string>> = {
  get_by_test_id: `${NO_HTML} test ids cannot be tried on it.`,
  get_by_placeholder: `${NO_HTML} placeholders cannot be told from other names.`,
  get_by_alt_text: `${NO_HTML} alternative texts cannot be told from other names.`,
  get_by_title: `${NO_HTML} titles cannot be told from other names.`,
  frame_locator: `${NO_HTML} frames cannot be searched.`,
  content_frame: `${NO_HTML} frames cannot be searched.`,
};

const noBindings = createBindings({ inputParameters: {}, generatedVariables: {} });

interface Search {
  readonly all: readonly StoredElement[];
  /** Where a chain begins. */
  readonly scope: readonly StoredElement[];
  readonly context: BindingContext;
  readonly doubts: Set<string>;
}

interface Asked {
  readonly name: string;
  readonly values: StepArguments;
}

/** Searches a stored page, as the worker stores it for a failed step. Throws nothing. */
export function tryOnSnapshot(snapshot: string, source: string): SnapshotTrial {
  const { elements, isCut } = readSnapshot(snapshot);
  if (elements.length === 0) return { kind: 'not-stored', why: 'No elements are stored.' };
  const all = withDescendants(elements);
  const search = {
    all,
    scope: all,
    context: { source, bindings: noBindings, depth: 0 },
    doubts: new Set<string>(),
  };
  try {
    checkLocator(source);
    const chain = parseCommand(source);
    const lines = findChain(chain, search).map(({ text }) => text);
    return { kind: 'found', lines, doubts: [...search.doubts], isCut };
  } catch (error) {
    if (error instanceof LocatorSyntaxError) return { kind: 'invalid', why: error.message };
    if (error instanceof NotStoredError) return { kind: 'not-stored', why: error.message };
    if (error instanceof UnresolvedPlaceholderError) {
      const names = error.placeholders.map((placeholder) => placeholder.source).join(', ');
      return { kind: 'not-stored', why: `Write a value instead of ${names}.` };
    }
    throw error;
  }
}

const withDescendants = (elements: readonly StoredElement[]): StoredElement[] =>
  elements.flatMap((element) => [element, ...withDescendants(element.children)]);

/** Elements that a chain selects, of those in scope, in the order of the page. */
function findChain({ head, steps }: Chain, search: Search): readonly StoredElement[] {
  if (head) throw new NotStoredError(`The value of ${head.source} is not known here.`);
  let found: readonly StoredElement[] | undefined;
  for (const step of steps) found = applyStep(step, found, search);
  return found ?? [];
}

function applyStep(
  step: Step,
  before: readonly StoredElement[] | undefined,
  search: Search,
): readonly StoredElement[] {
  const definition = stepDefinitions.get(step.name);
  const why = NOT_STORED[step.name];
  if (!definition || why !== undefined) throw new NotStoredError(why ?? NO_HTML);
  const values = readStepArguments(step, definition, search.context);
  const asked = { name: step.name, values };
  if (definition.kind === 'find') {
    const scope = before ? descendantsOf(before, search) : search.scope;
    return find(asked, { ...search, scope });
  }
  const elements = before ?? [];
  return definition.kind === 'pick' ? pick(asked, elements) : narrow(asked, elements, search);
}

/** In the order of the page, each once. */
function descendantsOf(
  elements: readonly StoredElement[],
  { all }: Pick<Search, 'all'>,
): readonly StoredElement[] {
  const inside = new Set(elements.flatMap(({ children }) => withDescendants(children)));
  return all.filter((element) => inside.has(element));
}

function find({ name, values }: Asked, search: Search): readonly StoredElement[] {
  const { scope, doubts } = search;
  if (name === 'get_by_role') return scope.filter(roleMatcher(values, doubts));
  if (name === 'locator') {
    const found = values.selectorOrChain('selector');
    if (found?.kind !== 'chain') {
      throw new NotStoredError(`${NO_HTML} CSS, XPath and other selectors cannot be tried on it.`);
    }
    return filter(values, findChain(found.chain, search), search);
  }
  const wanted = { wanted: values.text('text') ?? '', isExact: values.boolean('exact') ?? false };
  const isLabel = name === 'get_by_label';
  doubts.add(isLabel ? DOUBTS.label : DOUBTS.text);
  return scope.filter(
    (element) =>
      (isLabel ? isNamedByLabel(element) : hasOwnText(element)) &&
      matchText(element.name, wanted, doubts),
  );
}

const isNamedByLabel = ({ role }: StoredElement): boolean =>
  WITHOUT_TEXT.test(role) && role !== 'RootWebArea';
const hasOwnText = ({ role, children }: StoredElement): boolean =>
  children.length === 0 && !WITHOUT_TEXT.test(role);

function pick(
  { name, values }: Asked,
  elements: readonly StoredElement[],
): readonly StoredElement[] {
  const index = { first: 0, last: -1 }[name] ?? values.integer('index') ?? 0;
  const picked = elements.at(index);
  return picked ? [picked] : [];
}

function narrow(
  { name, values }: Asked,
  elements: readonly StoredElement[],
  search: Search,
): readonly StoredElement[] {
  if (name === 'visible') search.doubts.add(DOUBTS.visible);
  if (name !== 'and_' && name !== 'or_') {
    return name === 'filter' ? filter(values, elements, search) : elements;
  }
  const chain = values.chain('locator');
  const others = new Set(chain ? findChain(chain, { ...search, scope: search.all }) : []);
  if (name === 'and_') return elements.filter((element) => others.has(element));
  const either = new Set([...elements, ...others]);
  return search.all.filter((element) => either.has(element));
}

function filter(
  values: StepArguments,
  elements: readonly StoredElement[],
  search: Search,
): readonly StoredElement[] {
  const { doubts } = search;
  const hasText = (text: string | RegExp | undefined, isWanted: boolean) => {
    if (text === undefined) return () => true;
    doubts.add(DOUBTS.text);
    return (element: StoredElement) =>
      matchText(textOf(element), { wanted: text, isExact: false }, doubts) === isWanted;
  };
  const has = (chain: Chain | undefined, isWanted: boolean) => (element: StoredElement) => {
    if (!chain) return true;
    const scope = withDescendants(element.children);
    return findChain(chain, { ...search, scope }).length > 0 === isWanted;
  };
  const isVisible = values.boolean('visible');
  if (isVisible !== undefined) doubts.add(DOUBTS.visible);
  const tests = [
    hasText(values.text('has_text'), true),
    hasText(values.text('has_not_text'), false),
    has(values.chain('has'), true),
    has(values.chain('has_not'), false),
  ];
  if (isVisible === false) return [];
  return elements.filter((element) => tests.every((test) => test(element)));
}

const textOf = (element: StoredElement): string =>
  withDescendants([element])
    .filter(hasOwnText)
    .map(({ name }) => name)
    .join(' ');
