import { readFileSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';
import { lineSchema } from './line-schema.ts';

/**
 * One line of a history: an observation of a client, a worker, the database or the fault injector.
 */
export type HistoryLine = z.infer<typeof lineSchema>;
export type LineType = HistoryLine['type'];
export type LineOf<Type extends LineType> = Extract<HistoryLine, { readonly type: Type }>;
export type TaskStatus = LineOf<'task'>['status'];

/** Lines by type; those of the database in the database's order. */
export interface History {
  readonly of: <Type extends LineType>(type: Type) => readonly LineOf<Type>[];
  /** Lines of the given types that triggers wrote, in the database's order. */
  readonly database: <Type extends LineType>(
    ...types: Type[]
  ) => readonly (LineOf<Type> & { readonly id: number })[];
}

export function createHistory(lines: readonly HistoryLine[]): History {
  const byType = Map.groupBy(lines, ({ type }) => type);
  const of = <Type extends LineType>(type: Type): LineOf<Type>[] =>
    (byType.get(type) ?? []) as LineOf<Type>[];
  return {
    of,
    database: (...types) =>
      types
        .flatMap((type) => of(type) as (LineOf<typeof type> & { readonly id: number })[])
        .toSorted((one, other) => one.id - other.id),
  };
}

/** Throws an error that names the invalid line. */
export function readHistory(file: string): readonly HistoryLine[] {
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.flatMap((text, index) =>
    text === '' ? [] : [parseLine(text, `line ${index + 1} of "${file}"`)],
  );
}

export function parseLine(text: string, place: string): HistoryLine {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`The history is invalid in ${place}: ${text}`, { cause: error });
  }
}

export function writeHistory(file: string, lines: readonly HistoryLine[]): void {
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export const FINAL: ReadonlySet<TaskStatus> = new Set(['success', 'failed', 'cancelled']);
export const HELD: ReadonlySet<TaskStatus> = new Set(['allocated', 'running']);
