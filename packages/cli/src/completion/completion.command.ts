import { UsageError } from '../errors/command-errors.ts';
import { type CommandDefinition, defineCommand } from '../command/define-command.ts';
import { describeWords, SHELLS } from './shell-scripts.ts';

/** The shell scripts complete these commands and their options. */
export function createCompletion(
  loadCommands: () => Promise<readonly CommandDefinition[]>,
): CommandDefinition {
  return defineCommand({
    name: 'completion',
    words: ['SHELL'],
    summary: 'Prints a script for bash, zsh or fish: source <(errand completion bash).',
    async run({ print, words: [shell = ''] }) {
      const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (!script) {
        throw new UsageError(`SHELL is "${shell}": specify ${Object.keys(SHELLS).join(', ')}.`);
      }
      const text = script(describeWords(await loadCommands()));
      print.result({ shell, script: text }, () => text);
    },
  });
}
