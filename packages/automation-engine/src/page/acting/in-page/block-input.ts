let unblock: (() => void) | undefined;

/** Keeps mouse and keyboard from the document until `allowInput`; scripts of the page go on. */
export function blockInput(): void {
  if (unblock) return;
  const kinds =
    'pointerdown mousedown pointerup mouseup click auxclick contextmenu dblclick keydown keypress keyup beforeinput';
  for (const kind of kinds.split(' ')) addEventListener(kind, dropInput, { capture: true });
  unblock = () => {
    for (const kind of kinds.split(' ')) removeEventListener(kind, dropInput, { capture: true });
  };
}

/** Events that scripts make themselves are none of ours. */
export function dropInput(event: Event): void {
  if (!event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Undoes `blockInput`. */
export function allowInput(): void {
  unblock?.();
  unblock = undefined;
}
