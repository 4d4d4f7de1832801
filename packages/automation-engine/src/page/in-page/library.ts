import { readLocatorFacts } from '@errand/locators/in-page';
import { allowInput, blockInput } from './block-input.ts';
import { bringIntoView } from './bring-into-view.ts';
import { checkReadiness, waitForChecked } from './checked-state.ts';
import { awaitClick, endClick } from './click-guard.ts';
import { clickedFor, lookBack, wayToSet } from './control-value.ts';
import { isSmallDocument } from './document-size.ts';
import { endDragWatch, readDrag, watchDrag } from './drag-watch.ts';
import { waitForChange, watchElement, watchPage } from './expected-state.ts';
import { fileFieldOf, uploadReadiness } from './file-field.ts';
import { beginFill, endFill, fillInside } from './fill-field.ts';
import { findTexts, nextChange } from './find-texts.ts';
import { fieldReadiness, focusWhenReady } from './focus-field.ts';
import { boxesInParent, locateInFrame, locateInParent } from './frame-geometry.ts';
import { elementAt, whyNotHit } from './hit-test.ts';
import { waitForUnchanged } from './quiet.ts';
import { readFact } from './read-fact.ts';
import { readStorage } from './read-storage.ts';
import { readTable } from './read-table.ts';
import { readElementTexts } from './read-text.ts';
import {
  scrollAreaAround,
  scrollOffset,
  scrollPosition,
  viewportSize,
  waitForScrollEnd,
} from './scroll-state.ts';
import {
  focusedElement,
  markSecretField,
  maskSecretFields,
  readFieldTexts,
  readSecretTexts,
  unmaskSecretFields,
} from './secret-fields.ts';
import { readOptionsWhenReady, selectWhenReady } from './select-options.ts';
import { readShownText } from './shown-text.ts';
import { grabSlider, nextSliderValue } from './slider-state.ts';
import { takePossibleHosts } from './trace-shadows.ts';
import {
  markClosedRoot,
  markTraceFrame,
  takeAimedSnapshot,
  takeTraceSnapshot,
} from './trace-snapshot.ts';
import { waitUntilHidden } from './wait-until-hidden.ts';
import { scrollTo, waitUntilReady } from './wait-until-ready.ts';

/** Functions that take an element as their first parameter. */
export const elementFunctions = {
  awaitClick,
  beginFill,
  boxesInParent,
  bringIntoView,
  checkReadiness,
  clickedFor,
  endClick,
  endFill,
  fieldReadiness,
  fileFieldOf,
  fillInside,
  focusWhenReady,
  grabSlider,
  locateInFrame,
  locateInParent,
  markClosedRoot,
  markSecretField,
  markTraceFrame,
  nextSliderValue,
  readElementTexts,
  readFact,
  readLocatorFacts,
  readOptionsWhenReady,
  readShownText,
  readTable,
  scrollAreaAround,
  scrollOffset,
  scrollPosition,
  scrollTo,
  selectWhenReady,
  takeAimedSnapshot,
  uploadReadiness,
  waitForChecked,
  waitForScrollEnd,
  waitUntilHidden,
  waitUntilReady,
  watchDrag,
  watchElement,
  wayToSet,
  whyNotHit,
};

/** Functions of a document. */
export const documentFunctions = {
  allowInput,
  blockInput,
  elementAt,
  endDragWatch,
  findTexts,
  focusedElement,
  isSmallDocument,
  lookBack,
  maskSecretFields,
  nextChange,
  readDrag,
  readFieldTexts,
  readSecretTexts,
  readStorage,
  takePossibleHosts,
  takeTraceSnapshot,
  unmaskSecretFields,
  viewportSize,
  waitForChange,
  waitForUnchanged,
  watchPage,
};
