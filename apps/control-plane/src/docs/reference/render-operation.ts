import { type Html, html } from '@errand/foundation';
import type { TypeDescriber } from './describe-type.ts';
import { renderText, renderWords } from './inline-markdown.ts';
import { joinHtml } from './name-type.ts';
import type { Content, Operation } from './read-reference.ts';

type Response = Operation['responses'][string];

/** Headers that the overview describes because most responses have them. */
const COMMON_HEADERS = new Set([
  'x-request-id',
  'x-api-key-expires-at',
  'x-error-code',
  'link',
  'ratelimit',
  'ratelimit-policy',
]);

/** Describes one operation: its parameters, body, responses and errors, with examples. */
export function renderOperation(operation: Operation, types: TypeDescriber): Html {
  const { operationId, summary, description, parameters } = operation;
  return html`<section class="operation">
    <h2 id="${operationId}"><a href="#${operationId}">${summary}</a></h2>
    <p class="address"><code>${addressOf(operation)}</code></p>
    ${renderText(description)}
    <p class="access">${describeAccess(operation)}</p>
    ${parameters.length === 0 ? undefined : html`<h3>Parameters</h3>`}
    ${listOf(parameters.map((parameter) => renderParameter(parameter, types)))}
    ${renderBody(operation, types)}
    <h3>Responses</h3>
    ${listOf(
      Object.entries(operation.responses).map(([status, response]) =>
        renderResponse(status, response, types),
      ),
    )}
  </section>`;
}

/** Method and path of an operation; a webhook has no path of this server. */
export function addressOf({
  method,
  path,
  isWebhook,
}: Pick<Operation, 'isWebhook' | 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${isWebhook ? 'your URL' : path}`;
}

const SCHEMES: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  authorization: 'API key in `Authorization`',
  cookieAuth: 'session cookie',
  eventsTicket: 'ticket in the URL',
  basic: 'user name and password',
};

function describeAccess({ security, deprecated, isWebhook, ...operation }: Operation): Html {
  const schemes = (security ?? []).flatMap(Object.keys).map((name) => SCHEMES[name] ?? name);
  const isOpen = schemes.length === 0;
  const notes = [
    ...(deprecated ? ['**Deprecated**'] : []),
    isOpen
      ? 'Authentication: none'
      : `[Authentication](/docs/api/#authentication): ${schemes.join(', ')}`,
    ...(operation['x-scope'] === undefined ? [] : [`scope \`${operation['x-scope']}\``]),
    ...(operation['x-max-body-bytes'] === undefined
      ? []
      : [`body of at most ${operation['x-max-body-bytes'].toLocaleString('en-US')} bytes`]),
    ...(isWebhook ? [] : [`[try it](/docs/api/try/${tryAnchorOf(operation)})`]),
  ];
  return renderWords(notes.join(' · '));
}

/** Swagger UI opens the operation. */
function tryAnchorOf({
  tags: [tag],
  operationId,
}: Pick<Operation, 'operationId' | 'tags'>): string {
  return `#/${encodeURIComponent(tag)}/${operationId}`;
}

function renderParameter(parameter: Operation['parameters'][number], types: TypeDescriber): Html {
  const { name, in: place, required, description, schema, example } = parameter;
  const scopes = Object.entries(parameter['x-scope-by-value']);
  return types.describeField({
    name,
    place,
    isRequired: required,
    schema,
    description,
    example,
    notes: scopes.map(([value, scope]) => `\`${value}\` needs the scope \`${scope}\``),
  });
}

function renderBody({ requestBody: { content, required } }: Operation, types: TypeDescriber) {
  if (Object.keys(content).length === 0) return undefined;
  return html`<h3>Request body</h3>
    ${required ? undefined : html`<p>The body may be left out.</p>`}
    ${renderContent(content, types)}`;
}

function renderResponse(
  status: string,
  { description, headers, content }: Response,
  types: TypeDescriber,
): Html {
  const codes = (headers['x-error-code']?.schema['enum'] ?? []) as readonly string[];
  const others = Object.entries(headers).filter(
    ([name]) => !COMMON_HEADERS.has(name.toLowerCase()),
  );
  return html`<li>
    <div class="status"><strong>${status}</strong> ${renderText(description)}</div>
    ${codes.length === 0 ? undefined : html`<p>Error codes: ${joinCodes(codes)}</p>`}
    ${others.map(
      ([name, header]) =>
        html`<p>Header <code>${name}</code>: ${renderWords(header.description)}</p>`,
    )}
    ${renderContent(content, types)}
  </li>`;
}

function joinCodes(codes: readonly string[]): Html {
  const links = codes.map((code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a>`);
  return joinHtml(links, ', ');
}

function renderContent(content: Content, { describeMembers, nameType }: TypeDescriber): Html {
  return html`${Object.entries(content).map(
    ([type, { schema, examples }]) =>
      html`<p class="body"><code>${type}</code> <span class="type">${nameType(schema)}</span></p>
        ${describeMembers(schema)}
        ${Object.entries(examples).map(([name, { summary, value }]) =>
          renderExample(summary ?? name.replaceAll('-', ' '), value),
        )}`,
  )}`;
}

/** Event streams and files are examples in text, all others in JSON. */
function renderExample(title: string, value: unknown): Html {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return html`<details>
    <summary>Example: ${title}</summary>
    <pre tabindex="0"><code>${text}</code></pre>
  </details>`;
}

function listOf(parts: readonly Html[]): Html | undefined {
  return parts.length === 0
    ? undefined
    : html`<ul class="fields">
        ${parts}
      </ul>`;
}
