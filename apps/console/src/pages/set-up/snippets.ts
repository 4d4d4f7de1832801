export interface SnippetFacts {
  /** Base URL of the API. */
  readonly url: string;
  /** Endpoint name of the recording. */
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

interface Snippet {
  readonly id: string;
  readonly title: string;
  readonly parts: (
    facts: SnippetFacts,
  ) => readonly { readonly name: string; readonly text: string }[];
}

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** How to run a recording from other programs. They read the key from the environment. */
export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'curl',
    title: 'curl',
    parts: ({ url, name, inputs }) => [
      {
        name: 'Submit',
        text: `curl -sS ${url}/api/v1/inference \\
  -H "x-api-key: $ERRAND_API_KEY" -H 'content-type: application/json' \\
  -d ${shellQuoted(json({ endpoint_name: name, input_parameters: inputs }))}`,
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
    parts: ({ url, name, inputs }) => [
      {
        name: 'Run and wait',
        text: `import { createErrand } from '@errand/client';

const errand = createErrand({
  baseUrl: ${JSON.stringify(url)},
  apiKey: process.env.ERRAND_API_KEY,
});
const task = await errand.run({
  endpoint_name: ${JSON.stringify(name)},
  input_parameters: ${json(inputs)},
});
console.log(task.status, task.error, task.output_data);`,
      },
    ],
  },
  {
    id: 'python',
    title: 'Python',
    parts: ({ url, name, inputs }) => [
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

submission = json.loads(${JSON.stringify(json({ endpoint_name: name, input_parameters: inputs }))})
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
