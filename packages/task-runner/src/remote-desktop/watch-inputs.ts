import type { Desktop } from '@errand/desktop';

/** Wraps a desktop: `onInput` is called before each use of pointer or keyboard, and may throw. */
export function watchInputs(desktop: Desktop, onInput: () => void): Desktop {
  return {
    ...desktop,
    async movePointer(...given) {
      onInput();
      await desktop.movePointer(...given);
    },
    async click(...given) {
      onInput();
      await desktop.click(...given);
    },
    async scroll(...given) {
      onInput();
      await desktop.scroll(...given);
    },
    async typeText(...given) {
      onInput();
      await desktop.typeText(...given);
    },
    async pressTogether(...given) {
      onInput();
      await desktop.pressTogether(...given);
    },
  };
}
