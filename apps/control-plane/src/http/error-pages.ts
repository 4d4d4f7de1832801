/** Where the documentation explains the codes of errors and the classes of failures. */
export interface ErrorPages {
  readonly urlOf: (name: string) => string;
}

/** Path of an error's entry, relative to the root of any address of this server. */
function pathOfError(name: string): string {
  return `/docs/errors#${name}`;
}

/** Value of `Link` that leads from an error response to the entry of its code (RFC 8288). */
export function linkToError(code: string): string {
  return `<${pathOfError(code)}>; rel="help"`;
}

export function createErrorPages(publicUrl: string): ErrorPages {
  const base = publicUrl.replace(/\/+$/, '');
  return { urlOf: (name) => `${base}${pathOfError(name)}` };
}
