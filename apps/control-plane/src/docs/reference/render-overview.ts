import { type Html, html } from '@errand/foundation';
import type { TypeDescriber } from './describe-type.ts';
import { renderText } from './inline-markdown.ts';
import type { OperationGroup } from './operation-group.ts';
import { referenceTo } from './place-types.ts';
import type { Reference } from './read-reference.ts';
import type { Field } from './render-field.ts';
import { addressOf } from './render-operation.ts';

/** The sections after those of the groups of operations. */
export const OVERVIEW_SECTIONS = [
  { id: 'basics', title: 'Basics' },
  { id: 'authentication', title: 'Authentication' },
  { id: 'headers', title: 'Headers' },
  { id: 'error-bodies', title: 'Error bodies' },
] as const;

interface Overview {
  readonly groups: readonly OperationGroup[];
  /** The names of the types that pages of several groups use. */
  readonly shared: readonly string[];
  readonly describer: TypeDescriber;
}

/** The first page of the API reference: all operations, and what they have in common. */
export function renderOverview(
  { info, components }: Reference,
  { groups, shared, describer }: Overview,
): Html {
  const [basics, authentication, headers, errors] = OVERVIEW_SECTIONS.map(
    ({ id, title }) => html`<h2 id="${id}"><a href="#${id}">${title}</a></h2>`,
  );
  return html`<h1>API reference</h1>
    <p class="lead">
      Every operation with its parameters, bodies and errors.
      <a href="/docs/api/try/">Try the operations</a> on a page that sends requests (it needs
      JavaScript), or take the OpenAPI document as <a href="/openapi.json">JSON</a> or
      <a href="/openapi.yaml">YAML</a>.
    </p>
    ${groups.map(renderGroup)} ${basics} ${renderText(info.description)} ${authentication}
    <ul class="fields">
      ${Object.values(components.securitySchemes).map(
        ({ type, in: place, name, scheme, description }) =>
          html`<li>
            <p class="field"><code>${name ?? scheme}</code> <span>${place ?? type}</span></p>
            ${renderText(description)}
          </li>`,
      )}
    </ul>
    ${headers}
    <ul class="fields">
      ${listHeaders(groups).map(describer.describeField)}
    </ul>
    ${errors}
    <ul class="fields">
      ${shared.map(
        (name) =>
          html`<li>
            <p class="field"><strong>${name}</strong></p>
            ${describer.describeMembers(referenceTo(name))}
          </li>`,
      )}
    </ul>`;
}

/** The headers of all responses; a name may have several meanings. */
function listHeaders(groups: readonly OperationGroup[]): readonly Field[] {
  const responses = groups.flatMap(({ operations }) =>
    operations.flatMap((operation) => Object.values(operation.responses)),
  );
  const fields = responses.flatMap(({ headers }) =>
    Object.entries(headers).map(([name, header]): [string, Field] => [
      `${name}: ${header.description}`,
      // Without the values of one response.
      { name, isRequired: false, ...header, schema: { ...header.schema, enum: undefined } },
    ]),
  );
  return [...new Map(fields).values()];
}

function renderGroup({ page, title, description, operations }: OperationGroup): Html {
  return html`<h2 id="${page}"><a href="/docs/api/${page}">${title}</a></h2>
    <p>${description}</p>
    <ul class="operations">
      ${operations.map(
        (operation) =>
          html`<li>
            <a href="/docs/api/${page}#${operation.operationId}">${operation.summary}</a>
            <code>${addressOf(operation)}</code>
          </li>`,
      )}
    </ul>`;
}
