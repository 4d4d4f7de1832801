import { approximated, mapped, type Mapping, setup, skipped } from '../draft/mapping.ts';
import { extract, interact, runJavaScript, setVariable, sleep } from '../draft/nodes.ts';
import { setWindow } from '../draft/window-size.ts';
import { mapScript } from './selenium-scripts.ts';
import { readLocator } from './selenium-locators.ts';
import {
  bindVariables,
  type SeleniumCommand,
  type SeleniumState,
  storeInto,
} from './selenium-state.ts';

type MapPage = (command: SeleniumCommand, state: SeleniumState) => Mapping;

const open: MapPage = ({ target }, state) => {
  const path = bindVariables(target.trim(), state);
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:|\{)/i.test(path);
  const base = state.baseUrl.replace(/\/+$/, '');
  const url = isAbsolute
    ? path
    : `${base}${path.startsWith('/') || path === '' ? path : `/${path}`}`;
  if (state.draft.start(url)) return mapped();
  return mapped(interact('go_to_url', { url }));
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
  frames.push(`${locator.replace(/\.first$/, '.first')}.content_frame`);
  return mapped();
};

const selectWindow: MapPage = ({ target }, state) => {
  const name = target.replace(/^(?:handle|name|win_ser)=/, '').replace(/^\$\{(\w+)\}$/, '$1');
  const local = /^win_ser_(local|\d+)$/.exec(name)?.[1];
  const index =
    local === undefined ? state.tabs.indexOf(name) : local === 'local' ? 0 : Number(local);
  if (index === -1) return skipped('No command before says which tab this is.');
  state.frames.length = 0;
  state.selectedTab = index;
  return mapped();
};

const answer =
  (dialog: (value: string) => object): MapPage =>
  ({ target, value }, state) => {
    state.pendingDialog = dialog(bindVariables(target === '' ? value : target, state));
    return mapped();
  };

/** The previous step opened the dialog. */
const answerVisible =
  (dialog: (value: string) => object): MapPage =>
  ({ value }, state) => {
    const setting = dialog(bindVariables(value, state));
    const isAmended = state.draft.amendLast((node) =>
      node['type'] === 'action_node' ? { ...node, dialog: setting } : node,
    );
    return isAmended ? mapped() : skipped('No step before opens the dialog.');
  };

const accept = (): object => ({ accept: true });
const dismiss = (): object => ({ accept: false });
const withText = (text: string): object => (text === '' ? accept() : { accept: true, text });

const compareDialog: MapPage = () =>
  approximated(
    'Dialogs are answered by themselves; the text is in the record of the step and not compared.',
  );

const noEffect =
  (why: string): MapPage =>
  () =>
    approximated(why);

/** Commands without an element. */
export const pageActions: Readonly<Record<string, MapPage>> = {
  open,
  close: (_command, state) => {
    if (state.tabs.length > 1) state.tabs.splice(state.selectedTab, 1);
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
    const name = storeInto(value.trim(), state);
    return approximated(
      'The variable gets the value in the page.',
      runJavaScript(`(${target})`, name),
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
  assertAlert: compareDialog,
  assertConfirmation: compareDialog,
  assertPrompt: compareDialog,
  chooseOkOnNextConfirmation: answer(accept),
  chooseCancelOnNextConfirmation: answer(dismiss),
  chooseCancelOnNextPrompt: answer(dismiss),
  answerOnNextPrompt: answer(withText),
  webdriverChooseOkOnVisibleConfirmation: answerVisible(accept),
  webdriverChooseCancelOnVisibleConfirmation: answerVisible(dismiss),
  webdriverChooseCancelOnVisiblePrompt: answerVisible(dismiss),
  webdriverAnswerOnVisiblePrompt: ({ target, value }, state) => {
    const text = target === '' ? value : target;
    return answerVisible(() => withText(bindVariables(text, state)))(
      { target, value } as SeleniumCommand,
      state,
    );
  },
};
