import { wrapText } from '../terminal/wrap-text.ts';
import { COMMON_OPTIONS, type CommandDefinition, type Options } from './define-command.ts';

/** Width without a terminal, and the minimum width of a summary next to a name. */
const PIPE_WIDTH = 120;
const NARROWEST = 30;
const INDENT = '  ';

interface Entry {
  readonly left: string;
  readonly right: string;
}

/** Returns the usage text of one command. */
export function usageOf(command: CommandDefinition, width = PIPE_WIDTH): string {
  const options = { ...command.options, ...COMMON_OPTIONS };
  return [
    `errand ${synopsisOf(command)}${command.options ? ' [options]' : ''}`,
    '',
    ...wrapText(command.summary, width),
    '',
    ...formatEntries(describeOptions(options), width),
  ].join('\n');
}

/** Returns the usage text of all commands. */
export function usageOfAll(commands: readonly CommandDefinition[], width = PIPE_WIDTH): string {
  const entries = commands.map((command) => ({
    left: synopsisOf(command),
    right: command.summary,
  }));
  const admin = {
    left: 'admin COMMAND',
    right: 'Commands of operators, in an installation: errand admin help.',
  };
  return [
    ...wrapText('errand runs browser automations as tasks of an Errand server.', width),
    '',
    ...formatEntries([...entries, admin], width),
    '',
    ...wrapText('Every command has these options; errand COMMAND --help shows the others.', width),
    ...formatEntries(describeOptions(COMMON_OPTIONS), width),
    '',
    ...wrapText(
      'Exit codes: 0 done, 1 the request failed, 2 wrong usage, 3 the result is bad (the task failed), 4 not found or not allowed, 5 --timeout has passed, 130 interrupted, 141 the reader closed the pipe, 143 terminated.',
      width,
    ),
  ].join('\n');
}

/** `run NAME [key=value...]` */
export function synopsisOf({ name, words = [] }: CommandDefinition): string {
  return [name, ...words].join(' ');
}

function describeOptions(options: Options): Entry[] {
  return Object.entries(options).map(([name, { value, short, isList, summary }]) => ({
    left: `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    right: isList === true ? `${summary}; may be given several times` : summary,
  }));
}

/** Two columns; in a narrow terminal, each summary below its name. */
function formatEntries(entries: readonly Entry[], width: number): string[] {
  const widest = Math.max(...entries.map(({ left }) => left.length));
  const beside = width - widest - 2 * INDENT.length;
  if (beside < NARROWEST) {
    const below = INDENT.repeat(3);
    return entries.flatMap(({ left, right }) => [
      `${INDENT}${left}`,
      ...wrapText(right, width - below.length).map((line) => `${below}${line}`),
    ]);
  }
  return entries.flatMap(({ left, right }) =>
    wrapText(right, beside).map(
      (line, index) => `${INDENT}${(index === 0 ? left : '').padEnd(widest)}${INDENT}${line}`,
    ),
  );
}
