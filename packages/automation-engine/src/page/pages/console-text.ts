import type { ConsoleMessage, JSHandle, Protocol } from 'puppeteer';

/** V8 puts it in place of what it leaves out of a preview. */
const ELLIPSIS = '…';

/** Returns what a page wrote to its console, with the first properties of each object. */
export function consoleText(message: ConsoleMessage): string {
  const values = message.args();
  if (values.length === 0) return message.text();
  return values.map(describeValue).join(' ');
}

function describeValue(handle: JSHandle): string {
  const { type, subtype, value, unserializableValue, description, preview } = handle.remoteObject();
  if (type === 'string') return String(value);
  if (preview && (type !== 'object' || subtype === undefined || subtype === 'array')) {
    return describePreview(preview);
  }
  return unserializableValue ?? description ?? String(value);
}

function describePreview(preview: Protocol.Runtime.ObjectPreview): string {
  const { subtype, description, properties, overflow } = preview;
  const isArray = subtype === 'array';
  const shown = properties.map((property) =>
    isArray ? describeProperty(property) : `${property.name}: ${describeProperty(property)}`,
  );
  if (overflow) shown.push(ELLIPSIS);
  if (isArray) return `[${shown.join(', ')}]`;
  const members = `{${shown.join(', ')}}`;
  return description === 'Object' ? members : `${nameOf(description)} ${members}`;
}

const nameOf = (description = ''): string =>
  description.includes(ELLIPSIS) ? ELLIPSIS : description;

/** Secrets would not be recognized, and redacted, in abbreviated or escaped texts. */
function describeProperty({ type, value = '' }: Protocol.Runtime.PropertyPreview): string {
  if (value.includes(ELLIPSIS)) return ELLIPSIS;
  if (type === 'string') return `"${value}"`;
  return value === '' ? type : value;
}
