import { type ApiDocument, listOperations } from '@errand/api-types';
import { z } from 'zod';
import { readMember } from './read-member.ts';

const withAutomation = z.object({
  properties: z.object({ automation: z.object({ $ref: z.string() }) }),
});
/**
 * Fits a document to what validates its requests; readers of the document get it as it is written.
 *
 * An automation in a request is left to the engine, which names the faulty member where a schema validator lists every
 * branch of every union, and which does not write defaults into what is stored. And a query parameter may hold any
 * character: the validator would refuse `*` and `(` even though they need no escape.
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

/** Those of operations, and those that operations refer to. */
function findParameters(document: ApiDocument): object[] {
  const shared = Object.values(readMember(document.components, 'parameters') ?? {});
  const own = listOperations(document).flatMap(
    ({ path, method }) => readMember(readMember(document.paths[path], method), 'parameters') ?? [],
  );
  return [...shared, ...own];
}
