import { z } from 'zod';
import { exactlyOneOf } from '../../fields/exactly-one.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { blankableText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const closeTabsUntil = defineAction({
  group: 'interaction',
  kind: 'close_tabs_until',
  summary:
    'Closes the newest tabs until the wanted tab is the newest and the current one; without such a tab the step fails and closes nothing.',
  example: { matching_url: 'https://portal.example/orders' },
  place: 'page',
  params: z
    .strictObject({
      matching_url: blankableText().describe(
        'Stops at the newest tab whose address contains this text; placeholders are allowed. Cannot be combined with tab_index.',
      ),
      tab_index: optionalField(z.int().min(0)).describe(
        'Stops at the tab in this position, from 0. Cannot be combined with matching_url.',
      ),
    })
    .superRefine(exactlyOneOf(['matching_url', 'tab_index'])),
  run: async ({ text, page: { tabs } }, { matching_url: url, tab_index: index }) => {
    if (url !== undefined) await tabs.closeUntilUrl(text(url));
    if (index !== undefined) await tabs.closeUntilIndex(index);
    return { outcome: 'done' };
  },
});
