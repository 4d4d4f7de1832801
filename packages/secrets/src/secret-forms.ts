const shortestInOtherCase = 8;
const longestInAllForms = 256;

/**
 * The ways in which a secret turns up in a text: as it is, URL-encoded (twice, too, as in an address within another one),
 * escaped in JSON as the common libraries do it, escaped in HTML, in hexadecimal digits, and in base64 once and twice, there also in
 * the middle of something longer, as in a Basic authorization of `user:password`. All that with white space as a page shows it; and as it is, in capitals or small letters.
 */
export function secretForms(secret: string): ReadonlySet<string> {
  const encode = secret.length <= longestInAllForms ? encodedForms : plainForms;
  const drawn = [...drawnForms(secret)].flatMap(encode);
  return new Set([...encodedForms(secret), ...drawn, ...otherCases(secret)]);
}

/** What fields and pages make of white space: other line breaks or none, nothing around it, one space for several. */
function drawnForms(secret: string): ReadonlySet<string> {
  const lines = secret.replaceAll(/\r\n?/g, '\n');
  const oneLine = lines.replaceAll('\n', '');
  const forms = [secret, lines, oneLine, secret.replaceAll(/\s+/g, ' ')];
  return new Set([...forms, ...forms.map((form) => form.trim())]);
}

/** As `text-transform` draws it. A short one is too likely to be a word. */
function otherCases(secret: string): readonly string[] {
  return secret.length < shortestInOtherCase ? [] : [secret.toUpperCase(), secret.toLowerCase()];
}

/** A private key that a page has drawn is too long for addresses and the like, and every form of it costs. */
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

const beyondAscii = /[^ -~]/g;
/** What may end a script element or an attribute, and is escaped for that. */
const markup = /[<>&'+\u2028\u2029]/g;

/**
 * JSON as JavaScript writes it; with everything beyond ASCII escaped (Python), slashes too (PHP), what means something in
 * HTML too (Go, Ruby), and all of it, the quotation mark too (.NET); within a text of JSON once more.
 */
function jsonForms(secret: string): readonly string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  const ascii = plain.replaceAll(beyondAscii, escapeUnit);
  const forMarkup = [plain, ascii].flatMap((json) => [
    json.replaceAll(/[<>&\u2028\u2029]/g, escapeUnit),
    json.replaceAll(markup, escapeUnit),
  ]);
  const dotnet = ascii
    .replaceAll(String.raw`\"`, String.raw`\u0022`)
    .replaceAll(markup, escapeUnit);
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

/** Text and attributes, with the names and numbers that the common libraries write for the quotation marks. */
function htmlForms(secret: string): readonly string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const doubles = ['"', '&quot;', '&#34;'].map((mark) => text.replaceAll('"', mark));
  return doubles.flatMap((html) =>
    ["'", '&#39;', '&#039;', '&#x27;', '&apos;'].map((mark) => html.replaceAll("'", mark)),
  );
}

/** In base64 and then in base64 again: the whole text once, as a token in a cookie has it. */
function twiceBase64Forms(secret: string): readonly string[] {
  return base64Forms(Buffer.from(secret, 'utf8')).flatMap((once) => base64Forms(Buffer.from(once)));
}

/** The bytes in UTF-8 and the units in UTF-16. */
function hexForms(secret: string): readonly string[] {
  const forms = [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'utf16le')];
  const small = forms.map((bytes) => bytes.toString('hex'));
  return [...small, ...small.map((hex) => hex.toUpperCase())];
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
