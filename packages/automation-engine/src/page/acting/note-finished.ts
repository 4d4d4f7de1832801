import type { TargetElement } from './element-acts.ts';

/**
 * Calls `onFinished` after every act on the element, which then counts as the right one, whatever
 * follows.
 */
export function noteFinished(element: TargetElement, onFinished: () => void): TargetElement {
  const noted = Object.entries(element).map(([name, method]) => [
    name,
    async (...parameters: never[]) => {
      await method(...parameters);
      onFinished();
    },
  ]);
  return {
    // Object.fromEntries loses the type of each key.
    ...(Object.fromEntries(noted) as TargetElement),
    // Reading is not an act.
    readOptions: element.readOptions,
    // A missing destination is not a reason to look for another source.
    dragTo: (drop) => element.dragTo({ ...drop, onReady: onFinished }),
  };
}
