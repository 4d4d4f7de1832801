import type { Errand } from '@errand/client';
import type { Connection } from '../connection/choose-connection.ts';
import type { Printer } from '../terminal/printer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ExitCode } from './exit-codes.ts';

interface OptionDefinition {
  readonly summary: string;
  /** Name of the value in the usage, such as `SECONDS`. Without it, the option takes no value. */
  readonly value?: string;
  readonly short?: string;
  /** Whether the option may be given several times. */
  readonly isList?: boolean;
}

export type Options = Readonly<Record<string, OptionDefinition>>;

/** What a command may use. */
export interface Call {
  readonly words: readonly string[];
  readonly has: (option: string) => boolean;
  /** The value of an option; the last one if it was given several times. */
  readonly value: (option: string) => string | undefined;
  readonly list: (option: string) => readonly string[];
  readonly terminal: Terminal;
  readonly print: Printer;
  /** Returns where requests go. Throws UsageError if no server is known. */
  readonly connection: () => Connection;
  /** Returns the client for that connection. */
  readonly errand: () => Errand;
}

export interface CommandDefinition {
  /** One or two words, such as `tasks ls`. */
  readonly name: string;
  /** One sentence for the usage. */
  readonly summary: string;
  /** `NAME` is required, `[NAME]` optional; `...` after the last word allows several. */
  readonly words?: readonly string[];
  readonly options?: Options;
  /** Returns nothing for success. Throws errors that run-cli.ts turns into exit codes. */
  readonly run: (call: Call) => Promise<ExitCode | void>;
}

/** Options of every command. */
export const COMMON_OPTIONS: Options = {
  json: { summary: 'print JSON: one document, or one line for each event or row' },
  profile: { value: 'NAME', summary: 'server and API key of this login' },
  help: { short: 'h', summary: 'show the usage' },
};

/** A command takes effect once src/commands.ts lists it. */
export const defineCommand = (definition: CommandDefinition): CommandDefinition => definition;
