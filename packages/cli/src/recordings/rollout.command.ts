import { dataOf, type ErrandSchemas } from '@errand/client';
import { NotFoundError, UsageError } from '../errors/command-errors.ts';
import { type Call, defineCommand } from '../command/define-command.ts';
import { LARGEST_VERSION, readNumber } from '../command/read-arguments.ts';
import { BASE_VERSION_OPTION, readBaseVersion } from './base-version-option.ts';
import { COMMENT_OPTION, readComment } from './comment-option.ts';
import { getRecording } from './find-recordings.ts';
import { readRolloutTerms, ROLLOUT_OPTIONS } from './rollout-options.ts';

type Rollout = ErrandSchemas['Rollout'];
type Results = ErrandSchemas['RolloutResults'];
type StartRolloutRequest = ErrandSchemas['StartRolloutRequest'];

const STARTING = Object.keys({ ...ROLLOUT_OPTIONS, ...BASE_VERSION_OPTION, ...COMMENT_OPTION });

export const rollout = defineCommand({
  name: 'recordings rollout',
  words: ['NAME'],
  summary: 'Tries an older version on some of the tasks; without options, shows the progress.',
  options: {
    version: { value: 'N', summary: 'start a roll-out of the automation of this version' },
    ...ROLLOUT_OPTIONS,
    ...BASE_VERSION_OPTION,
    ...COMMENT_OPTION,
    promote: { summary: 'end the roll-out: all new tasks run the new version' },
    stop: { summary: 'end the roll-out: all new tasks run the version before' },
  },
  async run(call) {
    const wanted = readWanted(call);
    const { recording_id, version: base_version } = await getRecording(call, call.words[0] ?? '');
    const params = { path: { recording_id } };
    const { signal } = call.terminal;
    const { api } = call.errand();
    if (wanted === undefined) {
      const answered = api.GET('/api/v1/recordings/{recording_id}', { params, signal });
      const current = (await dataOf(answered)).recording.rollout;
      if (!current) {
        throw new NotFoundError('It has had no roll-out: --version N with --percent starts one.');
      }
      return call.print.result(current, () => describeRollout(current));
    }
    const saved = await dataOf(
      'outcome' in wanted
        ? api.POST('/api/v1/recordings/{recording_id}/rollouts/end', {
            params,
            body: wanted,
            signal,
          })
        : api.POST('/api/v1/recordings/{recording_id}/rollouts', {
            params,
            body: { base_version, ...wanted },
            signal,
          }),
    );
    call.print.result(saved, () => saved.message);
  },
});

/** Returns what to start or how to end; undefined to show the roll-out. Throws UsageError. */
function readWanted(
  call: Call,
): StartRolloutRequest | ErrandSchemas['EndRolloutRequest'] | undefined {
  const version = readNumber(call, 'version', { min: 1, max: LARGEST_VERSION });
  const ends = (['promote', 'stop'] as const).filter((option) => call.has(option));
  const given = STARTING.filter((option) => call.value(option) !== undefined);
  if (version === undefined) {
    if (given[0]) throw new UsageError(`--${given[0]} has no effect without --version.`);
    if (ends.length > 1) throw new UsageError('Give --promote or --stop, not both.');
    return ends[0] && { outcome: ends[0] };
  }
  if (ends[0]) throw new UsageError(`--${ends[0]} ends a roll-out: leave --version out.`);
  const terms = readRolloutTerms(call);
  if (!terms) throw new UsageError('Give either --percent or --first, such as --percent 10.');
  const base = readBaseVersion(call, { min: 1 });
  const origin = { ...(base !== undefined && { base_version: base }), ...readComment(call) };
  return { version, ...terms, ...origin };
}

function describeRollout(started: Rollout): string {
  const { state, version, base_version: base, percent, first_tasks: first } = started;
  const share = percent === null ? `the first ${first} tasks` : `${percent} % of the tasks`;
  return [
    `Roll-out   ${state}, version ${version} for ${share}`,
    `Version ${version}  ${describeResults(started.new_results)}`,
    `Version ${base}  ${describeResults(started.old_results)}`,
    describeEnd(started),
  ].join('\n');
}

function describeEnd(tried: Rollout): string {
  const { state, ended_at: endedAt, version, base_version: base, min_tasks: enough } = tried;
  if (state === 'running') return `Complete   after ${enough} results of each version`;
  const reasons = {
    completed: `version ${version} was not worse, so all tasks run it`,
    returned: `version ${version} failed or was lost more often, so all tasks run version ${base} again`,
    promoted: `somebody chose version ${version}`,
    stopped: `somebody chose version ${base}`,
    replaced: 'another version was created in the meantime',
  };
  return `Ended      ${endedAt}: ${reasons[state]}`;
}

function describeResults({ succeeded, failed, lost }: Results): string {
  return `${succeeded} succeeded, ${failed} failed, ${lost} lost`;
}
