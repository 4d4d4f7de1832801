import { Mark } from '../../ui/status.tsx';
import { formatName } from '../../ui/format.ts';
import { CandidateList } from '../editor/locator-tools.tsx';
import type { Automation } from '../editor/draft/automation-draft.ts';
import type { Recorded } from '../session/session-desk.ts';
import { commandOf } from './choose-command.ts';

interface RecordedNodesProps {
  readonly recorded: Recorded;
  /** The automation with the locators that the user chose. */
  readonly automation: Automation | undefined;
  readonly onCommand: (nodePath: string, command: string) => void;
}

const OUTCOMES = {
  passed: ['success', 'replayed'],
  failed: ['failed', 'failed in the replay'],
  not_reached: ['cancelled', 'not reached'],
} as const;

/** What was recorded so far, with the replay's result and the alternative locators of each step. */
export function RecordedNodes({ recorded, automation, onCommand }: RecordedNodesProps) {
  if (recorded.nodes.length === 0) {
    return <p className="soft">Nothing yet. Click and type on the screen.</p>;
  }
  return (
    <ol className="recorded">
      {recorded.nodes.map(({ node_path: nodePath, kind, candidates, outcome, reason }) => {
        const command =
          (automation && commandOf(automation, { nodePath, candidates })) ?? candidates[0]?.command;
        return (
          <li key={nodePath}>
            <div className="recorded-head">
              <strong>{formatName(kind)}</strong>
              {outcome !== undefined && (
                <Mark look={OUTCOMES[outcome][0]} words={OUTCOMES[outcome][1]} />
              )}
            </div>
            {command !== undefined && <code className="wrap">{command}</code>}
            {reason !== undefined && <p className="field-fault">{reason}</p>}
            {candidates.length > 1 && !recorded.is_recording && (
              <details>
                <summary>
                  {candidates.length} locators
                  <span className="unseen"> of step {nodePath}</span>
                </summary>
                <CandidateList
                  candidates={candidates}
                  chosen={command ?? ''}
                  onCommand={(next) => onCommand(nodePath, next)}
                />
              </details>
            )}
          </li>
        );
      })}
    </ol>
  );
}
