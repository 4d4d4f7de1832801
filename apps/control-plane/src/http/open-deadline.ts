/**
 * A signal that fires with another one, or when the time is over, and then stays so. AbortSignal.any alone forgets an
 * AbortSignal.timeout that fired while nobody listened, once that is collected as garbage. Disposing ends the timer.
 */
export function openDeadline(
  signal: AbortSignal,
  milliseconds: number,
): Disposable & { readonly signal: AbortSignal } {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new Error('The time is over.')), milliseconds);
  return {
    signal: AbortSignal.any([signal, over.signal]),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
