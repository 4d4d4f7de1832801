import { asList, asText, member, parseJson } from '../draft/json.ts';
import { createDraft } from '../draft/recording-draft.ts';
import { tooLong } from '../draft/source-limits.ts';
import type { Imported } from '../imported.ts';
import { addCommands } from './map-command.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import { createSeleniumState, findSecretVariables } from './selenium-state.ts';
import { findStoredValues } from './stored-values.ts';

/** Imports a Selenium IDE project (`.side`); every test becomes a recording. Never throws. */
export function importSeleniumIde(text: string): Imported {
  const kind = 'selenium-ide';
  const problem = tooLong(text);
  if (problem !== undefined) return { kind, recordings: [], problem };
  const project = parseJson(text);
  const tests = member(project, 'tests');
  if (!Array.isArray(tests)) return { kind, recordings: [], problem: 'It is not JSON with tests.' };
  const read = asList(tests).map((test) => ({
    name: asText(member(test, 'name')) ?? '',
    commands: asList(member(test, 'commands')).map(readCommand),
  }));
  const byName = new Map(read.map(({ name, commands }) => [name, commands]));
  const [firstUrl] = asList(member(project, 'urls'));
  const url = asText(member(project, 'url')) ?? asText(firstUrl) ?? '';
  const all = read.flatMap(({ commands }) => commands);
  const secretVariables = findSecretVariables(all);
  const stored = findStoredValues(all);
  const recordings = read.map(({ name, commands }) => {
    const draft = createDraft();
    addCommands(commands, {
      state: createSeleniumState({ draft, baseUrl: url, secretVariables, stored }),
      tests: byName,
      running: [name],
    });
    return draft.finish(name);
  });
  return { kind, recordings };
}

function readCommand(command: unknown): SeleniumCommand {
  return {
    name: (asText(member(command, 'command')) ?? '').trim(),
    target: readArgument(member(command, 'target')),
    value: readArgument(member(command, 'value')),
    targets: asList(member(command, 'targets'))
      .map((one) => readArgument(asList(one)[0]))
      .filter((one) => one !== ''),
    opensWindow: member(command, 'opensWindow') === true,
    windowName: asText(member(command, 'windowHandleName')) ?? '',
  };
}

/** Selenium IDE trims every argument, and reads escapes in this order. */
const readArgument = (argument: unknown): string =>
  (asText(argument) ?? '')
    .trim()
    .replaceAll('\\\\', '\\')
    .replaceAll('\\r', '\r')
    .replaceAll('\\n', '\n');
