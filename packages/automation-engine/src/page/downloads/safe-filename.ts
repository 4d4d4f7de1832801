const LONGEST_NAME = 150;
const RESERVED_NAMES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns a name that is safe as a file name on every system: no path, no control characters, not
 * too long.
 */
export function safeFilename(name: string): string {
  const cleaned = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/["*/:<>?\\|]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  if (cleaned === '') return 'download';
  return shorten(RESERVED_NAMES.test(cleaned) ? `_${cleaned}` : cleaned);
}

/**
 * Returns the given name, with the browser's extension if it has none. A UUID counts as no given
 * name.
 */
export function chooseFilename(wanted: string | undefined, suggested: string): string {
  if (wanted === undefined || wanted.trim() === '' || UUID.test(wanted.trim())) {
    return safeFilename(suggested);
  }
  const name = safeFilename(wanted);
  return extensionOf(name) === ''
    ? safeFilename(`${name}${extensionOf(safeFilename(suggested))}`)
    : name;
}

/**
 * `report.pdf`, then `report_2.pdf`, `report_3.pdf`. Names that differ only in case count as the
 * same.
 */
export function uniqueFilename(name: string, taken: ReadonlySet<string>): string {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${stem}_${number}${extension}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

/** With its dot; empty if what follows the last dot does not look like one. */
export function extensionOf(name: string): string {
  return /\.[a-z\d]{1,10}$/i.exec(name)?.[0] ?? '';
}

function shorten(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const extension = extensionOf(name);
  return `${name.slice(0, LONGEST_NAME - extension.length).trimEnd()}${extension}`;
}
