import { styleText } from 'node:util';
import { plainText } from './plain-text.ts';
import { formatTable, type Column } from './format-table.ts';
import type { Output, Terminal } from './terminal.ts';

type Style = 'red' | 'green' | 'yellow' | 'dim';

/** The only writer to standard output, which gets nothing but the command's result. */
export interface Printer {
  readonly isJson: boolean;
  /** The result: a JSON document, or human-readable text. */
  readonly result: (document: object, text: () => string) => void;
  /** One of many results: a line of JSON, or human-readable text. */
  readonly line: (document: object, text: () => string) => void;
  /** Content of a file: unchanged in a pipe, but plain on a terminal, which it must not control. */
  readonly content: (text: string) => string;
  /** A human-readable message, on standard error. */
  readonly note: (text: string) => void;
  /** Formats a table that fits the terminal. */
  readonly table: <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => string;
  /** Adds color if standard output is a terminal. The text must be plain. */
  readonly color: (style: Style, text: string) => string;
}

export function createPrinter({ stdout, stderr, env }: Terminal, isJson: boolean): Printer {
  const hasColor = isTerminal(stdout) && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return {
    isJson,
    result: (document, text) =>
      void stdout.write(`${isJson ? JSON.stringify(document, undefined, 2) : text()}\n`),
    line: (document, text) => void stdout.write(`${isJson ? JSON.stringify(document) : text()}\n`),
    content: (text) => (isTerminal(stdout) ? plainText(text) : text),
    note: (text) => void stderr.write(`${plainText(text)}\n`),
    // A pipe gets the text unchanged.
    table: (columns, rows) =>
      formatTable(columns, rows, isTerminal(stdout) ? stdout.columns : undefined),
    color: (style, text) => (hasColor ? styleText(style, text, { validateStream: false }) : text),
  };
}

export const isTerminal = (output: Output): boolean => output.isTTY === true;
