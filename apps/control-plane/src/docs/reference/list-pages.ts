import { html } from '@errand/foundation';
import type { Section } from '../site/search-pages.ts';
import { createTypeDescriber } from './describe-type.ts';
import { hasMembers, type Types } from './name-type.ts';
import type { OperationGroup } from './operation-group.ts';
import {
  AUTOMATION,
  OVERVIEW,
  pageOfTag,
  placeTypes,
  referenceTo,
  type Places,
} from './place-types.ts';
import type { Operation, Reference } from './read-reference.ts';
import type { ReferencePage } from './reference-page.ts';
import { OVERVIEW_SECTIONS, renderOverview } from './render-overview.ts';
import { addressOf, renderOperation } from './render-operation.ts';

/**
 * The pages of the API reference: an overview, one for each group of operations, and one for the
 * types of automations.
 */
export function listReferencePages(reference: Reference): readonly ReferencePage[] {
  const places = placeTypes(reference);
  const groups = reference.tags.map(({ name, description }): OperationGroup => {
    const operations = reference.operations.filter(({ tags: [own] }) => own === name);
    return { page: pageOfTag(name), title: titleOf(name), description, operations };
  });
  return [
    overviewOf(reference, places, groups),
    ...groups.map((group) => pageOf(group, reference, places)),
    automationOf(reference, places),
  ];
}

function overviewOf(
  reference: Reference,
  places: Places,
  groups: readonly OperationGroup[],
): ReferencePage {
  const types = typesOn(OVERVIEW, reference, places);
  return {
    name: 'api/',
    title: 'Overview',
    outline: [...groups.map(({ page: id, title }) => ({ id, title })), ...OVERVIEW_SECTIONS],
    sections: [],
    render: () =>
      renderOverview(reference, {
        groups,
        shared: typesAt(OVERVIEW, { places, types }),
        describer: createTypeDescriber(types, () => false),
      }),
  };
}

function pageOf(group: OperationGroup, reference: Reference, places: Places): ReferencePage {
  const { page, title, description, operations } = group;
  return {
    name: `api/${page}`,
    title,
    outline: operations.map(({ operationId: id, summary }) => ({ id, title: summary })),
    sections: operations.map((operation) => sectionOf(operation, group)),
    render() {
      const types = typesOn(page, reference, places);
      const describer = createTypeDescriber(types, (name) => places.has(name));
      return html`<h1>${title}</h1>
        <p class="lead">${description}</p>
        ${operations.map((operation) => renderOperation(operation, describer))}`;
    },
  };
}

function sectionOf(operation: Operation, { page, title }: OperationGroup): Section {
  const { operationId, summary, description, parameters } = operation;
  return {
    href: `/docs/api/${page}#${operationId}`,
    title: summary,
    page: `API reference: ${title}`,
    text: [
      addressOf(operation),
      description.replaceAll(/[`*]/g, ''),
      operationId,
      ...parameters.map(({ name }) => name),
    ].join(' '),
  };
}

/** Every type of an automation in a section. */
function automationOf(reference: Reference, places: Places): ReferencePage {
  const types = typesOn(AUTOMATION, reference, places);
  const names = typesAt(AUTOMATION, { places, types });
  return {
    name: `api/${AUTOMATION}`,
    title: 'Automations',
    outline: names.map((name) => ({ id: name, title: name })),
    sections: [],
    render: () =>
      html`<h1>Automations</h1>
        <p class="lead">
          The types of the members of an automation. <a href="/docs/actions">Every step</a> has an
          example of each step.
        </p>
        ${names.map((name) => {
          const describer = createTypeDescriber(types, (other) => other !== name);
          return html`<section>
            <h2><a href="#${name}">${name}</a></h2>
            ${describer.describeMembers(referenceTo(name))}
          </section>`;
        })}`,
  };
}

function typesOn(page: string, { components }: Reference, places: Places): Types {
  return {
    schemas: components.schemas,
    addressOf(name) {
      const place = places.get(name) ?? page;
      return place === page ? `#${name}` : `/docs/api/${place}#${name}`;
    },
  };
}

/** The types with members that a page describes for others. */
function typesAt(
  page: string,
  { places, types }: { readonly places: Places; readonly types: Types },
): readonly string[] {
  return [...places].flatMap(([name, place]) =>
    place === page && hasMembers(types.schemas[name] ?? {}, types) ? [name] : [],
  );
}

function titleOf(tag: string): string {
  if (tag.startsWith('api ')) return `API${tag.slice(3)}`;
  return `${tag.slice(0, 1).toUpperCase()}${tag.slice(1)}`;
}
