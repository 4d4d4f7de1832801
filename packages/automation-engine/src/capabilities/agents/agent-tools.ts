import { pause } from '@errand/foundation';
import { z } from 'zod';
import { goBackOn } from '../../page/pages/go-back.ts';
import { createTabs } from '../../page/pages/tabs.ts';
import { scrollView } from '../../screen/scroll-view.ts';
import { navigate } from '../../page/pages/navigate.ts';
import { type AgentContext, defineTool } from './agent-tool.ts';

const LONGEST_WAIT_SECONDS = 10;
const WHEEL_PIXELS = 600;

const index = z.int().min(1).describe('Index of the element, as in the page.');

const clickTool = defineTool({
  name: 'click',
  summary: 'Clicks an element.',
  params: z.strictObject({ index }),
  async run({ element }, { index: at }) {
    await element(at).click();
    return 'Clicked.';
  },
});

const typeTool = defineTool({
  name: 'type',
  summary: 'Replaces the content of a field. The text goes in unchanged.',
  params: z.strictObject({
    index,
    text: z.string().max(5000),
    press_enter: z.boolean().default(false).describe('Presses Enter in the field afterwards.'),
  }),
  async run({ element }, { index: at, text, press_enter: isEntered }) {
    if (/\{\s*\w+\s*\[/.test(text)) return 'Not done: placeholders have no values here.';
    const field = element(at);
    await field.fill(text, { isClickedFirst: true });
    if (isEntered) await field.press('Enter');
    return 'Typed.';
  },
});

const selectTool = defineTool({
  name: 'select',
  summary: 'Selects options of a list by label or value.',
  params: z.strictObject({ index, options: z.array(z.string()).min(1).max(50) }),
  async run({ element }, { index: at, options }) {
    await element(at).selectOptions(options);
    return 'Selected.';
  },
});

const scrollTool = defineTool({
  name: 'scroll',
  summary: 'Scrolls the page, or the element at the index.',
  params: z.strictObject({
    direction: z.enum(['down', 'up', 'left', 'right']),
    index: index.optional(),
    is_to_the_end: z.boolean().default(false),
  }),
  async run({ run, element }, { direction, index: at, is_to_the_end: isFar }) {
    if (at !== undefined) await element(at).hover();
    const pixels = isFar ? 'to-the-end' : WHEEL_PIXELS;
    await scrollView(run, { direction, pixels });
    return 'Scrolled.';
  },
});

const navigateTool = defineTool({
  name: 'navigate',
  summary: 'Loads an address in the current tab. Only addresses of the allowed origins are loaded.',
  params: z.strictObject({ url: z.string().max(2000) }),
  async run({ run, origins }, { url }) {
    if (!origins.has(url)) return `Not done: only ${origins.origins.join(', ')} may be visited.`;
    const { downloads, limits, pages, signal } = run;
    const { startedCount } = downloads;
    const startedDownload = () => downloads.startsBeyond(startedCount, { timeoutMs: 1000, signal });
    const options = { signal, timeoutMs: limits.navigationMs, startedDownload };
    await navigate(pages.current().page, url, options);
    return 'Loaded.';
  },
});

const backTool = defineTool({
  name: 'back',
  summary: 'Goes one page back in the history of the tab.',
  params: z.strictObject({}),
  async run({ run }) {
    await goBackOn(run);
    return 'Went back.';
  },
});

const switchTabTool = defineTool({
  name: 'switch_tab',
  summary: 'Brings the tab at a position, from 0, to the front.',
  params: z.strictObject({ position: z.int().min(0) }),
  async run({ run, origins }, { position }) {
    const url = run.pages.open()[position]?.page.url() ?? '';
    if (url !== '' && url !== 'about:blank' && !origins.has(url)) {
      return 'Not done: that tab shows a page of an origin that is not allowed.';
    }
    await createTabs(run).switchTo(position);
    return 'Switched.';
  },
});

const closeTabTool = defineTool({
  name: 'close_tab',
  summary: 'Closes the current tab.',
  params: z.strictObject({}),
  async run({ run }) {
    const { outcome } = await createTabs(run).closeCurrent();
    return outcome === 'done' ? 'Closed.' : 'Not done: it is the only tab.';
  },
});

const listTabsTool = defineTool({
  name: 'list_tabs',
  summary: 'Lists the open tabs.',
  params: z.strictObject({}),
  run: (context) => Promise.resolve(describeTabs(context)),
});

const waitTool = defineTool({
  name: 'wait',
  summary: 'Waits for the page.',
  params: z.strictObject({ seconds: z.number().min(0).max(LONGEST_WAIT_SECONDS).default(2) }),
  async run({ run }, { seconds }) {
    await pause(seconds * 1000, run.signal);
    return 'Waited.';
  },
});

const doneTool = defineTool({
  name: 'done',
  summary:
    'Ends the task. Call it alone, and only when the page shows that the task is done, or that it cannot be.',
  params: z.strictObject({
    success: z.boolean().describe('Whether the task is done.'),
    summary: z.string().max(4000).describe('What was done, or why it cannot be.'),
  }),
  run: (_context, { success, summary }) =>
    Promise.resolve({ state: 'ended', isSuccess: success, summary }),
});

/** For a task in plain language. */
export const taskTools = [
  clickTool,
  typeTool,
  selectTool,
  scrollTool,
  navigateTool,
  backTool,
  listTabsTool,
  switchTabTool,
  closeTabTool,
  waitTool,
  doneTool,
];

/** For overlays. Nothing can be typed, submitted or opened with these. */
export const overlayTools = [clickTool, waitTool, doneTool];

/** For finding the element of one step. */
export const searchTools = [clickTool, scrollTool, backTool, waitTool];

/** Strips query strings, which may contain private values. */
export function describeTabs({ run }: Pick<AgentContext, 'run'>): string {
  const { pages } = run;
  const current = pages.current();
  const lines = pages.open().map((watched, position) => {
    const url = watched.page.url().split(/[?#]/, 1)[0] ?? '';
    return `${position}: ${url}${watched === current ? ' (current)' : ''}`;
  });
  return lines.join('\n');
}
