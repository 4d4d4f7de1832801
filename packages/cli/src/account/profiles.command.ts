import { UsageError } from '../errors/command-errors.ts';
import { defineCommand } from '../command/define-command.ts';
import { readProfiles, writeProfiles } from '../connection/profile-file.ts';

export const listProfiles = defineCommand({
  name: 'profiles ls',
  summary: 'Lists the logins.',
  async run({ terminal, print }) {
    const { current, profiles } = readProfiles(terminal.env);
    const rows = Object.entries(profiles).map(([name, { url }]) => ({
      name,
      url,
      is_current: name === current,
    }));
    print.result({ profiles: rows }, () =>
      print.table(
        [
          { title: '', text: (row) => (row.is_current ? '*' : '') },
          { title: 'PROFILE', text: (row) => row.name },
          { title: 'URL', text: (row) => row.url, isFlexible: true },
        ],
        rows,
      ),
    );
  },
});

export const useProfile = defineCommand({
  name: 'profiles use',
  words: ['NAME'],
  summary: 'Makes a login the current one.',
  async run({ terminal, print, words: [name = ''] }) {
    const { profiles } = readProfiles(terminal.env);
    if (!Object.hasOwn(profiles, name)) throw new UsageError(`There is no profile "${name}".`);
    writeProfiles(terminal.env, { current: name, profiles });
    print.result({ current: name }, () => `Current profile: "${name}".`);
  },
});
