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
  /** What to do before copying. */
  readonly before: string;
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

/** Asks for the key, so that it is not in the history of the shell. */
const KEY = {
  name: 'Once in the shell: paste the API key, then press Enter',
  text: 'read -rs ERRAND_API_KEY; export ERRAND_API_KEY',
};

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Code that runs a recording from other programs, with the key from the environment. */
export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'curl',
    title: 'curl',
    before: 'Replace TASK_ID in the last command with the task_id of the response.',
    parts: ({ url, ...facts }) => [
      KEY,
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
    before:
      'The client is not in a registry: a checkout of Errand packs it. It needs Node 20 or later.',
    parts: ({ url, ...facts }) => [
      KEY,
      {
        name: 'In a checkout of Errand: pack the client',
        text: 'npm run pack:client -- "$HOME"',
      },
      {
        name: 'In the folder of your program: install it',
        text: 'npm install "$HOME"/errand-client-*.tgz',
      },
      {
        name: 'Run and wait: save as run.mjs there, then node run.mjs',
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
    before: 'It needs Python 3 and no packages.',
    parts: ({ url, ...facts }) => [
      KEY,
      {
        name: 'Run and wait: save as run.py, then python3 run.py',
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
    before:
      'The server is not in a registry: a checkout of Errand packs it. In the configuration, replace <API_KEY> with an API key.',
    parts: ({ url, name, inputs }) => [
      {
        name: 'In a checkout of Errand: pack the server',
        text: 'npm run pack:mcp -- "$HOME"',
      },
      {
        name: 'Configuration of an MCP client',
        text: json({
          mcpServers: {
            errand: {
              command: 'sh',
              args: ['-c', 'exec npx --yes --package "$HOME"/errand-mcp-*.tgz errand-mcp'],
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
