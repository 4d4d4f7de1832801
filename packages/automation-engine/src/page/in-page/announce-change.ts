let releaseLast: (() => void) | undefined;

/**
 * Reports a change to the page immediately, and only once: the page does not get the event that the
 * browser sends when the field loses focus, unless the value has changed again.
 */
export function announceChange(control: HTMLElement): void {
  releaseLast?.();
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  control.dispatchEvent(new Event('change', { bubbles: true }));
  const { value } = control;
  const root = control.getRootNode();
  const onChange = (event: Event) => {
    if (!event.isTrusted || event.target !== control) return;
    if (control.value === value) event.stopImmediatePropagation();
    release();
  };
  const release = () => {
    root.removeEventListener('change', onChange, { capture: true });
    control.removeEventListener('blur', release);
  };
  root.addEventListener('change', onChange, { capture: true });
  control.addEventListener('blur', release, { once: true });
  releaseLast = release;
}
