let unblock: (() => void) | undefined;

/**
 * Blocks mouse and keyboard input to the document until `allowInput`; scripts of the page keep
 * running.
 */
export function blockInput(): void {
  if (unblock) return;
  const kinds =
    'pointerdown mousedown pointerup mouseup click auxclick contextmenu dblclick keydown keypress keyup beforeinput';
  for (const kind of kinds.split(' ')) addEventListener(kind, dropInput, { capture: true });
  unblock = () => {
    for (const kind of kinds.split(' ')) removeEventListener(kind, dropInput, { capture: true });
  };
}

/** Drops the event unless a script dispatched it. */
function dropInput(event: Event): void {
  if (!event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Undoes `blockInput`. */
export function allowInput(): void {
  unblock?.();
  unblock = undefined;
}
