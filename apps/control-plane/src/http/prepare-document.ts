import { type ApiDocument, listOperations } from '@errand/api-types';
import { z } from 'zod';
import { readMember } from './read-member.ts';

const withAutomation = z.object({
  properties: z.object({ automation: z.object({ $ref: z.string() }) }),
});
/**
 * Adapts a document for request validation; readers of the document get the original.
 *
 * Automations in a request are left to the engine, which names the faulty member, where a schema
 * validator lists every branch of every union, and which does not add defaults to the stored
 * automation. Query parameters may contain any character: the validator would refuse `*` and `(`
 * although they need no escape.
 */
export function prepareDocument(document: ApiDocument): ApiDocument {
  const prepared = structuredClone(document);
  for (const [name, schema] of Object.entries(prepared.components.schemas ?? {})) {
    const isRequest = name.endsWith('Request') && withAutomation.safeParse(schema).success;
    if (isRequest)
      Object.assign(readMember(schema, 'properties') ?? {}, { automation: { type: 'object' } });
  }
  for (const parameter of findParameters(prepared)) {
    if (readMember(parameter, 'in') === 'query') Object.assign(parameter, { allowReserved: true });
  }
  return prepared;
}

/** Parameters of operations, and shared ones that operations refer to. */
function findParameters(document: ApiDocument): object[] {
  const shared = Object.values(readMember(document.components, 'parameters') ?? {});
  const own = listOperations(document).flatMap(
    ({ path, method }) => readMember(readMember(document.paths[path], method), 'parameters') ?? [],
  );
  return [...shared, ...own];
}
