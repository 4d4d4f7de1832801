import { createErrand, dataOf } from '@errand/client';
import { UsageError } from '../errors/command-errors.ts';
import { defineCommand, type Call } from '../command/define-command.ts';
import { checkUrl } from '../connection/choose-connection.ts';
import { readProfiles, writeProfiles } from '../connection/profile-file.ts';
import { askSecret } from '../terminal/ask-secret.ts';
import { readInput } from '../terminal/terminal.ts';
import { describeKey } from './describe-key.ts';

const DEFAULT_NAME = 'default';

export const login = defineCommand({
  name: 'login',
  words: ['[URL]'],
  summary: 'Keeps the URL of a server and an API key; asks for the key, or reads it from a pipe.',
  async run(call) {
    const { terminal, print } = call;
    const url = checkUrl(call.words[0] ?? terminal.env['ERRAND_URL'] ?? askForUrl());
    const apiKey = await readKey(call);
    const me = await dataOf(createErrand({ baseUrl: url, apiKey }).api.GET('/api/v1/me'));
    const name = call.value('profile') ?? DEFAULT_NAME;
    const { profiles } = readProfiles(terminal.env);
    const kept = { ...profiles, [name]: { url, api_key: apiKey } };
    const file = writeProfiles(terminal.env, { current: name, profiles: kept });
    const facts = {
      profile: name,
      url,
      file,
      account_name: me.account_name,
      scopes: me.key.scopes,
    };
    print.result(facts, () => `Profile "${name}" in ${file}: ${describeKey(me)} at ${url}.`);
  },
});

function askForUrl(): never {
  throw new UsageError(
    'URL is missing: specify the server URL, such as https://errand.example.com.',
  );
}

/** An argument would end up in the shell history and in process lists. */
async function readKey({ terminal }: Call): Promise<string> {
  const { env, stdin } = terminal;
  const key = env['ERRAND_API_KEY'] || (await typeKey());
  if (/^[!-~]+$/.test(key)) return key;
  throw new UsageError('The API key is empty, or contains a space or a line break.');

  async function typeKey(): Promise<string> {
    if (stdin.isTTY === true) return (await askSecret(terminal, 'API key: ')).trim();
    return (await readInput(stdin)).trim();
  }
}
