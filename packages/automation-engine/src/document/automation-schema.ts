import { z } from 'zod';
import { browserSettingsSchema } from '../fields/browser-settings-fields.ts';
import { checkAddress } from '../fields/address-field.ts';
import { dialogField } from '../fields/dialog-field.ts';
import { optionalField } from '../fields/optional-field.ts';
import { blankableText } from '../fields/text-fields.ts';
import { nodeSchema } from './nodes/node.ts';
import { checkResumable } from './check-resumable.ts';
import { checkScreenSteps } from './check-screen-steps.ts';
import { parametersSchema } from './parameters-schema.ts';

const MOST_RETRIES = 100;

export const automationSchema = z
  .strictObject({
    url: z
      .string()
      .superRefine(checkAddress)
      .describe(
        'Address of the page the browser starts on: http, https, about, data or blob. Placeholders of input parameters are allowed. Blank only with the channel rdp, for tasks with rdp_parameter: a remote desktop has no page, and ignores it.',
      ),
    parameters: parametersSchema.describe('What a task passes in, and what steps write.'),
    nodes: z.array(nodeSchema).describe('Steps, in order.'),
    post_processing_nodes: z
      .array(nodeSchema)
      .default([])
      .describe('Steps that follow once all the others are done.'),
    browser_channel: z
      .enum(['chromium', 'chrome', 'cloakbrowser', 'browser-use', 'rdp'])
      .default('chromium')
      .superRefine(checkChannel)
      .describe(
        'Browser to run in. chrome needs Google Chrome on the worker, else the task fails with browser_unavailable. rdp: a task with rdp_parameter runs on that remote desktop instead of a browser, one without runs in chromium, and steps act on the screen (see backend); only click_element, input_text, key_press, hover, scroll and agentic_task are allowed then, and agentic_task fails with page_missing on a remote desktop. cloakbrowser and browser-use are refused, because this service has neither.',
      ),
    backend: z
      .enum(['browser-use', 'computer-vision'])
      .default('browser-use')
      .describe(
        'How steps act: on elements of the page, or on points of the screen (computer-vision), where click_element, input_text, key_press, hover and scroll work with the pointer and the keyboard of the display, and coordinates count in pixels of the screen. Everything else works through the page in both.',
      ),
    os_emulation: optionalField(z.enum(['windows', 'linux'])).describe(
      'Operating system that the browser reports: user agent, client hints and navigator.platform of every page. The first request of a new window still has the true one in Sec-CH-UA-Platform. Default: the true one.',
    ),
    browser_settings: optionalField(browserSettingsSchema).describe(
      'What the browser reports to pages about itself and its user. Added by Errand.',
    ),
    allow_cookies: z
      .boolean()
      .default(false)
      .describe(
        'Leaves cookie banners alone. When false, every page clicks what refuses cookies in a banner, or closes the banner; it never accepts cookies, so a banner that offers nothing else is left for a step.',
      ),
    dialog: dialogField(
      'How alert, confirm, prompt and beforeunload dialogs of pages are handled during steps without a dialog of their own, and between steps. Default: accepted, a prompt with its prefilled text.',
    ),
    max_retries: z
      .int()
      .min(0)
      .max(MOST_RETRIES)
      .default(0)
      .describe('Attempts after the first one, when an attempt fails.'),
    expected_downloads: z
      .int()
      .min(0)
      .default(0)
      .describe('Files that a run downloads; the end of the run waits for them.'),
    remove_empty_nodes_in_axtree: z
      .boolean()
      .default(true)
      .describe(
        'Omits nodes without content from the accessibility tree that models see. Has no effect on steps that ask no model.',
      ),
    reuse_page_if_already_on_url: z
      .boolean()
      .default(false)
      .describe(
        'Does not load the start page again when the browser of an earlier dedicated task of the same login shows it: same scheme, host, path without a slash at its end, query and fragment, and the page responds within 5 s.',
      ),
    take_final_screenshot: z
      .boolean()
      .default(true)
      .describe(
        'Stores a screenshot of the whole page, or of the remote desktop, as final_screenshot.png when the run ends, also after a failure.',
      ),
    automation_description: blankableText().describe('What the automation does, for people.'),
    automation_endpoint: blankableText().describe('Endpoint name it was recorded for, for people.'),
  })
  .superRefine(checkStartPage)
  .superRefine(checkScreenSteps)
  .superRefine(checkResumable);

export type Automation = z.output<typeof automationSchema>;

interface AutomationFields {
  readonly url: string;
  readonly browser_channel: string;
}

const absentBrowsers: Readonly<Record<string, string>> = {
  cloakbrowser: 'its browser is not part of this service',
  'browser-use': 'tasks run in browsers of the worker, not in a third-party cloud',
};

function checkChannel(channel: string, context: z.core.$RefinementCtx): void {
  const reason = absentBrowsers[channel];
  if (reason === undefined) return;
  const message = `"${channel}" cannot run here: ${reason}. Use chromium, chrome or rdp.`;
  context.addIssue({ code: 'custom', message });
}

function checkStartPage(automation: AutomationFields, context: z.core.$RefinementCtx): void {
  if (automation.browser_channel === 'rdp' || automation.url.trim() !== '') return;
  context.addIssue({
    code: 'custom',
    path: ['url'],
    message: 'The address is blank: specify the page to start on, or about:blank.',
  });
}
