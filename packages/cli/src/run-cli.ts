import { findNearestName } from '@errand/foundation';
import { COMMAND_NAMES, loadCommand, loadCommands } from './commands.ts';
import { chooseConnection } from './connection/choose-connection.ts';
import { UsageError } from './errors/command-errors.ts';
import type { Call, CommandDefinition } from './command/define-command.ts';
import { EXIT, type ExitCode } from './command/exit-codes.ts';
import { readArguments } from './command/read-arguments.ts';
import { usageOf, usageOfAll } from './command/usage-text.ts';
import { createPrinter, isTerminal } from './terminal/printer.ts';
import type { Terminal } from './terminal/terminal.ts';
import { VERSION } from './version.ts';

/** Retries of one request; few, because a person is waiting. */
const MAX_RETRIES = 2;

/** Runs one command to its end and returns the exit code. Writes errors to standard error. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    const [first = ''] = args;
    if (first === 'help' || first === '--help' || first === '-h') return await help(args, terminal);
    if (first === '--version') {
      terminal.stdout.write(`${VERSION}\n`);
      return EXIT.done;
    }
    return await runCommand(args, terminal);
  } catch (error) {
    const { reportError } = await import('./command/report-error.ts');
    return reportError(error, terminal, args.includes('--json'));
  }
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { command, rest } = await findCommand(args);
  const given = readArguments(command, rest);
  if (given.has('help')) {
    terminal.stdout.write(`${usageOf(command, widthOf(terminal))}\n`);
    return EXIT.done;
  }
  const { createErrand } = await import('@errand/client');
  let connection: ReturnType<Call['connection']> | undefined;
  const connect = () => (connection ??= chooseConnection(terminal.env, given.value('profile')));
  const call: Call = {
    ...given,
    terminal,
    print: createPrinter(terminal, given.has('json')),
    connection: connect,
    errand() {
      const { url: baseUrl, apiKey } = connect();
      return createErrand({ baseUrl, apiKey, maxRetries: MAX_RETRIES });
    },
  };
  return (await command.run(call)) ?? EXIT.done;
}

async function help(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [, ...words] = args;
  const width = widthOf(terminal);
  const usage =
    words.length === 0
      ? usageOfAll(await loadCommands(), width)
      : usageOf((await findCommand(words)).command, width);
  terminal.stdout.write(`${usage}\n`);
  return EXIT.done;
}

const widthOf = ({ stdout }: Terminal): number | undefined =>
  isTerminal(stdout) ? stdout.columns : undefined;

/** Returns the command that the first one or two words name. Throws UsageError. */
async function findCommand(args: readonly string[]): Promise<{
  readonly command: CommandDefinition;
  readonly rest: readonly string[];
}> {
  for (const count of [2, 1]) {
    const name = args.slice(0, count).join(' ');
    const command = await loadCommand(name);
    if (command) return { command, rest: args.slice(count) };
  }
  const [group = ''] = args;
  if (group === '') throw new UsageError('A command is missing. "errand --help" lists them.');
  if (group === 'admin') {
    throw new UsageError(
      'The commands of operators are part of an installation: bin/errand admin.',
    );
  }
  const verbs = COMMAND_NAMES.filter((name) => name.startsWith(`${group} `));
  if (group.startsWith('-')) {
    throw new UsageError(
      `"${group}" is not a command: options follow the command, as in errand tasks ls --json.`,
    );
  }
  if (verbs.length === 0) {
    throw new UsageError(`There is no command "${group}". ${describeNearest(group)}`);
  }
  throw new UsageError(`Use one of: ${verbs.map((name) => `errand ${name}`).join(', ')}.`);
}

function describeNearest(word: string): string {
  const known = [...new Set(COMMAND_NAMES.flatMap((name) => name.split(' ')[0] ?? []))];
  const nearest = findNearestName(word, known);
  const list = '"errand --help" lists them.';
  return nearest === undefined ? list : `Did you mean "errand ${nearest}"? ${list}`;
}
