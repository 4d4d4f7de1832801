import { type ApiDocument, listOperations } from '@errand/api-types';
import { z } from 'zod';
import { readMember } from './read-member.ts';

const withAutomation = z.object({
  properties: z.object({ automation: z.object({ $ref: z.string() }) }),
});
/**
 * Adapts a document for request validation; readers of the document get the original.
 *
 * Automations in a request are left to the engine, which names the faulty member (a schema
 * validator would list every branch of every union) and does not add defaults to the stored
 * automation. Elements of a list with `x-errand-own-results` are left to the route, which reports
 * the violations of each one in its own result. Query parameters may contain any character: the
 * validator would refuse `*` and `(` although they need no escape.
 */
export function prepareDocument(document: ApiDocument): ApiDocument {
  const prepared = structuredClone(document);
  for (const [name, schema] of Object.entries(prepared.components.schemas ?? {})) {
    const isRequest = name.endsWith('Request') && withAutomation.safeParse(schema).success;
    if (isRequest)
      Object.assign(readMember(schema, 'properties') ?? {}, { automation: { type: 'object' } });
  }
  for (const list of findListsOfOwnResults(prepared)) Object.assign(list, { items: {} });
  for (const parameter of findParameters(prepared)) {
    if (readMember(parameter, 'in') === 'query') Object.assign(parameter, { allowReserved: true });
  }
  return prepared;
}

function findListsOfOwnResults(document: ApiDocument): object[] {
  return Object.values(document.components.schemas ?? {})
    .flatMap((schema): unknown[] => Object.values(readMember(schema, 'properties') ?? {}))
    .filter((member): member is object => readMember(member, 'x-errand-own-results') === true);
}

/** Parameters of operations, and shared ones that operations refer to. */
function findParameters(document: ApiDocument): object[] {
  const shared = Object.values(readMember(document.components, 'parameters') ?? {});
  const own = listOperations(document).flatMap(
    ({ path, method }) => readMember(readMember(document.paths[path], method), 'parameters') ?? [],
  );
  return [...shared, ...own];
}
