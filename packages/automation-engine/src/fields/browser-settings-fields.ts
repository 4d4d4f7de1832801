import { z } from 'zod';
import { optionalField } from './optional-field.ts';

const viewportSchema = z
  .strictObject({
    width: z.int().min(320).max(3840).describe('CSS pixels, 320 to 3840.'),
    height: z.int().min(240).max(2160).describe('CSS pixels, 240 to 2160.'),
  })
  .describe('Size of the page. Default: the space that the window of the worker leaves.');

/** What pages see of the browser and its user. Not part of INTERFACE.md. */
export const browserSettingsSchema = z.strictObject({
  viewport: optionalField(viewportSchema).describe(
    'Size of the page. Default: the space that the window of the worker leaves.',
  ),
  locale: optionalField(z.string().superRefine(checkLocale)).describe(
    'Language and region that the browser reports to pages, as a BCP 47 tag such as de-AT: languages, formats of numbers and dates. Default: those of the worker.',
  ),
  timezone: optionalField(z.string().superRefine(checkTimezone)).describe(
    'Time zone of the pages, by its IANA name, such as Europe/Vienna. Default: that of the worker.',
  ),
});

export type BrowserSettings = z.output<typeof browserSettingsSchema>;

function checkLocale(locale: string, context: z.core.$RefinementCtx): void {
  if (canMake(() => new Intl.Locale(locale))) return;
  const message = `"${locale}" is not a language tag: write one such as de-AT or en.`;
  context.addIssue({ code: 'custom', message });
}

function checkTimezone(timeZone: string, context: z.core.$RefinementCtx): void {
  const isName = !/^[+-]/.test(timeZone);
  if (isName && canMake(() => new Intl.DateTimeFormat('en', { timeZone }))) return;
  const message = `"${timeZone}" is not a time zone: write its IANA name, such as Europe/Vienna.`;
  context.addIssue({ code: 'custom', message });
}

/** `Intl` throws `RangeError` for a name that it does not know. */
function canMake(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (Error.isError(error) && error.name === 'RangeError') return false;
    throw error;
  }
}
