import { COMMON_OPTIONS, type CommandDefinition, type Options } from './define-command.ts';

/** The usage of one command. */
export function usageOf(command: CommandDefinition): string {
  const options = { ...command.options, ...COMMON_OPTIONS };
  return [
    `errand ${synopsisOf(command)}${command.options ? ' [options]' : ''}`,
    '',
    command.summary,
    '',
    ...describeOptions(options),
  ].join('\n');
}

/** All commands, a line each. */
export function usageOfAll(commands: readonly CommandDefinition[]): string {
  const width = Math.max(...commands.map((command) => synopsisOf(command).length));
  return [
    'errand runs browser automations as tasks of an Errand server.',
    '',
    ...commands.map((command) => `  ${synopsisOf(command).padEnd(width)}  ${command.summary}`),
    `  ${'admin COMMAND'.padEnd(width)}  Commands of operators, in an installation: errand admin help.`,
    '',
    'Every command has these options; errand COMMAND --help shows the others.',
    ...describeOptions(COMMON_OPTIONS),
    '',
    'Exit codes: 0 done, 1 the request failed, 2 wrong usage, 3 the result is bad (the task failed),',
    '4 not found or not allowed, 5 --timeout has passed, 130 interrupted.',
  ].join('\n');
}

function synopsisOf({ name, words = [] }: CommandDefinition): string {
  return [name, ...words].join(' ');
}

function describeOptions(options: Options): string[] {
  const rows = Object.entries(options).map(([name, { value, short, isList, summary }]) => ({
    left: `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    right: isList === true ? `${summary}; may be given several times` : summary,
  }));
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`);
}
