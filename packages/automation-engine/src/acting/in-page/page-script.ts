import { absoluteXpath, readLocatorFacts, testAttributeNames } from '@errand/locators';
import * as announceChange from './announce-change.ts';
import * as blockInput from './block-input.ts';
import * as bringIntoView from './bring-into-view.ts';
import * as checkedState from './checked-state.ts';
import * as clickGuard from './click-guard.ts';
import * as controlValue from './control-value.ts';
import * as documentSize from './document-size.ts';
import * as dragWatch from './drag-watch.ts';
import * as elementFacts from './element-facts.ts';
import * as elementPosition from './element-position.ts';
import * as expectedState from './expected-state.ts';
import * as fieldParts from './field-parts.ts';
import * as fieldWidget from './field-widget.ts';
import * as fileField from './file-field.ts';
import * as fillField from './fill-field.ts';
import * as findTexts from './find-texts.ts';
import * as focusField from './focus-field.ts';
import * as frameGeometry from './frame-geometry.ts';
import * as hitTest from './hit-test.ts';
import * as matchOptions from './match-options.ts';
import * as quiet from './quiet.ts';
import * as readFact from './read-fact.ts';
import * as readStorage from './read-storage.ts';
import * as readTable from './read-table.ts';
import * as readText from './read-text.ts';
import * as secretFields from './secret-fields.ts';
import * as scrollState from './scroll-state.ts';
import * as selectOptions from './select-options.ts';
import * as sliderState from './slider-state.ts';
import * as takenText from './taken-text.ts';
import * as waitUntilHidden from './wait-until-hidden.ts';
import * as waitUntilReady from './wait-until-ready.ts';

const modules = [
  elementFacts,
  hitTest,
  elementPosition,
  clickGuard,
  dragWatch,
  frameGeometry,
  waitUntilReady,
  waitUntilHidden,
  focusField,
  announceChange,
  takenText,
  fieldParts,
  fieldWidget,
  fillField,
  matchOptions,
  selectOptions,
  checkedState,
  readText,
  readTable,
  readFact,
  expectedState,
  readStorage,
  quiet,
  documentSize,
  scrollState,
  bringIntoView,
  findTexts,
  fileField,
  { absoluteXpath, readLocatorFacts, testAttributeNames },
  sliderState,
  secretFields,
  controlValue,
  blockInput,
];
const library = modules.flatMap((module) => Object.values(module)).join('\n');

/**
 * Makes a function that Puppeteer can send into a page although it calls others: Puppeteer sends a
 * function as its source text, and the text of this one holds the whole library. It cannot be called here.
 */
export function inPage<Parameters extends unknown[], Result>(
  entry: (...parameters: Parameters) => Result,
): (...parameters: Parameters) => Result {
  const source = `function (...parameters) {\n${library}\nreturn ${entry.name}(...parameters);\n}`;
  const stub = (): never => {
    throw new Error(`${entry.name} runs only inside a page.`);
  };
  stub.toString = () => source;
  return stub;
}
