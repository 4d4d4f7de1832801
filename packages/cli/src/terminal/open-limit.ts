/** A signal that fires after some time or with another signal. Dispose it after the request. */
export function openLimit(
  outer: AbortSignal,
  milliseconds: number,
): { readonly signal: AbortSignal } & Disposable {
  // AbortSignal.any does not keep a signal of AbortSignal.timeout alive.
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(outer.reason);
  const timer = setTimeout(
    () => controller.abort(new Error(`no response within ${milliseconds / 1_000} s`)),
    milliseconds,
  );
  outer.addEventListener('abort', onAbort, { once: true });
  if (outer.aborted) onAbort();
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
    },
  };
}
