const SHORTEST_IN_OTHER_CASE = 8;
const LONGEST_IN_ALL_FORMS = 256;

/**
 * Returns the forms in which a secret may appear in a text: plain, URL-encoded (even twice, as in a
 * URL within a URL), escaped in JSON as common libraries do it, escaped in HTML, in hexadecimal,
 * and in base64 once or twice, even within something longer such as a Basic authorization of
 * `user:password`. Each form also with white space as a page shows it; the plain one also in upper
 * and lower case.
 */
export function secretForms(secret: string): ReadonlySet<string> {
  const encode = secret.length <= LONGEST_IN_ALL_FORMS ? encodedForms : plainForms;
  const drawn = [...drawnForms(secret)].flatMap(encode);
  return new Set([...encodedForms(secret), ...drawn, ...otherCases(secret)]);
}

/**
 * Returns what fields and pages make of white space: other or no line breaks, trimmed, single
 * spaces.
 */
function drawnForms(secret: string): ReadonlySet<string> {
  const lines = secret.replaceAll(/\r\n?/g, '\n');
  const oneLine = lines.replaceAll('\n', '');
  const forms = [secret, lines, oneLine, secret.replaceAll(/\s+/g, ' ')];
  return new Set([...forms, ...forms.map((form) => form.trim())]);
}

/**
 * Returns the cases that `text-transform` can produce. A short secret in another case is too likely
 * to be a word.
 */
function otherCases(secret: string): readonly string[] {
  return secret.length < SHORTEST_IN_OTHER_CASE ? [] : [secret.toUpperCase(), secret.toLowerCase()];
}

/** A private key drawn by a page is too long for URLs and the like, and every form costs time. */
function plainForms(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1)];
}

function encodedForms(secret: string): readonly string[] {
  const wellFormed = secret.toWellFormed();
  return [
    secret,
    ...urlForms(wellFormed),
    ...jsonForms(secret),
    ...htmlForms(secret),
    ...base64Forms(Buffer.from(wellFormed, 'utf8')),
    ...twiceBase64Forms(wellFormed),
    ...hexForms(wellFormed),
  ];
}

function urlForms(secret: string): readonly string[] {
  const component = encodeURIComponent(secret);
  const strict = component.replaceAll(/[!'()*]/g, percentEncode);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const twice = [component, strict, form].map(encodeURIComponent);
  const upperCase = [component, strict, form, ...twice];
  return [...upperCase, ...upperCase.map(lowerCaseEscapes)];
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function lowerCaseEscapes(encoded: string): string {
  return encoded.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

const BEYOND_ASCII = /[^ -~]/g;
/** Characters that could end a script element or attribute and are escaped for that reason. */
const MARKUP = /[<>&'+\u2028\u2029]/g;

/**
 * Returns JSON as written by JavaScript; with non-ASCII escaped (Python); slashes too (PHP); HTML
 * markup too (Go, Ruby); all of it and quotation marks (.NET); and each nested in a JSON string.
 */
function jsonForms(secret: string): readonly string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  const ascii = plain.replaceAll(BEYOND_ASCII, escapeUnit);
  const forMarkup = [plain, ascii].flatMap((json) => [
    json.replaceAll(/[<>&\u2028\u2029]/g, escapeUnit),
    json.replaceAll(MARKUP, escapeUnit),
  ]);
  const dotnet = ascii
    .replaceAll(String.raw`\"`, String.raw`\u0022`)
    .replaceAll(MARKUP, escapeUnit);
  const forms = [plain, ascii, ...forMarkup, dotnet];
  const all = [...forms, ...[plain, ascii].map((json) => json.replaceAll('/', String.raw`\/`))];
  const nested = JSON.stringify(plain).slice(1, -1);
  return [...all, ...all.map(upperCaseUnits), nested];
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function upperCaseUnits(json: string): string {
  return json.replaceAll(/\\u[0-9a-f]{4}/g, (escape) => `\\u${escape.slice(2).toUpperCase()}`);
}

/**
 * Returns forms for text and attributes, with the names and numbers that common libraries use for
 * quotation marks.
 */
function htmlForms(secret: string): readonly string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const doubles = ['"', '&quot;', '&#34;'].map((mark) => text.replaceAll('"', mark));
  return doubles.flatMap((html) =>
    ["'", '&#39;', '&#039;', '&#x27;', '&apos;'].map((mark) => html.replaceAll("'", mark)),
  );
}

/** Returns base64 of base64: the whole text once, as in a token in a cookie. */
function twiceBase64Forms(secret: string): readonly string[] {
  return base64Forms(Buffer.from(secret, 'utf8')).flatMap((once) => base64Forms(Buffer.from(once)));
}

/** Returns hexadecimal of the UTF-8 bytes and the UTF-16 units. */
function hexForms(secret: string): readonly string[] {
  const forms = [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'utf16le')];
  const small = forms.map((bytes) => bytes.toString('hex'));
  return [...small, ...small.map((hex) => hex.toUpperCase())];
}

/**
 * Returns base64 at each of the three offsets of a group; only characters that depend on the secret
 * alone are kept.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url');
    const ownStart = Math.ceil((offset * 8) / 6);
    const ownEnd = Math.floor(((offset + bytes.length) * 8) / 6);
    const urlSafe = encoded.slice(ownStart, ownEnd);
    return [urlSafe, urlSafe.replaceAll('-', '+').replaceAll('_', '/')];
  });
}
