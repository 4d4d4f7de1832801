import {
  approximated,
  joinMappings,
  mapped,
  type Mapping,
  setup,
  skipped,
} from '../draft/mapping.ts';
import { extract, interact, runJavaScript, setVariable, sleep } from '../draft/nodes.ts';
import { setWindow } from '../draft/window-size.ts';
import { openAddress } from '../draft/open-address.ts';
import { readAddress } from './selenium-address.ts';
import { dialogCommands } from './selenium-dialogs.ts';
import { evaluateInPage, mapScript, readText } from './selenium-scripts.ts';
import { readLocator } from './selenium-locators.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import { bindVariables, type SeleniumState, storeInto, withUnknown } from './selenium-state.ts';

type MapPage = (command: SeleniumCommand, state: SeleniumState) => Mapping;

/** Opening a page returns to its main frame. */
const open: MapPage = ({ target }, state) => {
  const address = readAddress(target, state);
  if (!address) return skipped('Its address is not valid.');
  state.frames.length = 0;
  state.hasPage = true;
  const opened = openAddress(address.url, state.draft);
  const mapping =
    address.why === undefined ? opened : joinMappings([approximated(address.why), opened]);
  return opened.nodes.length > 0 ? mapping : withUnknown(mapping, state, address.url);
};

const selectFrame: MapPage = ({ target }, state) => {
  const { frames } = state;
  if (/^relative=(?:top|parent)$/.test(target)) {
    if (target.endsWith('top')) frames.length = 0;
    else frames.pop();
    return mapped();
  }
  const index = /^index=(\d+)$/.exec(target)?.[1];
  if (index !== undefined) {
    frames.push(`frame_locator("iframe, frame").nth(${index})`);
    return mapped();
  }
  const outer = [...frames];
  frames.length = 0;
  const locator = readLocator(target, state);
  frames.push(...outer);
  if (locator === undefined) return skipped('Its locator cannot be used.');
  frames.push(`${locator}.content_frame`);
  return mapped();
};

const selectWindow: MapPage = ({ target }, state) => {
  const name = target.replace(/^(?:handle|name|win_ser)=/, '').replace(/^\$\{(.*)\}$/, '$1');
  const local = /^win_ser_(local|\d+)$/.exec(name)?.[1];
  const index =
    local === undefined ? state.tabs.indexOf(name) : local === 'local' ? 0 : Number(local);
  if (index === -1) return skipped('No earlier command says which tab this is.');
  state.frames.length = 0;
  state.selectedTab = index;
  return mapped();
};

const noEffect =
  (why: string): MapPage =>
  () =>
    approximated(why);

/** Commands without an element. */
export const pageActions: Readonly<Record<string, MapPage>> = {
  open,
  close: (_command, state) => {
    if (state.tabs.length > 1) state.tabs.splice(state.selectedTab, 1);
    state.frames.length = 0;
    state.selectedTab = Infinity;
    state.currentTab = undefined;
    return mapped(interact('close_current_tab', {}));
  },
  pause: ({ target, value }) => {
    const milliseconds = Number(target === '' ? value : target);
    return Number.isFinite(milliseconds) && milliseconds >= 0
      ? mapped(sleep(milliseconds / 1000))
      : skipped('Its time is not a number.');
  },
  setWindowSize: ({ target }, { draft }) => {
    const [width, height] = target.split(/x/i).map(Number);
    if (!width || !height) return skipped('It has no size.');
    return setWindow(draft.settings, { width, height });
  },
  selectFrame,
  selectWindow,
  storeWindowHandle: ({ target }, { tabs, selectedTab }) => {
    if (selectedTab >= tabs.length) return skipped('No tab is selected.');
    tabs[selectedTab] = target.trim();
    return setup('A name for a tab.');
  },
  store: ({ target, value }, state) => {
    if (state.secretVariables.has(value.trim())) {
      return approximated('Its value is a secret, which each task supplies.');
    }
    const text = bindVariables(target, state);
    return mapped(setVariable({ name: storeInto(value.trim(), state), value: text }));
  },
  storeJson: ({ target, value }, state) => {
    const json = readText(target, state);
    const name = storeInto(value.trim(), state);
    return approximated(
      'The variable gets the value in the page.',
      evaluateInPage(json, (source) => `JSON.parse(${source})`, name),
    );
  },
  storeTitle: ({ target, value }, state) => {
    const name = storeInto((value === '' ? target : value).trim(), state);
    return approximated('Runs as a Python script.', runJavaScript('document.title', name));
  },
  storeAttribute: ({ target, value }, state) => {
    const at = target.lastIndexOf('@');
    const locator =
      at === -1 ? undefined : readLocator(target.slice(0, at).replace(/\/$/, ''), state);
    if (locator === undefined) return skipped('Its locator cannot be used.');
    return mapped(extract(locator, storeInto(value.trim(), state), target.slice(at + 1).trim()));
  },
  executeScript: mapScript,
  executeAsyncScript: mapScript,
  runScript: mapScript,
  echo: noEffect('Prints for the developer only.'),
  debugger: noEffect('A pause for the developer is left out.'),
  setSpeed: noEffect('Errand is as fast as the page.'),
  waitForPageToLoad: noEffect('Every step waits until the page is at rest.'),
  ...dialogCommands,
};
