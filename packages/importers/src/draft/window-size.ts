import { approximated, mapped, type Mapping } from './mapping.ts';

const between = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(value)));

/** Sets the size of the page, which is the same for the whole run. */
export function setWindow(
  settings: Record<string, unknown>,
  size: { readonly width: number; readonly height: number },
): Mapping {
  const viewport = {
    width: between(size.width, 320, 3840),
    height: between(size.height, 240, 2160),
  };
  const before = settings['browser_settings'] as { viewport?: object } | undefined;
  if (before?.viewport) {
    const isSame = JSON.stringify(before.viewport) === JSON.stringify(viewport);
    return isSame
      ? mapped()
      : approximated('The size of the page stays the same for the whole run.');
  }
  settings['browser_settings'] = { ...before, viewport };
  const isExact = viewport.width === size.width && viewport.height === size.height;
  return isExact
    ? mapped()
    : approximated('The size of the page is limited to 320 x 240 up to 3840 x 2160.');
}
