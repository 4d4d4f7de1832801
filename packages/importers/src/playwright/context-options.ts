import { type Chain, type Code, OTHER_ENTRIES } from '../code/code.ts';
import { approximated, joinMappings, mapped, type Mapping, setup } from '../draft/mapping.ts';
import { ownValue } from '../draft/own-value.ts';
import { setWindow } from '../draft/window-size.ts';
import { openTab, type ScriptState } from './script-state.ts';
import { readNumber, readPlain } from './script-values.ts';

/** The modules of Playwright. */
const modules = new Set(['@playwright/test', 'playwright', 'playwright-core']);
const OPENS_ITSELF = 'Errand opens and closes the browser itself.';

/** Maps calls on Playwright, the browser and its context; undefined for any other head. */
export function applyContext(
  { head, steps }: Chain,
  state: ScriptState,
  resultName: string | undefined,
): Mapping | undefined {
  if (head === 'require' && isPlaywright(steps[0]?.values?.[0])) return setup(OPENS_ITSELF);
  const last = steps.findLast(({ values }) => values !== undefined);
  const path = steps.map(({ name }) => name).join('.');
  const isBrowser =
    /^(?:playwright|p|pw|chromium|firefox|webkit|browser|browser_type|context|ctx)$/i.test(head);
  if (last?.name === 'new_context' && last.options.size > 0)
    return applyOptions(last.options, state);
  if (last?.name === 'new_page') return newPage(state, resultName);
  if (head === 'sync_playwright' || head === 'async_playwright') return setup(OPENS_ITSELF);
  if (!isBrowser && !/(?:^|\.)(?:new_context|launch)$/.test(path)) return undefined;
  if (
    last &&
    ['close', 'stop', 'launch', 'new_context', 'launch_persistent_context'].includes(last.name)
  ) {
    return setup(OPENS_ITSELF);
  }
  if (path.startsWith('tracing') || path.startsWith('set_default'))
    return setup('A setting of the test runner.');
  return undefined;
}

const isPlaywright = (module: Code | undefined): boolean =>
  module?.kind === 'text' && modules.has(module.text);

/** The first page already exists; another one is opened by its first address. */
function newPage(state: ScriptState, resultName = 'page'): Mapping {
  if (!state.hasPage) {
    state.hasPage = true;
    state.tabs.set(resultName, 0);
    return setup(OPENS_ITSELF);
  }
  const tab = openTab(state);
  state.tabs.set(resultName, tab);
  state.openTabs.push(tab);
  state.currentTab = tab;
  return mapped({
    type: 'action_node',
    interaction_action: { go_to_url: { url: 'about:blank', new_tab: true } },
  });
}

function applyOptions(options: ReadonlyMap<string, Code>, state: ScriptState): Mapping {
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
