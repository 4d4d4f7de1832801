/** Where the documentation explains the codes of errors and the classes of failures. */
export interface ErrorPages {
  readonly urlOf: (name: string) => string;
}

/** The entry of an error, from the root of any address of this server. */
export function pathOfError(name: string): string {
  return `/docs/errors#${name}`;
}

export function createErrorPages(publicUrl: string): ErrorPages {
  const base = publicUrl.replace(/\/+$/, '');
  return { urlOf: (name) => `${base}${pathOfError(name)}` };
}
