// Generated from openapi/ by "pnpm generate". Do not edit.

export interface paths {
    "/admin/v1/queue-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the tables of the queue agree
         * @description Compares counters, permits, sessions, leases, attempts and deliveries with each other, in one snapshot, and changes nothing.
         *     On a million tasks it takes seconds: not a probe. `errand queue-check --repair` puts right what deviates.
         */
        get: operations["getQueueCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workers
         * @description Those that were seen within the last 24 hours, the last one first, at most 1000. A worker that was not seen for 60 seconds
         *     counts as gone.
         */
        get: operations["listWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Error of most operations. */
        DetailError: {
            /** @description What happened and what to do, in a sentence. */
            detail: string;
        };
        Deviation: {
            /** @description One of the members of `counts`. */
            kind: string;
            /**
             * @description `fault`: a repair puts it right; `notice`: may be right, such as what runs beyond a lowered limit.
             * @enum {string}
             */
            severity: "fault" | "notice";
            /** @description What it is about, such as `login_queue_id` or `task_id`. */
            ids: {
                [key: string]: string | number | null;
            };
            /** @description What the rows ask for. */
            expected: {
                [key: string]: unknown;
            };
            /** @description What is there, in the same terms where there are such. */
            found: {
                [key: string]: unknown;
            };
            /** @description What `errand queue-check --repair` does about it. */
            repair: string;
        };
        QueueCheck: {
            checked_at: components["schemas"]["Timestamp"];
            /** @description How many of the listed deviations are faults. 0 is a consistent queue. */
            fault_count: number;
            /** @description How many deviations there are of every kind that is looked for. */
            counts: {
                [key: string]: number;
            };
            /** @description At most 1000 of a kind. */
            deviations: components["schemas"]["Deviation"][];
        };
        /**
         * Format: date-time
         * @description Point in time, ISO 8601 in UTC with milliseconds and `Z`.
         * @example 2026-03-02T09:15:00.000Z
         */
        Timestamp: string;
        /** @description The request breaks the schema. Every violation is listed. */
        ValidationError: {
            detail: components["schemas"]["Violation"][];
        };
        Violation: {
            /** @description Where: `body`, `query`, `path` or `header` first, then member names and list positions. */
            loc: (string | number)[];
            /** @description What is wrong there. */
            msg: string;
            /** @description Kind of the violation, such as `required`, `type`, `maximum` or `additionalProperties`. */
            type: string;
        };
        Worker: {
            worker_id: string;
            /** @description As the worker reports it; null if it does not. */
            version: string | null;
            /** @description How many tasks it runs at once; null when it does not say. */
            slots: number | null;
            /** @description The accounts that it serves; none are those without a label. */
            labels: string[];
            /** @description Seen within the last 60 seconds. */
            is_alive: boolean;
            first_seen_at: components["schemas"]["Timestamp"];
            last_seen_at: components["schemas"]["Timestamp"];
            /** @description Tasks of all accounts that it holds the leases of. */
            held_task_ids: string[];
        };
        WorkersAnswer: {
            workers: components["schemas"]["Worker"][];
        };
    };
    responses: {
        /** @description The request has a parameter that is not in this document. */
        AdminInvalidRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The admin token is missing or wrong. */
        AdminUnauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description A fault of the server. */
        DetailInternalError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /**
         * @description The server is busy with other requests, is about to stop, or its database or files are unavailable or timed out. The condition is
         *     temporary: send the same request again after `retry-after` seconds. `x-error-code` names the cause.
         */
        DetailUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                "x-error-code": components["headers"]["ErrorCode"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description What went wrong, for programs to switch on: sentences change, codes do not. Every answer from 400 on has one; a body with a member `code`
         *     repeats it. There may be new ones. Of 503, `server-busy`: more requests are under way than the server works on and lets wait;
         *     `database-unavailable`, `unavailable`: it cannot reach its database, or its files, or is about to stop.
         * @example task-not-found
         */
        ErrorCode: "api-key-not-found" | "attempt-storage-full" | "cancellation-unfinished" | "database-unavailable" | "default-workspace" | "delivery-not-found" | "delivery-pending" | "demo-not-found" | "endpoint-name-taken" | "endpoint-not-found" | "human-wait-not-found" | "idempotency-conflict" | "input-file-lost" | "input-file-refused" | "integration-damaged" | "integration-kind" | "integration-limit" | "integration-missing" | "integration-name-taken" | "integration-not-checkable" | "integration-not-found" | "integration-refused" | "integration-taken" | "internal-error" | "invalid-request" | "key-revoked" | "label-not-in-pool" | "last-api-key" | "lease-lost" | "local-target" | "malformed-request" | "malformed-submission" | "messages-refused" | "messages-unavailable" | "method-not-allowed" | "missing-field" | "missing-scope" | "no-screen" | "not-found" | "not-running" | "not-set-up" | "not-waiting" | "parameter-mismatch" | "payload-too-large" | "proxy-and-dedicated" | "recording-deleted" | "recording-in-use" | "recording-not-found" | "remote-desktop-mismatch" | "retry-mismatch" | "secret-not-granted" | "secret-refused" | "secret-unavailable" | "server-busy" | "stale-lease" | "storage-full" | "stored-secret-damaged" | "task-ended" | "task-not-ended" | "task-not-found" | "task-not-retryable" | "task-not-waiting" | "ticket-used" | "too-many-failed-keys" | "too-many-listeners" | "too-many-requests" | "unauthorized" | "unavailable" | "unknown-unique-name" | "unstorable-text" | "unsupported-media-type" | "variables-too-large" | "version-not-found" | "viewer-not-found" | "worker-id-taken" | "workspace-name-taken" | "workspace-not-empty" | "workspace-not-found";
        /**
         * @description Identifier of this request, also in the server's log. Quote it when you report a problem.
         * @example 7d0c5f0a-3b1e-4a53-9c1b-0d6a2f4e8b91
         */
        RequestId: string;
        /**
         * @description Seconds to wait before the next try.
         * @example 2
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getQueueCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What deviates; a consistent queue has no faults. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueCheck"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listWorkers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workers and what they hold. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkersAnswer"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
}
