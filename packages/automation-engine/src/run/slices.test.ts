import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ActionContext } from '../actions/action-context.ts';
import type { AgentRun } from '../capabilities/agents/agent-run.ts';
import type { CallRun } from '../capabilities/scripts/script-run.ts';
import type { ActionRun } from './action-run.ts';
import type { Interpreter } from './interpreter.ts';
import type { PicturedRun } from './pictured-run.ts';
import type { RunParts } from './run-parts.ts';
import type { RunState } from './run-state.ts';

/** The types that a run hands out. Inherited members count as well. */
type Checked = {
  readonly ActionContext: ActionContext;
  readonly ActionRun: ActionRun;
  readonly AgentRun: AgentRun;
  readonly CallRun: CallRun;
  readonly Interpreter: Interpreter;
  readonly PicturedRun: PicturedRun;
  readonly RunParts: RunParts;
  readonly RunState: RunState;
} & SlicesOf<ActionContext, 'ActionContext'> &
  SlicesOf<ActionRun, 'ActionRun'> &
  SlicesOf<RunParts, 'RunParts'>;

type SlicesOf<Whole, Name extends string> = {
  [Member in keyof Whole & string as `${Name}.${Member}`]: Whole[Member];
};

type FewEnough = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

/** The names of the types with more than 12 members. */
type TooLarge<Types> = {
  [Name in keyof Types]: Count<keyof Types[Name]> extends FewEnough ? never : Name;
}[keyof Types];

type Count<Names, Counted extends unknown[] = []> = [Names] extends [never]
  ? Counted['length']
  : Count<Exclude<Names, LastOf<Names>>, [...Counted, unknown]>;

/** One member of a union: inference takes the last overload of a function. */
type LastOf<Union> =
  Intersect<Union extends unknown ? () => Union : never> extends () => infer Last ? Last : never;

type Intersect<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  one: infer All,
) => void
  ? All
  : never;

interface Planted {
  readonly twelve: Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11, unknown>;
  readonly thirteen: Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12, unknown>;
}

test('no slice has more than 12 members, except the planted one', () => {
  // The compiler checks this: it refuses `found` if another type has a 13th member.
  const planted: TooLarge<Planted> = 'thirteen';
  const found = { [planted]: 13 } satisfies Record<TooLarge<Checked & Planted>, number>;
  expect(found).toEqual({ thirteen: 13 });
});

const source = join(import.meta.dirname, '..');

/** Whether the code names the state of a run except to create it or to pick parts of it. */
function takesWholeState(code: string): boolean {
  const rest = code
    .replaceAll(/^import [^;]*;|\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/\bPick<\s*RunState\b|\bPromise<RunState>|^export interface RunState\b/gm, '');
  return /\bRunState\b|\btypeof createRunState\b/.test(rest);
}

test('no function takes the state of a run as a whole', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|generated)\.ts$/.test(file),
  );
  expect(files).toContain('run/run-state.ts');
  expect(files.filter((file) => takesWholeState(readFileSync(join(source, file), 'utf8')))).toEqual(
    [],
  );
});

test.each([
  'function finish(run: RunState): void {}',
  "type Rest = Omit<RunState, 'signal'>;",
  'type Whole = Awaited<ReturnType<typeof createRunState>>;',
])('finds a function that could take the state of a run: %s', (code) => {
  expect(takesWholeState(code)).toBe(true);
});

test.each(["type Part = Pick<\n  RunState,\n  'signal'\n>;", '/** See RunState. */'])(
  'finds none in %j',
  (code) => {
    expect(takesWholeState(code)).toBe(false);
  },
);
