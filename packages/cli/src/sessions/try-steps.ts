import {
  ErrandConnectionError,
  ErrandError,
  type ErrandSchemas,
  type Session,
} from '@errand/client';
import type { TryPlan } from './read-plan.ts';

type Schemas = ErrandSchemas;
type LocateAnswer = Schemas['LocateAnswer'];

interface Located extends LocateAnswer {
  readonly command: string;
}

/** What happened, and what the page shows now. */
export interface Tried {
  /** Steps whose records the session returned: not those that ran before it was ready. */
  readonly steps: readonly Schemas['SessionStep'][];
  readonly failure: Schemas['StepsAnswer']['failure'] | null;
  /** Path of the node that runs next; null after the last one. */
  readonly position: string | null;
  readonly page_url: string | null;
  readonly variables: Schemas['SessionVariables'];
  readonly output_data: readonly unknown[];
  readonly located: readonly Located[];
  /** The page at the end; null if it could not be read. */
  readonly snapshot: Schemas['SnapshotAnswer'] | null;
  /** Why a locator could not be tried or the page could not be read. */
  readonly problems: readonly string[];
}

/** Carries the plan out in a session that is ready. */
export async function trySteps(
  session: Session,
  plan: TryPlan,
  signal: AbortSignal,
): Promise<Tried> {
  const options = { signal };
  const opened = await session.untilReady(options);
  // A kept session still reports why its opening stopped.
  const own = plan.session === undefined ? opened.failure : null;
  const ran = own ? undefined : await runSteps(session, plan, options);
  const problems: string[] = [];
  const located: Located[] = [];
  for (const command of plan.locators) {
    const answer = await orProblem(session.locate(command, options));
    if (typeof answer === 'string') problems.push(`--locate ${command}: ${answer}`);
    else located.push({ command, ...answer });
  }
  const snapshot = await orProblem(session.snapshot(options));
  if (typeof snapshot === 'string') problems.push(`The page could not be read: ${snapshot}`);
  const { position, page_url, variables } = ran ?? opened;
  return {
    steps: ran?.steps ?? [],
    failure: (ran ? ran.failure : own) ?? null,
    position,
    page_url,
    variables,
    output_data: ran?.output_data ?? [],
    located,
    snapshot: typeof snapshot === 'string' ? null : snapshot,
    problems,
  };
}

/** Returns the value, or why the server did not return it: the steps' result is shown anyway. */
export async function orProblem<Answer>(asked: Promise<Answer>): Promise<Answer | string> {
  try {
    return await asked;
  } catch (error) {
    const isKnown = error instanceof ErrandError || error instanceof ErrandConnectionError;
    if (isKnown) return error.message;
    throw error;
  }
}

/** Returns undefined if no steps are requested other than those that ran during the opening. */
async function runSteps(
  session: Session,
  { session: kept, step, until }: TryPlan,
  options: { readonly signal: AbortSignal },
): Promise<Schemas['StepsAnswer'] | undefined> {
  if (kept !== undefined && until !== undefined) return session.step({ until }, options);
  return step === undefined ? undefined : session.step({ node_path: step }, options);
}
