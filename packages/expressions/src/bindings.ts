import type { JsonValue } from '@errand/foundation';
import type { PathStep, Placeholder } from './placeholder.ts';

/** Resolves placeholders; undefined (or null) means that there is no value. */
export interface Bindings {
  readonly resolve: (placeholder: Placeholder) => JsonValue | undefined;
  /** Whether the variable is a secret, so that no message may quote it. Default: all are. */
  readonly isSecret?: (name: string) => boolean;
}

export type Variables = Readonly<Record<string, JsonValue>>;

/** One iteration of a running loop. */
export interface LoopBinding {
  /** The loop's `index_variable_name`: the `row` of `{row}` and `{name[row]}`. */
  readonly indexName: string;
  /** Number of the iteration, starting at 0. */
  readonly index: number;
  /** Snapshots of the lists at the start of the loop, by name; the first list is primary. */
  readonly lists?: ReadonlyMap<string, readonly JsonValue[]> | undefined;
  /** Locator loops: the expression of the current match, written `SOURCE.nth(3)`. */
  readonly locator?: string | undefined;
}

export interface Scope {
  readonly inputParameters: Variables;
  /** These shadow input and secure parameters of the same name. */
  readonly generatedVariables: Variables;
  /** Resolved secrets, which shadow input parameters of the same name. */
  readonly secureParameters?: Variables | undefined;
  /** The loops around the step, outermost first. */
  readonly loops?: readonly LoopBinding[] | undefined;
  /**
   * Whether a generated variable may contain a secret, or part of one, so that no message may quote
   * any. Default: never.
   */
  readonly hidesGenerated?: (() => boolean) | undefined;
}

/**
 * Creates bindings to the variables of a task. Values are read at use, so later assignments are
 * visible.
 */
export function createBindings(scope: Scope): Bindings {
  return {
    resolve: (placeholder) =>
      placeholder.kind === 'variable'
        ? resolveVariable(placeholder, scope)
        : resolveInLoops(placeholder, scope.loops ?? []),
    isSecret: (name) =>
      Object.hasOwn(scope.generatedVariables, name)
        ? (scope.hidesGenerated?.() ?? false)
        : Object.hasOwn(scope.secureParameters ?? {}, name),
  };
}

type LoopPlaceholder = Exclude<Placeholder, { kind: 'variable' }>;

function resolveInLoops(
  placeholder: LoopPlaceholder,
  loops: readonly LoopBinding[],
): JsonValue | undefined {
  if (placeholder.kind === 'index-of') {
    return loops.find((loop) => primaryName(loop) === placeholder.name)?.index;
  }
  // Two loops may share an index name: the bare index then belongs to the outer loop.
  const candidates = loops.filter(({ indexName }) => indexName === placeholder.indexName);
  if (placeholder.kind === 'loop-index') return candidates[0]?.index;
  return candidates.find(({ locator }) => locator !== undefined)?.locator;
}

function primaryName({ lists }: LoopBinding): string | undefined {
  return lists?.keys().next().value;
}

function resolveVariable(
  { name, path }: Extract<Placeholder, { kind: 'variable' }>,
  scope: Scope,
): JsonValue | undefined {
  const [first, ...rest] = path;
  const loop = first?.kind === 'loop-index' ? findLoop(scope, first.indexName, name) : undefined;
  if (!loop) return walk(lookUp(scope, name), path, scope);
  const list = loop.lists?.get(name) ?? lookUp(scope, name);
  return walk(list, [{ kind: 'index', index: loop.index }, ...rest], scope);
}

/** Returns the innermost loop over the named list, or the outermost one with that index name. */
function findLoop({ loops = [] }: Scope, wanted: string, name: string): LoopBinding | undefined {
  const candidates = loops.filter(({ indexName }) => indexName === wanted);
  return candidates.findLast(({ lists }) => lists?.has(name)) ?? candidates[0];
}

function lookUp(scope: Scope, name: string): JsonValue | undefined {
  const layers = [scope.generatedVariables, scope.secureParameters ?? {}, scope.inputParameters];
  return layers.find((variables) => Object.hasOwn(variables, name))?.[name];
}

function walk(
  start: JsonValue | undefined,
  path: readonly PathStep[],
  scope: Scope,
): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, step) => stepInto(value, step, scope), start);
}

function stepInto(
  value: JsonValue | undefined,
  step: PathStep,
  { loops = [] }: Scope,
): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (step.kind === 'key') {
    if (isList(value)) return undefined;
    return Object.hasOwn(value, step.key) ? value[step.key] : undefined;
  }
  const index =
    step.kind === 'index'
      ? step.index
      : loops.find(({ indexName }) => indexName === step.indexName)?.index;
  return isList(value) && index !== undefined ? value.at(index) : undefined;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
