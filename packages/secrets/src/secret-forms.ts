/**
 * The ways in which a secret turns up in a text: as it is, URL-encoded, escaped in JSON, and in base64,
 * there also in the middle of something longer, as in a Basic authorization of `user:password`.
 */
export function secretForms(secret: string): ReadonlySet<string> {
  const wellFormed = secret.toWellFormed();
  return new Set([
    secret,
    ...urlForms(wellFormed),
    JSON.stringify(secret).slice(1, -1),
    asciiJson(secret),
    ...base64Forms(Buffer.from(wellFormed, 'utf8')),
  ]);
}

function urlForms(secret: string): readonly string[] {
  const component = encodeURIComponent(secret);
  const strict = component.replaceAll(/[!'()*]/g, percentEncode);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const upperCase = [component, strict, form];
  return [...upperCase, ...upperCase.map(lowerCaseEscapes)];
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function lowerCaseEscapes(encoded: string): string {
  return encoded.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** JSON as Python and others write it, with everything beyond ASCII escaped. */
function asciiJson(secret: string): string {
  return JSON.stringify(secret)
    .slice(1, -1)
    .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A secret may begin at any of three places of a base64 group; only characters made of it alone are kept. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url');
    const ownStart = Math.ceil((offset * 8) / 6);
    const ownEnd = Math.floor(((offset + bytes.length) * 8) / 6);
    const urlSafe = encoded.slice(ownStart, ownEnd);
    return [urlSafe, urlSafe.replaceAll('-', '+').replaceAll('_', '/')];
  });
}
