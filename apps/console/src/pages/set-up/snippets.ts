export interface SnippetFacts {
  /** Base URL of the API. */
  readonly url: string;
  /** Endpoint name of the recording. */
  readonly name: string;
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  /** Names of the secrets that every task must provide. */
  readonly secrets: readonly string[];
}

interface Snippet {
  readonly id: string;
  readonly title: string;
  readonly parts: (
    facts: SnippetFacts,
  ) => readonly { readonly name: string; readonly text: string }[];
}

/** What each snippet submits. The reader fills in references to secrets. */
function submissionOf({ name, inputs, secrets }: Omit<SnippetFacts, 'url'>): object {
  const reference = [
    { onepassword: { vault_name: 'VAULT', item_name: 'ITEM', field_name: 'FIELD' } },
  ];
  const references = Object.fromEntries(secrets.map((each) => [each, reference]));
  return {
    endpoint_name: name,
    input_parameters: inputs,
    ...(secrets.length > 0 && { secure_parameters: references }),
  };
}

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Code that runs a recording from other programs, with the key from the environment. */
export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'curl',
    title: 'curl',
    parts: ({ url, ...facts }) => [
      {
        name: 'Submit',
        text: `curl -sS ${url}/api/v1/inference \\
  -H "x-api-key: $ERRAND_API_KEY" -H 'content-type: application/json' \\
  -d ${shellQuoted(json(submissionOf(facts)))}`,
      },
      {
        name: 'Look at it',
        text: `curl -sS ${url}/api/v1/tasks/TASK_ID -H "x-api-key: $ERRAND_API_KEY"`,
      },
    ],
  },
  {
    id: 'typescript',
    title: 'TypeScript',
    parts: ({ url, ...facts }) => [
      {
        name: 'Run and wait',
        text: `import { createErrand } from '@errand/client';

const errand = createErrand({
  baseUrl: ${JSON.stringify(url)},
  apiKey: process.env['ERRAND_API_KEY'] ?? '',
});
const task = await errand.run(${json(submissionOf(facts))});
console.log(task.status, task.error, task.output_data);`,
      },
    ],
  },
  {
    id: 'python',
    title: 'Python',
    parts: ({ url, ...facts }) => [
      {
        name: 'Run and wait',
        text: `import json, os, time, urllib.request

URL = ${JSON.stringify(url)}

def call(path, body=None):
    request = urllib.request.Request(
        URL + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"x-api-key": os.environ["ERRAND_API_KEY"], "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)

submission = json.loads(${JSON.stringify(json(submissionOf(facts)))})
task_id = call("/api/v1/inference", submission)["task_id"]
while True:
    task = call("/api/v1/tasks/" + task_id)["task"]
    if task["completed_at"]:
        break
    time.sleep(1)
print(task["status"], task["error"], task["output_data"])`,
      },
    ],
  },
  {
    id: 'mcp',
    title: 'MCP',
    parts: ({ url, name, inputs }) => [
      {
        name: 'Configuration of an MCP client',
        text: json({
          mcpServers: {
            errand: {
              command: '/path/to/errand/bin/errand-mcp',
              env: { ERRAND_URL: url, ERRAND_API_KEY: '<API_KEY>' },
            },
          },
        }),
      },
      {
        name: 'What to ask the agent',
        text: `Run the recording ${name} with ${JSON.stringify(inputs)} and show me its output.`,
      },
    ],
  },
];
