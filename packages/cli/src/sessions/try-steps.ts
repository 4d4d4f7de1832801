import type { ErrandSchemas, Session } from '@errand/client';
import type { TryPlan } from './read-plan.ts';

type Schemas = ErrandSchemas;
type LocateAnswer = Schemas['LocateAnswer'];

interface Located extends LocateAnswer {
  readonly command: string;
}

/** What happened, and what the page shows now. */
export interface Tried {
  /** Those whose records the session returned: not those that ran before it was ready. */
  readonly steps: readonly Schemas['SessionStep'][];
  readonly failure: Schemas['StepsAnswer']['failure'] | null;
  /** Path of the node that runs next; null after the last one. */
  readonly position: string | null;
  readonly page_url: string | null;
  readonly variables: Schemas['SessionVariables'];
  readonly output_data: readonly unknown[];
  readonly located: readonly Located[];
  /** The page at the end. */
  readonly snapshot: Schemas['SnapshotAnswer'];
}

/** Carries the plan out in a session that is ready. */
export async function trySteps(
  session: Session,
  plan: TryPlan,
  signal: AbortSignal,
): Promise<Tried> {
  const options = { signal };
  const opened = await session.untilReady(options);
  const isStopped = plan.session === undefined && opened.failure !== null;
  const ran = isStopped ? undefined : await runSteps(session, plan, options);
  const located: Located[] = [];
  for (const command of plan.locators) {
    located.push({ command, ...(await session.locate(command, options)) });
  }
  const snapshot = await session.snapshot(options);
  const { position, page_url, variables } = ran ?? opened;
  return {
    steps: ran?.steps ?? [],
    failure: ran?.failure ?? (ran ? null : opened.failure),
    position,
    page_url,
    variables,
    output_data: ran?.output_data ?? [],
    located,
    snapshot,
  };
}

/** Undefined if no more are wanted than those with which the session was opened. */
async function runSteps(
  session: Session,
  { session: kept, step, until }: TryPlan,
  options: { readonly signal: AbortSignal },
): Promise<Schemas['StepsAnswer'] | undefined> {
  if (kept !== undefined && until !== undefined) return session.step({ until }, options);
  return step === undefined ? undefined : session.step({ node_path: step }, options);
}
