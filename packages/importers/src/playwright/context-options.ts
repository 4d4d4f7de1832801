import { type Chain, type Code, type CodeStep, OTHER_ENTRIES } from '../code/code.ts';
import { approximated, joinMappings, mapped, type Mapping, setup } from '../draft/mapping.ts';
import { interact } from '../draft/nodes.ts';
import { ownValue } from '../draft/own-value.ts';
import { setWindow } from '../draft/window-size.ts';
import { openTab, type ScriptState } from './script-state.ts';
import { readNumber, readPlain } from './script-values.ts';

/** The modules of Playwright. */
const modules = new Set(['@playwright/test', 'playwright', 'playwright-core']);
const OPENS_ITSELF = 'Errand opens and closes the browser itself.';
const SHARED = 'It shares cookies and logins with the first browser context.';
const NO_SETTINGS = 'Its settings are left out.';

/** Maps calls on Playwright, the browser and its context; undefined for any other head. */
export function applyContext(
  { head, steps }: Chain,
  state: ScriptState,
  resultName: string | undefined,
): Mapping | undefined {
  if (head === 'require' && isPlaywright(steps[0]?.values?.[0])) return setup(OPENS_ITSELF);
  if (head === 'request' || steps[0]?.name === 'request') return undefined;
  const last = steps.findLast(({ values }) => values !== undefined);
  const path = steps.map(({ name }) => name).join('.');
  const isBrowser =
    /^(?:playwright|p|pw|chromium|firefox|webkit|browser|browser_type|context|ctx)$/i.test(head);
  if (last?.name === 'new_context' || last?.name === 'launch_persistent_context')
    return newContext(last, state, resultName);
  if (last?.name === 'new_page') return newPage({ head, steps }, state, resultName);
  if (
    /(?:^|\.)pages\.\[\]$/.test(path) &&
    !state.hasPage &&
    readNumber(last?.values?.[0], state) === 0
  )
    return newPage({ head, steps: [] }, state, resultName);
  if (head === 'sync_playwright' || head === 'async_playwright') return setup(OPENS_ITSELF);
  if (!isBrowser && !/(?:^|\.)launch$/.test(path)) return undefined;
  if (last && ['close', 'stop', 'launch'].includes(last.name)) return setup(OPENS_ITSELF);
  if (path.startsWith('tracing') || path.startsWith('set_default'))
    return setup('A setting of the test runner.');
  return undefined;
}

const isPlaywright = (module: Code | undefined): boolean =>
  module?.kind === 'text' && modules.has(module.text);

/** A run has a single browser context. */
function newContext(
  { name, options }: CodeStep,
  state: ScriptState,
  resultName: string | undefined,
): Mapping {
  const context = openContext(state);
  if (resultName !== undefined) state.contexts.set(plainName(resultName), context);
  if (context === 0) {
    const hasSettings = name === 'new_context' && options.size > 0;
    return hasSettings ? applyOptions(options, state) : setup(OPENS_ITSELF);
  }
  const base = options.get('base_url');
  // Addresses without a host could now be those of either context.
  if (base && readPlain(base, state) !== state.baseUrl) state.baseUrl = undefined;
  return approximated(options.size === 0 ? SHARED : `${SHARED} ${NO_SETTINGS}`);
}

function openContext(state: ScriptState): number {
  const context = state.nextContext;
  state.nextContext += 1;
  return context;
}

const plainName = (name: string): string => name.replace(/^(?:self|this)\./, '');

/** The first page already exists; another one is opened by its first address. */
function newPage(
  { head, steps }: Pick<Chain, 'head' | 'steps'>,
  state: ScriptState,
  resultName = 'page',
): Mapping {
  const known = steps.length > 1 ? undefined : state.contexts.get(head);
  // `browser.new_page()` creates a context for the page.
  const context = known ?? openContext(state);
  const options = steps.at(-1)?.options ?? new Map<string, Code>();
  if (!state.hasPage) {
    state.hasPage = true;
    state.pageContext = context;
    state.tabs.set(resultName, 0);
    return options.size > 0 ? applyOptions(options, state) : setup(OPENS_ITSELF);
  }
  const tab = openTab(state);
  state.tabs.set(resultName, tab);
  state.openTabs.push(tab);
  state.currentTab = tab;
  const node = interact('go_to_url', { url: 'about:blank', new_tab: true });
  if (context === state.pageContext) return mapped(node);
  return approximated(options.size === 0 ? SHARED : `${SHARED} ${NO_SETTINGS}`, node);
}

/** Applies the settings of the browser context of a run. */
export function applyOptions(options: ReadonlyMap<string, Code>, state: ScriptState): Mapping {
  const parts = [...options].map(([name, value]) => applyOption(name, value, state));
  const joined = joinMappings(parts);
  return joined.outcome === 'mapped' ? setup('Settings of the browser.') : joined;
}

function applyOption(name: string, value: Code, state: ScriptState): Mapping {
  if (name === OTHER_ENTRIES) return leaveOut(value);
  const { settings } = state.draft;
  const field = ownValue({ base_url: '', locale: 'locale', timezone_id: 'timezone' }, name);
  const text = field === undefined ? undefined : readPlain(value, state);
  if (name === 'base_url' && text !== undefined) {
    state.baseUrl = text;
    return mapped();
  }
  if (field !== undefined && text !== undefined) {
    settings['browser_settings'] = { ...(settings['browser_settings'] as object), [field]: text };
    return mapped();
  }
  if (name === 'viewport' && value.kind === 'record') {
    const width = readNumber(value.entries.get('width'), state);
    const height = readNumber(value.entries.get('height'), state);
    if (width !== undefined && height !== undefined) return setWindow(settings, { width, height });
  }
  if (name === 'no_viewport' || name === 'accept_downloads') return mapped();
  return approximated(`The setting ${name} of the browser is left out.`);
}

/** `**playwright.devices["iPhone 11"]`, `...devices['iPhone 11']` or other settings. */
function leaveOut(code: Code): Mapping {
  const text = code.kind === 'other' ? code.text : '';
  const device = /\bdevices\[\s*(["'])(?<name>[^"']+)\1\s*\]$/.exec(text)?.groups?.['name'];
  return approximated(
    device === undefined
      ? 'Some settings of the browser are left out.'
      : `The device ${device} is left out: its size, touch and user agent.`,
  );
}
