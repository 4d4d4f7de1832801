import type { Call, Options } from '../command/define-command.ts';

export const COMMENT_OPTION: Options = {
  comment: { value: 'TEXT', summary: 'why, shown with the version' },
};

/** Returns the `comment` for a request that creates a version, if there is one. */
export function readComment(call: Call): { readonly comment?: string } {
  const comment = call.value('comment');
  return comment === undefined ? {} : { comment };
}
