import { UsageError } from '../errors/command-errors.ts';
import { defineCommand } from '../command/define-command.ts';
import { readProfiles, writeProfiles } from '../connection/profile-file.ts';

export const logout = defineCommand({
  name: 'logout',
  summary: 'Forgets the login of --profile, or the current one. The API key stays valid.',
  async run({ terminal, print, value }) {
    const { current, profiles } = readProfiles(terminal.env);
    const name = value('profile') ?? current;
    if (name === null || !Object.hasOwn(profiles, name)) {
      throw new UsageError(
        name === null ? 'There is no stored login.' : `There is no profile "${name}".`,
      );
    }
    const { [name]: _, ...others } = profiles;
    const next = name === current ? (Object.keys(others)[0] ?? null) : current;
    writeProfiles(terminal.env, { current: next, profiles: others });
    print.result({ profile: name, current: next }, () => {
      const now = next === null ? '' : ` Current profile: "${next}".`;
      return `Profile "${name}" is forgotten.${now}`;
    });
  },
});
