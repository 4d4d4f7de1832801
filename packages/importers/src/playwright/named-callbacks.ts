import type { Chain, Code, Statement } from '../code/code.ts';

type FunctionStatement = Statement & { readonly kind: 'function' };

/** Calls of test runners that get functions. */
const RUNNERS = /^(?:after|before|describe|it|test)(?:All|Each)?$/;

/**
 * Gives calls such as `test('orders', run)` the function of the file that they name. Such a function
 * is then not a separate statement, apart from what it changes.
 */
export function withCallbacks(script: readonly Statement[]): readonly Statement[] {
  const used = new Set<string>();
  const statements = giveCallbacks(script, new Map(), used);
  return statements.map((one): Statement => {
    if (one.kind !== 'function' || !used.has(one.name)) return one;
    const { line, text, binds = [], mentions = [] } = one;
    return { kind: 'declaration', line, text, binds, mentions };
  });
}

function giveCallbacks(
  statements: readonly Statement[],
  outer: ReadonlyMap<string, FunctionStatement>,
  used: Set<string>,
): readonly Statement[] {
  const functions = outer.size > 0 ? outer : functionsOf(statements);
  if (functions.size === 0) return statements;
  return statements.map((statement) => {
    const chain = statement.kind === 'value' ? statement.value : undefined;
    if (chain?.kind !== 'chain' || !RUNNERS.test(chain.head)) return statement;
    const callback = chain.steps.at(-1)?.values?.at(-1);
    if (callback?.kind === 'function') {
      const body = giveCallbacks(callback.body, functions, used);
      const inside = statement.inside?.map((one) => (one === callback.body ? body : one)) ?? [];
      return { ...statement, inside, value: withCallback(chain, { ...callback, body }) };
    }
    const name = callback?.kind === 'chain' && callback.steps.length === 0 ? callback.head : '';
    const own = functions.get(name);
    if (!own) return statement;
    used.add(name);
    const { parameters, body } = own;
    return { ...statement, value: withCallback(chain, { kind: 'function', parameters, body }) };
  });
}

/** The functions of a file by name; a name that two functions share refers to neither. */
function functionsOf(statements: readonly Statement[]): ReadonlyMap<string, FunctionStatement> {
  const functions = statements.filter((one) => one.kind === 'function');
  const groups = Map.groupBy(functions, ({ name }) => name);
  const single = functions.filter(({ name }) => name !== '' && groups.get(name)?.length === 1);
  return new Map(single.map((one) => [one.name, one]));
}

function withCallback(chain: Chain, callback: Code): Chain {
  const steps = chain.steps.map((step, index) =>
    index === chain.steps.length - 1
      ? { ...step, values: [...(step.values ?? []).slice(0, -1), callback] }
      : step,
  );
  return { ...chain, steps };
}
