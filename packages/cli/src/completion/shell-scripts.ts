import { COMMON_OPTIONS, type CommandDefinition } from '../command/define-command.ts';

/** What may follow the words typed so far: `tasks` is followed by `ls`, `show` and so on. */
export interface Words {
  /** First words. */
  readonly first: readonly string[];
  /** Second words, keyed by the first word. */
  readonly second: Readonly<Record<string, readonly string[]>>;
  /** Options, by the name of the command. */
  readonly options: Readonly<Record<string, readonly string[]>>;
}

export function describeWords(commands: readonly CommandDefinition[]): Words {
  const second: Record<string, string[]> = {};
  const options: Record<string, string[]> = {};
  for (const { name, options: own } of commands) {
    const [group = '', verb] = name.split(' ');
    if (verb !== undefined) (second[group] ??= []).push(verb);
    options[name] = Object.keys({ ...own, ...COMMON_OPTIONS }).map((option) => `--${option}`);
  }
  const first = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  return { first: [...first, 'admin', 'help'], second, options };
}

/** The script for each shell. All words are plain names, so nothing needs quoting. */
export const SHELLS: Readonly<Record<string, (words: Words) => string>> = {
  bash: (words) => `_errand() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
${indent(chooseWords(words, { current: '$current', count: '$COMP_CWORD', one: '${COMP_WORDS[1]}', two: '${COMP_WORDS[2]}' }))}
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _errand errand`,

  zsh: (words) => `#compdef errand
_errand() {
  local current="\${words[CURRENT]}" list="" count=$((CURRENT - 1)) one="\${words[2]}" two="\${words[3]}"
${indent(chooseWords(words, { current: '$current', count: '$count', one: '$one', two: '$two' }).replaceAll('words=', 'list='))}
  if [ -n "$list" ]; then compadd -- \${=list}; else _files; fi
}
compdef _errand errand`,

  fish: ({ first, second, options }) =>
    [
      `complete -c errand -n __fish_use_subcommand -f -a '${first.join(' ')}'`,
      ...Object.entries(second).map(
        ([group, verbs]) =>
          `complete -c errand -n '__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${verbs.join(' ')}' -f -a '${verbs.join(' ')}'`,
      ),
      ...Object.entries(options).flatMap(([name, own]) => {
        const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
        return own.map(
          (option) => `complete -c errand -n '${seen.join('; and ')}' -l ${option.slice(2)}`,
        );
      }),
    ].join('\n'),
};

interface Variables {
  readonly current: string;
  /** Position of the current word; `errand` itself is at 0. */
  readonly count: string;
  readonly one: string;
  readonly two: string;
}

/** Returns the part that bash and zsh share: it sets `words` for the current position. */
function chooseWords(
  { first, second, options }: Words,
  { current, count, one, two }: Variables,
): string {
  const groups = Object.keys(second);
  return [
    `if [ "${count}" -eq 1 ]; then words="${first.join(' ')}"`,
    `elif [[ "${current}" == -* ]]; then`,
    `  case "${one} ${two}" in`,
    ...Object.entries(options).map(([name, own]) => {
      const pattern = name.includes(' ') ? `"${name}"` : `"${name} "*`;
      return `    ${pattern}) words="${own.join(' ')}" ;;`;
    }),
    '  esac',
    `elif [ "${count}" -eq 2 ]; then`,
    `  case "${one}" in`,
    ...groups.map((group) => `    ${group}) words="${(second[group] ?? []).join(' ')}" ;;`),
    '  esac',
    'fi',
  ].join('\n');
}

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');
