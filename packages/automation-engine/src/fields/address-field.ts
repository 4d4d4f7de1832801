import { parseTemplate } from '@errand/expressions';
import type { z } from 'zod';

/** The URL schemes that a browser may load. */
export const allowedSchemes: readonly string[] = ['http:', 'https:', 'about:', 'data:', 'blob:'];

/**
 * A `superRefine` check: rejects an address that can never be loaded. Placeholders may stand for
 * any part, but a wrong scheme in front of them is still rejected.
 */
export function checkAddress(address: string, context: z.core.$RefinementCtx): void {
  const problem = address.trim() === '' ? undefined : addressProblem(address.trim());
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
}

function addressProblem(address: string): string | undefined {
  const [first, ...others] = parseTemplate(address).segments;
  const start = first?.kind === 'text' ? first.text : '';
  const isComposed = others.length > 0 || first?.kind === 'placeholder';
  const scheme = isComposed
    ? /^[a-z][a-z\d+.-]*:/i.exec(start)?.[0].toLowerCase()
    : URL.parse(address)?.protocol;
  if (scheme !== undefined && !allowedSchemes.includes(scheme)) {
    return `Addresses with "${scheme}" are not loaded: use http or https.`;
  }
  if (scheme !== undefined || isComposed) return undefined;
  return `${JSON.stringify(address)} is not an absolute address: write it like https://example.com/, or as a placeholder.`;
}
