import { expect } from './assertion/expect.ts';
import { llm as assertionLlm } from './assertion/llm.ts';
import { networkCall as assertionNetworkCall } from './assertion/network-call.ts';
import { pythonScript as assertionPythonScript } from './assertion/python-script.ts';
import type { Action } from './define-action.ts';
import { apiCall } from './extraction/api-call.ts';
import { llm as extractionLlm } from './extraction/llm.ts';
import { locator } from './extraction/locator.ts';
import { networkCall as extractionNetworkCall } from './extraction/network-call.ts';
import { ocrCoordinates } from './extraction/ocr-coordinates.ts';
import { pdf } from './extraction/pdf.ts';
import { pythonScript as extractionPythonScript } from './extraction/python-script.ts';
import { screenshot } from './extraction/screenshot.ts';
import { state } from './extraction/state.ts';
import { twoFaAction } from './extraction/two-fa-action.ts';
import { vision } from './extraction/vision.ts';
import { agenticTask } from './interaction/agentic-task.ts';
import { check } from './interaction/check.ts';
import { clickElement } from './interaction/click-element.ts';
import { closeAllButLastTab } from './interaction/close-all-but-last-tab.ts';
import { closeCurrentTab } from './interaction/close-current-tab.ts';
import { closeOverlayPopup } from './interaction/close-overlay-popup.ts';
import { closeTabsUntil } from './interaction/close-tabs-until.ts';
import { downloadUrlAsPdf } from './interaction/download-url-as-pdf.ts';
import { dragAndDrop } from './interaction/drag-and-drop.ts';
import { goBack } from './interaction/go-back.ts';
import { goToUrl } from './interaction/go-to-url.ts';
import { hover } from './interaction/hover.ts';
import { inputText } from './interaction/input-text.ts';
import { keyPress } from './interaction/key-press.ts';
import { scroll } from './interaction/scroll.ts';
import { selectOption } from './interaction/select-option.ts';
import { setValue } from './interaction/set-value.ts';
import { switchTab } from './interaction/switch-tab.ts';
import { uncheck } from './interaction/uncheck.ts';
import { uploadFile } from './interaction/upload-file.ts';
import { countLocator } from './misc/count-locator.ts';
import { llmQuery } from './misc/llm-query.ts';
import { setVariable } from './misc/set-variable.ts';
import { waitFor } from './misc/wait-for.ts';
import { captchaAction } from './node/captcha-action.ts';
import { failStateAction } from './node/fail-state-action.ts';
import { humanInLoopAction } from './node/human-in-loop-action.ts';
import { powershellAction } from './node/powershell-action.ts';
import { pythonScriptAction } from './node/python-script-action.ts';
import { sleepAction } from './node/sleep-action.ts';

/** All actions, by group. */
export const actions = [
  agenticTask,
  check,
  clickElement,
  closeAllButLastTab,
  closeCurrentTab,
  closeOverlayPopup,
  closeTabsUntil,
  downloadUrlAsPdf,
  dragAndDrop,
  goBack,
  goToUrl,
  hover,
  inputText,
  keyPress,
  scroll,
  selectOption,
  setValue,
  switchTab,
  uncheck,
  uploadFile,

  apiCall,
  extractionLlm,
  locator,
  extractionNetworkCall,
  ocrCoordinates,
  pdf,
  extractionPythonScript,
  screenshot,
  state,
  twoFaAction,
  vision,

  expect,
  assertionLlm,
  assertionNetworkCall,
  assertionPythonScript,

  countLocator,
  llmQuery,
  setVariable,
  waitFor,

  captchaAction,
  failStateAction,
  humanInLoopAction,
  powershellAction,
  pythonScriptAction,
  sleepAction,
] as const satisfies readonly Action[];

/** The same list without the type of each kind. */
export const actionKinds: readonly Action[] = [...actions];
