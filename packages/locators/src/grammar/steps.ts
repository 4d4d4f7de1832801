import type { Chain } from '../python/command-tree.ts';
import {
  attributeValue,
  enginePart,
  type Selector,
  type SelectorPart,
  textBody,
  type TextMatch,
} from '../selectors/selector-part.ts';
import type { StepArguments, StepSignature } from './step-arguments.ts';

/**
 * Builds the selector of a locator in an argument, relative to the elements it is matched against.
 */
export type BuildNested = (chain: Chain) => Selector;

/**
 * `find` searches inside the elements found before, `narrow` filters them and `pick` selects among
 * them. The frame kinds continue inside an iframe: `find-frame` searches for the iframe,
 * `enter-frame` uses the one found before.
 */
export type StepDefinition = StepSignature &
  (
    | { readonly kind: 'find' | 'narrow' | 'pick' | 'find-frame'; readonly build: Build }
    | { readonly kind: 'enter-frame' }
  ) & {
    /** Written without parentheses. */
    readonly isProperty?: boolean;
  };

type Build = (values: StepArguments, buildNested: BuildNested) => Selector;

const filterParameters = ['has_text', 'has_not_text', 'has', 'has_not'];
const roleStates = ['checked', 'disabled', 'expanded', 'pressed', 'selected'];

export const stepDefinitions: ReadonlyMap<string, StepDefinition> = new Map(
  Object.entries<StepDefinition>({
    get_by_role: {
      kind: 'find',
      positional: ['role'],
      named: [...roleStates, 'description', 'exact', 'include_hidden', 'level', 'name'].toSorted(),
      build: buildRole,
    },
    get_by_text: findByText((match) => enginePart('internal:text', textBody(match))),
    get_by_label: findByText((match) => enginePart('internal:label', textBody(match))),
    get_by_placeholder: findByAttribute('placeholder'),
    get_by_alt_text: findByAttribute('alt'),
    get_by_title: findByAttribute('title'),
    get_by_test_id: {
      kind: 'find',
      positional: ['test_id'],
      named: [],
      build: (values) => {
        const text = values.text('test_id') ?? '';
        const value = attributeValue({ text, isExact: true });
        return [enginePart('internal:testid', `[data-testid=${value}]`)];
      },
    },
    locator: {
      kind: 'find',
      positional: ['selector'],
      named: filterParameters,
      build: (values, buildNested) => [
        ...buildSelectorOrChain(values, buildNested),
        ...buildFilters(values, buildNested),
      ],
    },
    frame_locator: {
      kind: 'find-frame',
      positional: ['selector'],
      named: [],
      build: buildSelectorOrChain,
    },
    content_frame: { kind: 'enter-frame', positional: [], named: [], isProperty: true },
    filter: {
      kind: 'narrow',
      positional: [],
      named: [...filterParameters, 'visible'],
      build: buildFilters,
    },
    and_: combine('internal:and'),
    or_: combine('internal:or'),
    nth: {
      kind: 'pick',
      positional: ['index'],
      named: [],
      build: (values) => [enginePart('nth', String(values.integer('index') ?? 0))],
    },
    first: property('pick', enginePart('nth', '0')),
    last: property('pick', enginePart('nth', '-1')),
    visible: property('narrow', enginePart('visible', 'true')),
  }),
);

function property(kind: 'pick' | 'narrow', part: SelectorPart): StepDefinition {
  return { kind, positional: [], named: [], isProperty: true, build: () => [part] };
}

function findByText(build: (match: TextMatch) => SelectorPart): StepDefinition {
  return {
    kind: 'find',
    positional: ['text'],
    named: ['exact'],
    build: (values) => [
      build({ text: values.text('text') ?? '', isExact: values.boolean('exact') }),
    ],
  };
}

function findByAttribute(attribute: string): StepDefinition {
  return findByText((match) =>
    enginePart('internal:attr', `[${attribute}=${attributeValue(match)}]`),
  );
}

function combine(name: 'internal:and' | 'internal:or'): StepDefinition {
  return {
    kind: 'narrow',
    positional: ['locator'],
    named: [],
    build: (values, buildNested) => {
      const chain = values.chain('locator');
      return chain ? [{ kind: 'nested', name, parts: buildNested(chain) }] : [];
    },
  };
}

function buildRole(values: StepArguments): Selector {
  const isExact = values.boolean('exact');
  const states = roleStates.map((state) => roleAttribute(state, values.boolean(state)));
  const name = values.text('name');
  const attributes = [
    ...states,
    roleAttribute('include-hidden', values.boolean('include_hidden')),
    roleAttribute('level', values.integer('level')),
    name === undefined ? '' : `[name=${attributeValue({ text: name, isExact })}]`,
  ];
  const filters: SelectorPart[] = [];
  const description = values.text('description');
  if (description !== undefined) {
    filters.push(enginePart('errand:description', textBody({ text: description, isExact })));
  }
  const role = enginePart('internal:role', `${values.word('role')}${attributes.join('')}`);
  return [role, ...filters];
}

function roleAttribute(name: string, value: boolean | number | undefined): string {
  return value === undefined ? '' : `[${name}=${value}]`;
}

function buildSelectorOrChain(values: StepArguments, buildNested: BuildNested): Selector {
  const found = values.selectorOrChain('selector');
  if (found?.kind !== 'chain') return found?.selector ?? [];
  return [{ kind: 'nested', name: 'internal:chain', parts: buildNested(found.chain) }];
}

function buildFilters(values: StepArguments, buildNested: BuildNested): Selector {
  const parts: SelectorPart[] = [];
  const hasText = values.text('has_text');
  if (hasText !== undefined) {
    parts.push(enginePart('internal:has-text', textBody({ text: hasText })));
  }
  const hasNotText = values.text('has_not_text');
  if (hasNotText !== undefined) {
    parts.push(enginePart('internal:has-not-text', textBody({ text: hasNotText })));
  }
  const has = values.chain('has');
  if (has) parts.push({ kind: 'nested', name: 'internal:has', parts: buildNested(has) });
  const hasNot = values.chain('has_not');
  if (hasNot) parts.push({ kind: 'nested', name: 'internal:has-not', parts: buildNested(hasNot) });
  const isVisible = values.boolean('visible');
  if (isVisible !== undefined) parts.push(enginePart('visible', String(isVisible)));
  return parts;
}
