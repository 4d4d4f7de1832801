import { PythonLiteralError } from '@errand/expressions';
import type { Argument, ArgumentValue, Chain, Span, Step } from '../python/command-tree.ts';
import { translatePythonPattern } from '../python/python-pattern.ts';
import { assertReadable } from '../selectors/assert-readable.ts';
import { buildSelector } from '../selectors/build-selector.ts';
import {
  hasValues,
  SelectorError,
  type SelectorText,
  toSelectorText,
} from '../selectors/place-values.ts';
import type { Selector } from '../selectors/selector-part.ts';
import { type BindingContext, bindValue, bindValues, errorAt } from './binding-context.ts';

export interface StepSignature {
  /** Positional parameters, in order. The first is required. */
  readonly positional: readonly string[];
  /** Keyword-only parameters. */
  readonly named: readonly string[];
}

/** The arguments of one step by parameter name, converted to the required type. */
export interface StepArguments {
  readonly boolean: (name: string) => boolean | undefined;
  readonly integer: (name: string) => number | undefined;
  /** A plain string of letters and hyphens. */
  readonly word: (name: string) => string | undefined;
  /** Plain text or a pattern. */
  readonly text: (name: string) => string | RegExp | undefined;
  readonly chain: (name: string) => Chain | undefined;
  readonly selectorOrChain: (name: string) => SelectorOrChain | undefined;
}

export type SelectorOrChain =
  | { readonly kind: 'selector'; readonly selector: Selector }
  | { readonly kind: 'chain'; readonly chain: Chain };

/**
 * Checks the argument names of a step and returns access to their values. Throws
 * `LocatorSyntaxError`.
 */
export function readStepArguments(
  step: Step,
  signature: StepSignature,
  context: BindingContext,
): StepArguments {
  const found = assignParameters(step, signature, context);
  const read = <Value>(name: string, convert: (argument: Argument) => Value) => {
    const argument = found.get(name);
    return argument && argument.value.kind !== 'none' ? convert(argument) : undefined;
  };
  const readAs = <Value>(
    name: string,
    wanted: string,
    convert: (argument: Argument) => Value | undefined,
  ) =>
    read(name, (argument) => {
      const value = convert(argument);
      if (value !== undefined) return value;
      throw errorAt(argument, `${step.name} takes ${wanted} here.`, context);
    });
  return {
    boolean: (name) =>
      readAs(name, `${name}=True or ${name}=False`, ({ value }) => toBoolean(value, context)),
    integer: (name) => readAs(name, 'a whole number', ({ value }) => toInteger(value, context)),
    word: (name) => readAs(name, 'a word in quotes', (argument) => toWord(argument, context)),
    text: (name) =>
      readAs(name, 'a string or re.compile("...")', (argument) => toText(argument, context)),
    chain: (name) => readAs(name, 'a locator', ({ value }) => toChain(value)),
    selectorOrChain: (name) =>
      readAs(name, 'a selector in quotes, or a locator', (argument) =>
        toSelectorOrChain(argument, context),
      ),
  };
}

function assignParameters(
  step: Step,
  signature: StepSignature,
  context: BindingContext,
): Map<string, Argument> {
  const found = new Map<string, Argument>();
  const known = [...signature.positional, ...signature.named];
  for (const [index, argument] of (step.arguments ?? []).entries()) {
    const name = argument.keyword ?? signature.positional[index];
    if (name === undefined) {
      throw errorAt(argument, `${step.name} takes ${describeSignature(signature)}.`, context);
    }
    if (!known.includes(name)) {
      const problem = `${step.name} has no ${name}=; it takes ${describeSignature(signature)}.`;
      throw errorAt(argument, problem, context);
    }
    if (found.has(name)) throw errorAt(argument, `The argument ${name} appears twice.`, context);
    found.set(name, argument);
  }
  const [required] = signature.positional;
  const requiredValue = required === undefined ? undefined : found.get(required)?.value;
  if (required !== undefined && (!requiredValue || requiredValue.kind === 'none')) {
    throw errorAt(step, `${step.name} needs the argument ${required}.`, context);
  }
  return found;
}

function describeSignature({ positional, named }: StepSignature): string {
  const parameters = [...positional, ...named.map((name) => `${name}=`)];
  return parameters.length === 0 ? 'no arguments' : parameters.join(', ');
}

function toBoolean(value: ArgumentValue, context: BindingContext): boolean | undefined {
  if (value.kind === 'boolean') return value.isTrue;
  if (value.kind !== 'placeholder') return undefined;
  if (!context.bindings) return true;
  const text = bindValue(value.placeholder, context).toLowerCase();
  return { true: true, false: false }[text];
}

function toInteger(value: ArgumentValue, context: BindingContext): number | undefined {
  if (value.kind === 'integer') return value.integer;
  if (value.kind !== 'placeholder') return undefined;
  if (!context.bindings) return 0;
  const text = bindValue(value.placeholder, context).trim();
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function toText(argument: Argument, context: BindingContext): string | RegExp | undefined {
  const { value } = argument;
  if (value.kind === 'placeholder') return bindValue(value.placeholder, context);
  if (value.kind === 'text') {
    return toSelectorText(value.template, bindValues(value.template, context))
      .pieces.map(({ text }) => text)
      .join('');
  }
  if (value.kind !== 'pattern') return undefined;
  const { pieces } = toSelectorText(value.template, bindValues(value.template, context));
  const segments = pieces.map(
    ({ kind, text }) => ({ kind: kind === 'value' ? 'value' : 'syntax', text }) as const,
  );
  return atPlace(argument, context, () => translatePythonPattern(segments, value.flagNames));
}

function toWord(argument: Argument, context: BindingContext): string | undefined {
  const text = toText(argument, context);
  return typeof text === 'string' && /^[A-Za-z-]+$/.test(text) ? text : undefined;
}

function toChain(value: ArgumentValue): Chain | undefined {
  return value.kind === 'chain' ? value.chain : undefined;
}

function toSelectorOrChain(
  argument: Argument,
  context: BindingContext,
): SelectorOrChain | undefined {
  const { value } = argument;
  if (value.kind === 'chain') return value;
  const text = toSelectorSource(value, context);
  if (!text) return undefined;
  const selector = atPlace(argument, context, () => {
    const built = buildSelector(text);
    assertReadable(built, { mayShow: value.kind === 'text' && !hasValues(text) });
    return built;
  });
  return { kind: 'selector', selector };
}

/** A bare placeholder is the whole selector; a quoted one is a value inside the selector. */
function toSelectorSource(value: ArgumentValue, context: BindingContext): SelectorText | undefined {
  if (value.kind === 'text') {
    return toSelectorText(value.template, bindValues(value.template, context));
  }
  if (value.kind !== 'placeholder') return undefined;
  return { pieces: [{ kind: 'literal', text: bindValue(value.placeholder, context) }] };
}

/** Adds the position in the expression to errors of a literal or a selector. */
function atPlace<Result>(place: Span, context: BindingContext, build: () => Result): Result {
  try {
    return build();
  } catch (error) {
    if (error instanceof PythonLiteralError) throw errorAt(place, error.message, context);
    if (error instanceof SelectorError) {
      throw errorAt(place, `This selector cannot be used: ${error.message}.`, context);
    }
    throw error;
  }
}
