/**
 * A plugin for Swagger UI that leaves optional parameters empty. Swagger UI fills in their examples,
 * so every list would be filtered by ids that do not exist.
 */
export const emptyOptionalParameters = {
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (document) => update(dropOptionalExamples(document)),
      },
    },
  },
};

function dropOptionalExamples(document) {
  const copy = structuredClone(document);
  const { components = {}, paths = {} } = copy;
  const owners = Object.values(paths).flatMap((path) => [path, ...Object.values(path)]);
  const lists = owners.map(({ parameters }) => parameters ?? []);
  for (const parameter of [...Object.values(components.parameters ?? {}), ...lists.flat()]) {
    if (parameter.required === true) continue;
    delete parameter.example;
    delete parameter.examples;
  }
  return copy;
}
