import type { TargetElement } from './element-acts.ts';

/**
 * Calls `onFinished` after every act on the element: from then on it is the right one, whatever
 * follows.
 */
export function noteFinished(element: TargetElement, onFinished: () => void): TargetElement {
  const noted =
    <Parameters extends unknown[]>(method: (...parameters: Parameters) => Promise<void>) =>
    async (...parameters: Parameters) => {
      await method(...parameters);
      onFinished();
    };
  return {
    ...element,
    click: noted(element.click),
    focus: noted(element.focus),
    fill: noted(element.fill),
    type: noted(element.type),
    slide: noted(element.slide),
    press: noted(element.press),
    selectOptions: noted(element.selectOptions),
    setChecked: noted(element.setChecked),
    setValue: noted(element.setValue),
    hover: noted(element.hover),
    // A missing destination is no reason to look for another source.
    dragTo: (drop) => element.dragTo({ ...drop, onReady: onFinished }),
    scrollIntoView: noted(element.scrollIntoView),
    pressTogether: noted(element.pressTogether),
    upload: noted(element.upload),
  };
}
