import type { InputOptions, TargetElement } from './element-acts.ts';
import { type ActingElement, onElement, type TimedNeeds } from './acting-element.ts';
import { dragTo } from './drag.ts';
import { fill } from './fill.ts';
import { callOn } from '../browser/call-in-page.ts';
import {
  click,
  clickIfUncovered,
  endsWithPage,
  fieldNeeds,
  hover,
  scrollIntoView,
} from './pointing.ts';
import { pressKeys } from './press-keys.ts';
import type { TypedText } from '../../secrets/typed-text.ts';
import { selectOptions } from './select-options.ts';
import { setChecked } from './set-checked.ts';
import { setValue } from './set-value.ts';
import { beginActIn } from '../pages/wait-until-at-rest.ts';
import { slide } from './slide.ts';
import { typeCharacters } from './type-character.ts';
import { typeSecret } from './type-secret.ts';
import { upload } from './upload.ts';

/** Creates the methods that act on one element. Each waits for the element again. */
export function createTargetElement(given: ActingElement): TargetElement {
  const element = announceAct(given);
  return {
    click: (options) => click(element, options),
    hover: () => hover(element),
    dragTo: (drop) => dragTo(element, drop),
    scrollIntoView: () => scrollIntoView(element),
    focus: (options) => focus(element, fieldNeeds, options),
    fill: (text, options) => fill(element, text, options),
    async type(text, options) {
      await focus(element, fieldNeeds, options);
      await typeKeys(element, text);
    },
    slide: (text) => slide(element, text),
    async press(key) {
      await focus(element, { isEnabled: true }, {});
      await endsWithPage(element, element.page.keyboard.press(key));
    },
    async pressTogether(keys) {
      await focus(element, { isEnabled: true }, {});
      element.onAct?.();
      await pressKeys(element.page, keys, element.deadline.signal);
    },
    selectOptions: (wanted) => selectOptions(element, wanted),
    async readOptions() {
      const { options } = await onElement(element, (handle, timeoutMs) =>
        callOn(handle, 'readOptionsWhenReady', { isEnabled: true, timeoutMs }),
      );
      return options;
    },
    setChecked: (isChecked) => setChecked(element, isChecked),
    setValue: (text) => setValue(element, text),
    upload: (paths) => upload(element, paths),
  };
}

async function focus(
  element: ActingElement,
  needs: TimedNeeds,
  options: InputOptions = {},
): Promise<void> {
  if (options.isClickedFirst) await clickIfUncovered(element);
  await onElement(element, (handle, timeoutMs) =>
    callOn(handle, 'focusWhenReady', { ...needs, timeoutMs }),
  );
}

async function typeKeys({ page, deadline, onAct }: ActingElement, text: TypedText): Promise<void> {
  onAct?.();
  if (typeof text !== 'string') return typeSecret(page, text, { signal: deadline.signal });
  await typeCharacters(page, text, deadline.signal);
}

/** Tells the document of the element, once it is found, that an act is about to begin. */
function announceAct(element: ActingElement): ActingElement {
  const find = async () => {
    const handle = await element.find();
    await beginActIn(handle.frame, element.deadline.signal);
    return handle;
  };
  return { ...element, find };
}
