import { dataOf } from '@errand/client';
import { UsageError } from '../errors/command-errors.ts';
import { defineCommand } from '../command/define-command.ts';
import { BASE_VERSION_OPTION, readBaseVersion } from './base-version-option.ts';
import { COMMENT_OPTION, readComment } from './comment-option.ts';
import { getRecording } from './find-recordings.ts';

export const rollback = defineCommand({
  name: 'recordings rollback',
  words: ['NAME', 'VERSION'],
  summary: 'Makes an older version of a recording current again, as a new version.',
  options: { ...BASE_VERSION_OPTION, ...COMMENT_OPTION },
  async run(call) {
    const [name = '', text = ''] = call.words;
    const version = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
    if (version === undefined) {
      throw new UsageError(`VERSION is "${text}": specify the number of a version, from 1.`);
    }
    const expected = readBaseVersion(call, { min: 1 });
    const { recording_id: id, version: current } = await getRecording(call, name);
    const params = { path: { recording_id: id } };
    const { signal } = call.terminal;
    const saved = await dataOf(
      call.errand().api.POST('/api/v1/recordings/{recording_id}/rollback', {
        params,
        body: { version, base_version: expected ?? current, ...readComment(call) },
        signal,
      }),
    );
    call.print.result(saved, () => saved.message);
  },
});
