import type { Automation } from '../document/automation-schema.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { Interpreter } from '../run/interpreter.ts';
import type { RunList } from '../run/run-list.ts';
import { runNode } from '../run/run-nodes.ts';
import { findNode, isTolerated } from '../document/node-path.ts';

interface ProgramSource {
  /** Outside loops. */
  readonly interpreter: Interpreter;
  /** May change during the run: each node is looked up when it runs. */
  readonly automation: () => Automation;
  /** `nodes[3]` */
  readonly from: string;
}

type End = (path: string) => boolean;

/** An automation that runs in parts: between them it rests before a node, even inside a loop. */
export class Program {
  readonly #interpreter: Interpreter;
  readonly #automation: () => Automation;
  #position: string | undefined;
  /** The path after the last node: a node that is added there later runs next. */
  #end: string;
  #isEnd: End = () => true;
  #resumed = Promise.withResolvers<void>();
  #rested = Promise.withResolvers<RunFailure | undefined>();

  /** Rests before its first node, a top-level node of the automation. */
  constructor({ interpreter, automation, from }: ProgramSource) {
    this.#interpreter = interpreter;
    this.#automation = automation;
    this.#end = from;
    this.#begin(from);
  }

  /** Path of the node that runs next; undefined once all have run. */
  get position(): string | undefined {
    const path = this.#position ?? this.#end;
    return findNode(this.#automation(), path) && path;
  }

  /**
   * Runs at least the next node, and continues until `isEnd` holds for the position, a node fails,
   * or all have run. Returns the failure of the node at the new position, which runs again next
   * time. Rejects when the run is aborted.
   */
  async advance(isEnd: End): Promise<RunFailure | undefined> {
    await this.#rested.promise;
    if (this.#position === undefined && this.position !== undefined) this.#begin(this.#end);
    await this.#rested.promise;
    if (this.#position === undefined) return undefined;
    this.#isEnd = isEnd;
    this.#rested = Promise.withResolvers();
    this.#resumed.resolve();
    return this.#rested.promise;
  }

  #begin(from: string): void {
    this.#isEnd = () => true;
    this.#rested = Promise.withResolvers();
    this.#runAll(from).then(
      () => this.#rested.resolve(undefined),
      (error: unknown) => this.#rested.reject(error),
    );
    // The next call that advances the program reports an error.
    this.#rested.promise.catch(() => undefined);
  }

  async #runAll(from: string): Promise<void> {
    const [, list, digits] = /^(nodes|post_processing_nodes)\[(\d+)\]$/.exec(from) ?? [];
    const index = Number(digits);
    if (list === 'nodes') await this.#runFrom(this.#interpreter, 'nodes', index);
    const first = list === 'nodes' ? 0 : index;
    await this.#runFrom(this.#interpreter, 'post_processing_nodes', first);
    this.#position = undefined;
    this.#end = `nodes[${this.#automation().nodes.length}]`;
  }

  readonly #runList: RunList = (run, _nodes, listPath) => this.#runFrom(run, listPath, 0);

  async #runFrom(
    run: Interpreter,
    listPath: string,
    first: number,
  ): Promise<RunFailure | undefined> {
    for (let index = first; ; index += 1) {
      const path = `${listPath}[${index}]`;
      if (!findNode(this.#automation(), path)) return undefined;
      const failure = await this.#runPlaced(run, path);
      if (failure) return failure;
    }
  }

  /** A failed node runs again when the program resumes, by then perhaps with other fields. */
  async #runPlaced(run: Interpreter, path: string): Promise<RunFailure | undefined> {
    if (this.#isEnd(path)) await this.#rest(path);
    for (;;) {
      this.#position = path;
      const node = findNode(this.#automation(), path);
      if (!node) return undefined;
      const failure = await runNode(run, { node, path }, this.#runList);
      if (!failure || isTolerated(this.#automation(), path)) return failure;
      await this.#rest(path, failure);
    }
  }

  async #rest(path: string, failure?: RunFailure): Promise<void> {
    this.#position = path;
    this.#resumed = Promise.withResolvers();
    this.#rested.resolve(failure);
    await this.#resumed.promise;
  }
}
