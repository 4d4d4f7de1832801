import type { ReceiverSecret } from '../callbacks/delivery-store.ts';
import type { RecordingResults } from './recording-summaries-store.ts';
import type { CurrentVersion } from '../transitions/current-version.ts';

/** Names of the parameters that a recording declares, with the values it gives them. */
export interface DeclaredParameters {
  readonly inputParameters: Readonly<Record<string, readonly unknown[]>>;
  readonly secureParameters: Readonly<Record<string, readonly unknown[]>>;
  readonly browserChannel: string;
  /** Whether the automation has a page to start on. */
  readonly hasStartPage: boolean;
}

/** The parameters of a recording's current version. */
export interface CurrentParameters extends DeclaredParameters {
  readonly version: CurrentVersion;
}

/** The receiver of results. */
export interface Receiver {
  readonly url: string;
  readonly secret: ReceiverSecret | null;
}

/** A valid automation as its author sent it. */
export interface CheckedAutomation {
  readonly url: string;
}

/** Fields of a recording besides its automation and its endpoint name. */
export interface RecordingSettings {
  readonly description?: string | undefined;
  /** Null removes the receiver. */
  readonly receiver?: Receiver | null | undefined;
  readonly notificationEmails?: readonly string[] | undefined;
  readonly isMarketplace?: boolean | undefined;
  /** A workspace that the caller has found in the account. */
  readonly workspaceId?: string | undefined;
}

/** The origin recorded with a new version. */
export interface VersionOrigin {
  readonly comment?: string | undefined;
  /** The key of the version's author. Default: none. */
  readonly apiKeyId?: string | undefined;
}

export interface NewRecording extends RecordingSettings, VersionOrigin {
  readonly endpointName: string;
  readonly automation: CheckedAutomation;
}

/**
 * Absent fields stay unchanged. The origin is that of the version created if `automation` is given.
 */
export interface RecordingChange extends RecordingSettings, VersionOrigin {
  readonly endpointName?: string | undefined;
  readonly automation?: CheckedAutomation | undefined;
  /** The change is refused if a different version is current. Default: any. */
  readonly baseVersion?: number | undefined;
}

/** A version for the recording with the endpoint name, which is created if there is none. */
export interface RecordingSave
  extends Pick<NewRecording, 'endpointName' | 'automation' | 'description'>, VersionOrigin {
  /** The version to replace; 0 if there must be no recording yet. Default: any version. */
  readonly baseVersion?: number | undefined;
}

export interface SavedRecording {
  readonly recordingId: string;
  readonly version: number;
}

export interface Recording {
  readonly recordingId: string;
  readonly workspaceId: string;
  readonly endpointName: string;
  readonly description: string;
  readonly version: number;
  readonly isMarketplace: boolean;
  readonly automation: unknown;
  readonly callback: { readonly url: string; readonly hasCredentials: boolean } | null;
  readonly notificationEmails: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface RecordingQuery {
  readonly workspaceId: string;
  readonly isWanted: (endpointName: string) => boolean;
  readonly includeMarketplace: boolean;
  readonly limit: number;
  /** Only endpoint names after this one. */
  readonly after?: string | undefined;
}

export interface RecordingPage {
  /** Sorted by endpoint name. */
  readonly recordings: readonly Recording[];
  readonly hasMore: boolean;
}

/** A recording without its automation, with its recent results. */
export type RecordingSummary = Omit<Recording, 'automation'> & RecordingResults;

export interface RecordingSummaryPage {
  /** Sorted by endpoint name. */
  readonly recordings: readonly RecordingSummary[];
  readonly hasMore: boolean;
}

export interface RecordingVersion {
  readonly version: number;
  readonly isCurrent: boolean;
  /** The version that a rollback copied the automation from. */
  readonly restoredFrom: number | null;
  readonly comment: string | null;
  /** The name of the author's API key at that time. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

export interface VersionPage {
  /** Newest first. */
  readonly versions: readonly RecordingVersion[];
  readonly hasMore: boolean;
}

/** A locator that would repair a step. */
export interface LocatorProposal {
  readonly id: string;
  readonly version: number;
  readonly nodePath: string;
  readonly kind: string;
  readonly state: 'accepted' | 'declined' | 'open' | 'superseded';
  readonly failedCommand: string | null;
  readonly command: string;
  /** Members have their wire names. */
  readonly candidates: unknown;
  readonly pageUrl: string;
  readonly taskId: string | null;
  readonly timesSeen: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

export interface ProposalPage {
  readonly proposals: readonly LocatorProposal[];
  readonly hasMore: boolean;
}
