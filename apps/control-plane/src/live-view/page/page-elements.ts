/** The parts of index.html that change. */
export interface PageElements {
  readonly task: HTMLElement;
  readonly headline: HTMLElement;
  readonly detail: HTMLElement;
  readonly errorClass: HTMLElement;
  readonly connection: HTMLElement;
  readonly screen: HTMLElement;
  readonly events: HTMLElement;
  readonly waiting: HTMLElement;
  readonly control: HTMLButtonElement;
  readonly forget: HTMLButtonElement;
  readonly keyForm: HTMLFormElement;
  readonly key: HTMLInputElement;
  readonly resumeForm: HTMLFormElement;
  readonly variables: HTMLTextAreaElement;
  /** What remains of an ended task. */
  readonly ended: HTMLElement;
  readonly links: HTMLElement;
  readonly picture: HTMLImageElement;
  readonly steps: HTMLElement;
  /** Says that earlier steps are not listed. */
  readonly cutSteps: HTMLElement;
  readonly files: HTMLElement;
  readonly noFiles: HTMLElement;
}

export function findElements(): PageElements {
  return {
    task: find('task', HTMLElement),
    headline: find('headline', HTMLElement),
    detail: find('detail', HTMLElement),
    errorClass: find('error-class', HTMLElement),
    connection: find('connection', HTMLElement),
    screen: find('screen', HTMLElement),
    events: find('events', HTMLElement),
    waiting: find('waiting', HTMLElement),
    control: find('control', HTMLButtonElement),
    forget: find('forget', HTMLButtonElement),
    keyForm: find('key-form', HTMLFormElement),
    key: find('key', HTMLInputElement),
    resumeForm: find('resume-form', HTMLFormElement),
    variables: find('variables', HTMLTextAreaElement),
    ended: find('ended', HTMLElement),
    links: find('links', HTMLElement),
    picture: find('picture', HTMLImageElement),
    steps: find('steps', HTMLElement),
    cutSteps: find('cut-steps', HTMLElement),
    files: find('files', HTMLElement),
    noFiles: find('no-files', HTMLElement),
  };
}

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no element "${id}" of this kind.`);
}
