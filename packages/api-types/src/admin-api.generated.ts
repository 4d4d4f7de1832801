// Generated from openapi/ by "pnpm generate". Do not edit.

export interface paths {
    "/admin/v1/demand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the slots that workers could use now
         * @description For autoscalers: the number of workers needed is `slots_wanted` divided by the slots of one worker, rounded up. `slots_wanted`
         *     counts running tasks and tasks that another worker could start now. It excludes tasks that more workers would not start sooner.
         *     The cost of this request does not depend on the number of waiting tasks.
         */
        get: operations["getDemand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/queue-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the queue's tables are consistent
         * @description Compares counters, permits, sessions, leases, attempts and deliveries with each other, in one snapshot, and changes nothing.
         *     With a million tasks it takes seconds, so do not use it as a probe. `errand admin queue-check --repair` repairs the faults.
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
         * @description Returns the workers seen within the last 24 hours, the most recent first, at most 1000. A worker not seen for 60 seconds
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
    "/admin/v1/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an account
         * @description Deletes the account with everything that belongs to it: keys, recordings, tasks, files, secrets, integrations, warm sessions. Its keys
         *     are revoked at once. The rest happens in the background and cannot be undone: open tasks are cancelled, and each task is deleted once it
         *     has ended and its result has been delivered, or after an hour. Idempotent. The same as `errand admin accounts delete`.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of an account's deletion
         * @description Works after the account is gone, too. The same as `errand admin accounts deletions`.
         */
        get: operations["getAccountDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how long an account keeps tasks and files
         * @description Returns the periods set for the account, and those that apply together with the settings of the control plane. The same as `errand admin accounts retention NAME`.
         */
        get: operations["getRetention"];
        /**
         * Set how long an account keeps tasks and files
         * @description Takes effect within a minute: everything older than a shortened period is permanently deleted. Only tasks that have ended
         *     and whose results are no longer being delivered are deleted. The same as `errand admin accounts retention`.
         */
        put: operations["setRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workers/{worker_id}/drain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drain a worker
         * @description The worker gets no new task from the moment of the response, finishes what it runs, and ends its warm sessions; then its state in the
         *     list of workers is `drained`. It stays registered and idle, so that no supervisor starts it again: stop it (SIGTERM ends it at once, as
         *     it runs nothing), or let it work again. The drain belongs to the ID of the worker and outlasts a restart. May be repeated.
         */
        post: operations["drainWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workers/{worker_id}/drain/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a drained worker take tasks again
         * @description A worker that waits for tasks gets them within 20 seconds. May be repeated.
         */
        post: operations["resumeWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the warm sessions
         * @description Logged-in browsers that workers keep open between the dedicated tasks of a login.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sessions/{session_id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an idle warm session
         * @description Asks the worker to close the browser; until then, the session's state is `closing`. The next task of the login starts with a
         *     fresh browser. May be repeated while the session is listed.
         */
        post: operations["closeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts
         * @description Returns the accounts with their limits and their current usage.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{account_id}/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the quotas and the usage of an account
         * @description A quota of 0 means unlimited; null means the default. The same as `errand admin quotas show`.
         */
        get: operations["getQuotas"];
        /**
         * Set the quotas of an account
         * @description Replaces all limits of the account; `debug_sessions` is unchanged if omitted. The limits apply from the next claim, email,
         *     file or session on; running tasks and stored files are not affected. May be repeated. The same as `errand admin accounts
         *     limit`.
         */
        put: operations["setQuotas"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change some quotas of an account
         * @description Changes only the given limits, so that two operators do not undo each other's changes. null sets the default.
         *     They take effect as with `setQuotas`. The same as `errand admin quotas set`.
         */
        patch: operations["changeQuotas"];
        trace?: never;
    };
    "/admin/v1/purges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the waiting tasks of an account, a portal or a login
         * @description A dry run, the default, only counts. Otherwise the waiting tasks are cancelled one by one, with their callbacks; running tasks and
         *     debug sessions continue, and tasks that are submitted during the request may be cancelled too: pause first. After 10 seconds or 10,000 tasks, the response
         *     has `has_more`: repeat the request.
         */
        post: operations["purgeTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/pauses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is paused
         * @description Returns the newest 1,000 pauses that have neither ended nor expired. The same as `errand admin pauses list`.
         */
        get: operations["listPauses"];
        put?: never;
        /**
         * Pause an account, a portal or a login
         * @description From the moment of the response, no claim takes its tasks; running tasks continue, and submissions are accepted. Waiting
         *     tasks keep their place and say in their queue view that they are paused, with the reason. An existing pause is replaced, so the
         *     request may be repeated.
         */
        post: operations["pauseWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/pauses/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume an account, a portal or a login
         * @description Its waiting tasks can be claimed again in their old order. May be repeated. An account that is paused as a whole stays paused when one
         *     of its portals is resumed.
         */
        post: operations["resumeWork"];
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
        AccountDeletion: {
            /** Format: uuid */
            account_id: string;
            name: string;
            /**
             * @description `deleting` while data is left, then `deleted`.
             * @enum {string}
             */
            state: "deleting" | "deleted";
            requested_at: components["schemas"]["Timestamp"];
            /** @description When the last row was deleted; null until then. */
            finished_at: components["schemas"]["Timestamp"] | null;
            deleted_tasks: number;
            remaining_tasks: number;
        };
        AccountQuotas: {
            /** Format: uuid */
            account_id: string;
            /** @description Name of the account. */
            account: string;
            own: components["schemas"]["OwnQuotas"];
            used: {
                /** @description Tasks that workers hold. */
                running: number;
                minutes_of_24_hours: number;
                storage_bytes: number;
                mails_today: number;
                /** @description Debug sessions that are open. */
                debug_sessions: number;
            };
            /** @description Tasks that it may run at once now, under all limits: 0 while it is paused or has used up its minutes; null means any number. */
            may_run: number | null;
            /** @description Waiting tasks, not counted beyond 10000. */
            waiting: number;
            is_paused: boolean;
        };
        AccountsAnswer: {
            accounts: components["schemas"]["AccountQuotas"][];
        };
        /** @description Who does this, for the audit log and for colleagues. All operators share the admin token. */
        By: string;
        /** @description Who changes something, and why. */
        ChangeRequest: {
            by: components["schemas"]["By"];
            reason: components["schemas"]["Reason"];
        };
        CloseSessionAnswer: {
            session_id: string;
            /** @enum {string} */
            state: "closing";
        };
        /** @description Debug sessions open at once. 0 means unlimited; null means the default, 2. */
        DebugSessions: number | null;
        Demand: {
            /** @description Waiting tasks that a new worker could start now. Not counted beyond 2000. */
            claimable: number;
            /** @description Tasks that workers hold, of accounts with these labels. */
            busy: number;
            /** @description `busy` + `claimable`. */
            slots_wanted: number;
            waiting: components["schemas"]["HeldBack"];
            /**
             * @description For how long the oldest of them could have started; 0 if there is none. While all workers are busy, it may be the time of a task
             *     that has since lost its turn to a limit.
             */
            oldest_claimable_seconds: number;
        };
        /** @description Error of most operations. */
        DetailError: {
            /** @description What happened and what to do, in a sentence. */
            detail: string;
        };
        Deviation: {
            /** @description One of the members of `counts`. */
            kind: string;
            /**
             * @description `fault`: a repair corrects it; `notice`: may be correct, such as tasks running beyond a lowered limit.
             * @enum {string}
             */
            severity: "fault" | "notice";
            /** @description IDs of the affected rows, such as `login_queue_id` or `task_id`. */
            ids: {
                [key: string]: string | number | null;
            };
            /** @description The values that follow from the other rows. */
            expected: {
                [key: string]: unknown;
            };
            /** @description The values found, with the same names as in `expected` where possible. */
            found: {
                [key: string]: unknown;
            };
            /** @description What `errand admin queue-check --repair` does about it. */
            repair: string;
        };
        DrainAnswer: {
            worker_id: string;
            by: string;
            reason: string;
            drained_at: components["schemas"]["Timestamp"];
        };
        /** @description Who is draining the worker, and why; null if nobody is. */
        DrainOrNull: {
            by: string;
            reason: string;
            drained_at: components["schemas"]["Timestamp"];
        } | null;
        /**
         * @description Waiting tasks that a new worker could not start, by what they wait for. Tasks of a portal are not counted beyond 2000, and
         *     those behind more than 2000 claimable tasks not at all.
         */
        HeldBack: {
            /** @description Sum of the others. */
            total: number;
            /** @description The login runs as many tasks as it may. */
            login_busy: number;
            /** @description The portal runs as many tasks, or keeps as many warm sessions, as it may. */
            portal_limit: number;
            /** @description The account runs as many tasks as it may, or has used up its minutes. */
            account_limit: number;
            /** @description They are next for a warm session of their login, whose worker has not taken them yet. */
            warm_session_busy: number;
            /** @description An operator has paused their account, portal or login queue. */
            paused: number;
        };
        /** @description Emails per day (UTC). 0 means unlimited; null means the installation's setting. */
        MailsPerDay: number | null;
        /** @description Minutes that its attempts may take in total within 24 hours. 0 means unlimited; null means the default. */
        MinutesPerDay: number | null;
        /** @description What an operator set for this account. */
        OwnQuotas: {
            running: components["schemas"]["Running"];
            minutes_per_day: components["schemas"]["MinutesPerDay"];
            storage_bytes: components["schemas"]["StorageBytes"];
            mails_per_day: components["schemas"]["MailsPerDay"];
            debug_sessions: components["schemas"]["DebugSessions"];
        };
        Pause: {
            account_id: string;
            /** @description Name of the account; only in lists. */
            account?: string;
            /** @description Null if the whole account or a login queue is paused. */
            portal: string | null;
            /** @description Null if the whole account or a portal is paused. */
            login_queue: string | null;
            by: string;
            reason: string;
            paused_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * Format: date-time
         * @description When the pause ends by itself, accurate to a second. If absent, it lasts until somebody ends it.
         */
        PauseExpiry: string;
        PauseRequest: {
            account_id: components["schemas"]["TargetAccountId"];
            portal?: components["schemas"]["TargetPortal"];
            login_queue?: components["schemas"]["TargetLoginQueue"];
            by: components["schemas"]["By"];
            /** @description Why. Users of the account see it in the queue view of a waiting task. */
            reason: string;
            expires_at?: components["schemas"]["PauseExpiry"];
        };
        PausesAnswer: {
            /** @description Newest first, at most 1000. */
            pauses: components["schemas"]["Pause"][];
        };
        PurgeAnswer: {
            account_id: string;
            portal: string | null;
            login_queue: string | null;
            dry_run: boolean;
            /** @description Number of tasks that were waiting; not counted beyond 10000. */
            waiting: number;
            cancelled: number;
            /** @description Whether tasks that the request would have cancelled, or counted, are still waiting. */
            has_more: boolean;
        };
        PurgeRequest: {
            account_id: components["schemas"]["TargetAccountId"];
            portal?: components["schemas"]["TargetPortal"];
            login_queue?: components["schemas"]["TargetLoginQueue"];
            /**
             * @description Count only, and change nothing.
             * @default true
             */
            dry_run: boolean;
            by: components["schemas"]["By"];
            reason: components["schemas"]["Reason"];
        };
        QueueCheck: {
            checked_at: components["schemas"]["Timestamp"];
            /** @description Number of listed deviations that are faults. 0 means that the queue is consistent. */
            fault_count: number;
            /** @description Number of deviations of every kind that is checked. */
            counts: {
                [key: string]: number;
            };
            /** @description At most 1000 of each kind. */
            deviations: components["schemas"]["Deviation"][];
        };
        /** @description At least one limit, with who changes it and why. Limits that are left out do not change. */
        QuotasChange: {
            running?: components["schemas"]["Running"];
            minutes_per_day?: components["schemas"]["MinutesPerDay"];
            storage_bytes?: components["schemas"]["StorageBytes"];
            mails_per_day?: components["schemas"]["MailsPerDay"];
            debug_sessions?: components["schemas"]["DebugSessions"];
            by: components["schemas"]["By"];
            reason: components["schemas"]["Reason"];
        };
        QuotasRequest: {
            running: components["schemas"]["Running"];
            minutes_per_day: components["schemas"]["MinutesPerDay"];
            storage_bytes: components["schemas"]["StorageBytes"];
            mails_per_day: components["schemas"]["MailsPerDay"];
            debug_sessions?: components["schemas"]["DebugSessions"];
            by: components["schemas"]["By"];
            reason: components["schemas"]["Reason"];
        };
        /** @description Why, for the audit log and for colleagues. */
        Reason: string;
        ResumeAnswer: {
            account_id: string;
            portal: string | null;
            login_queue: string | null;
            was_paused: boolean;
        };
        ResumeRequest: {
            account_id: components["schemas"]["TargetAccountId"];
            portal?: components["schemas"]["TargetPortal"];
            login_queue?: components["schemas"]["TargetLoginQueue"];
            by: components["schemas"]["By"];
            reason: components["schemas"]["Reason"];
        };
        ResumeWorkerAnswer: {
            worker_id: string;
            was_draining: boolean;
        };
        Retention: {
            /** Format: uuid */
            account_id: string;
            own: components["schemas"]["RetentionRequest"];
            /** @description The periods that apply, in days; 0 means forever. */
            effective: {
                task_days: number;
                file_days: number;
            };
        };
        /** @description Days after its end for which a task of the account is kept. 0 means forever; null means the installation's setting. */
        RetentionRequest: {
            /** @description For tasks with steps, results, files and deliveries. The setting is `RETENTION_DAYS`. */
            task_days: number | null;
            /** @description For the files of tasks alone. The setting is `ARTIFACT_RETENTION_DAYS`. */
            file_days: number | null;
        };
        /** @description Tasks that run at once. 0 means unlimited; null means the default, which leaves a slot to other accounts. */
        Running: number | null;
        SessionsAnswer: {
            /** @description The newest first, at most 1000. */
            sessions: components["schemas"]["WarmSession"][];
        };
        /** @description Bytes that it may store. 0 means unlimited; null means the setting `ACCOUNT_STORAGE_GIB`. */
        StorageBytes: number | null;
        /** @description ID of the account. */
        TargetAccountId: string;
        /**
         * @description Key of the login queue, to choose only this login of the account: `login_queue` in `GET /api/v1/tasks/{task_id}/queue`. Cannot be
         *     combined with `portal`.
         */
        TargetLoginQueue: string;
        /** @description Origin of the portal, to choose only this portal of the account. */
        TargetPortal: string;
        /**
         * Format: date-time
         * @description Point in time, ISO 8601 in UTC with milliseconds and `Z`.
         * @example 2026-03-02T09:15:00.000Z
         */
        Timestamp: string;
        /** @description The request violates the schema. Every violation is listed. */
        ValidationError: {
            detail: components["schemas"]["Violation"][];
        };
        Violation: {
            /** @description Path to the value: `body`, `query`, `path` or `header` first, then member names and list positions. */
            loc: (string | number)[];
            /** @description What is wrong there. */
            msg: string;
            /** @description Kind of violation, such as `required`, `type`, `maximum` or `additionalProperties`. */
            type: string;
        };
        WarmSession: {
            /** Format: uuid */
            session_id: string;
            worker_id: string;
            /** Format: uuid */
            account_id: string;
            /** @description Name of the account. */
            account: string;
            portal: string;
            /** @description Key of the login queue. */
            login_queue: string;
            /**
             * @description `busy`: a task is running in it; `closing`: its worker is ending it.
             * @enum {string}
             */
            state: "busy" | "idle" | "closing";
            /** @description The task that is running in it; null unless it is busy. */
            task_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description Null while it is busy. */
            idle_since: components["schemas"]["Timestamp"] | null;
        };
        Worker: {
            worker_id: string;
            /** @description As the worker reports it; null if it reports none. */
            version: string | null;
            /** @description Version of the worker protocol that it speaks. */
            protocol: number;
            /** @description Number of tasks that it runs at once; null if it does not report it. */
            slots: number | null;
            /** @description The labels of the accounts that it serves; empty for the accounts without a label. */
            labels: string[];
            /** @description Registered, and seen within the last 60 seconds. */
            is_alive: boolean;
            state: components["schemas"]["WorkerState"];
            drain: components["schemas"]["DrainOrNull"];
            first_seen_at: components["schemas"]["Timestamp"];
            last_seen_at: components["schemas"]["Timestamp"];
            /** @description Tasks of all accounts whose leases it holds. */
            held_task_ids: string[];
            /** @description Warm sessions that it keeps, idle or with a task. */
            warm_sessions: number;
        };
        /**
         * @description `active`: it gets tasks. `draining`: it gets none, but still holds tasks or warm sessions. `drained`: it no longer holds anything
         *     and can be stopped. `gone`: it ended its registration, or was not seen for 60 seconds.
         * @enum {string}
         */
        WorkerState: "active" | "draining" | "drained" | "gone";
        WorkersAnswer: {
            workers: components["schemas"]["Worker"][];
        };
    };
    responses: {
        /** @description The account does not exist. */
        AdminAccountNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The request has a parameter that is not in this document. */
        AdminInvalidRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description A task is running in the session. */
        AdminSessionBusy: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description There is no such warm session, or its worker has ended it. */
        AdminSessionNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The account does not exist, or has no such portal or login queue. */
        AdminTargetNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The admin token is missing or wrong. */
        AdminUnauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description No worker with this ID was seen within a day. */
        AdminWorkerNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The server failed. */
        DetailInternalError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The body is not JSON. */
        DetailMalformed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The body is larger than the server accepts. */
        DetailPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /**
         * @description The server is busy with other requests, or its database is unavailable or timed out. The condition is
         *     temporary: send the same request again after `retry-after` seconds. `x-error-code` names the cause.
         */
        DetailUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The body is missing or is not `application/json`. */
        DetailUnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
    };
    parameters: {
        /**
         * @description ID of the account, a UUID. Any other value returns 404.
         * @example 6f1d2e3c-4b5a-4968-8776-95a4b3c2d1e0
         */
        AccountId: string;
        /**
         * @description ID of the warm session, a UUID. Any other value matches no session.
         * @example 7f0c2c4e-1d55-4a0b-8a55-2b8a0a4e9d11
         */
        SessionId: string;
        /**
         * @description ID of the worker, as in its setting `WORKER_ID`.
         * @example worker-a1
         */
        WorkerId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Stable name of an error, for programs to switch on; messages may change, codes do not. Every response with a status of 400
         *     or above has one, and a body with a member `code` repeats it. New codes may be added.
         *
         *     | Code | Status | Meaning | Remedy |
         *     | --- | --- | --- | --- |
         *     | `account-deleted` | 409 | The account is being deleted, so it gets no new keys. | Use another account. |
         *     | `account-not-deleted` | 404 | The deletion of the account was not requested. | Request it with `DELETE /admin/v1/accounts/{account_id}`. |
         *     | `account-not-found` | 404 | There is no account with this id. | List the accounts with `errand admin accounts list`. |
         *     | `already-retried` | 409 | Another task has already retried this one, so it cannot be continued a second time. | Continue the other task if it has failed, or retry this one without `from`. |
         *     | `api-key-limit` | 409 | The account has reached its limit of valid API keys. | Revoke one that is no longer used. |
         *     | `api-key-not-found` | 404 | The account has no API key with this id. | List the keys with `GET /api/v1/api_keys`. |
         *     | `attempt-storage-full` | 413 | The attempt has reached its storage limit. | Download or record less, or ask the operator to raise `ATTEMPT_STORAGE_GIB` or `ATTEMPT_FILES`. |
         *     | `cancellation-unfinished` | 409 | A recording has too many waiting tasks to cancel in one request. | Send the same request again until it succeeds. |
         *     | `command-unfinished` | 504 | A command of a debug session takes longer than a response may wait. It continues. | Follow the events of the session, and read its state before you send the command again. |
         *     | `content-type-mismatch` | 400 | A file was uploaded with a different content type than the one its URL was signed for. | Send the headers that were returned with the URL. |
         *     | `cookie-session-not-found` | 404 | The request has no session because an API key authenticated it. | Send the cookie of a session, without an API key. |
         *     | `cross-origin-request` | 401 | A request with a session cookie does not come from a page of this server. | Send an API key. |
         *     | `database-unavailable` | 503 | The server cannot reach its database. | Send the request again after `Retry-After` seconds. |
         *     | `debug-session-ended` | 409 | The debug session has ended. | Open another one. |
         *     | `debug-session-limit` | 409 | The account has reached its limit of open debug sessions. | End one, or ask the operator for more (`errand admin accounts limit`). |
         *     | `debug-session-not-found` | 404 | The account has no debug session with this id. | List the sessions with `GET /api/v1/sessions`. |
         *     | `default-workspace` | 409 | The default workspace cannot be deleted because new recordings go there. | Delete its recordings instead. |
         *     | `delivery-not-found` | 404 | The account has no callback delivery with this id. | List the deliveries of the task. |
         *     | `delivery-pending` | 409 | The server is still trying to deliver the message. | Wait until it has failed, then redeliver it. |
         *     | `demo-not-found` | 404 | The account has no goal with this id. | Use the id that saving it returned. |
         *     | `endpoint-name-taken` | 409 | Another recording of the account has this endpoint name. | Choose another name, or change that recording. |
         *     | `endpoint-not-found` | 404 | The account has no recording with this endpoint name. | List the recordings, or store one under this name. |
         *     | `files-deleted` | 410 | The files of the task were deleted at the end of the account's retention period. | Submit the task again, or ask the operator for a longer period. |
         *     | `https-required` | 409 | The installation uses http, over which cookies could be intercepted. | Set `PUBLIC_URL` to an https URL, or send the API key with each request. |
         *     | `human-wait-not-found` | 404 | A worker names a wait for a person that never began under its lease. | Begin the wait first. |
         *     | `idempotency-conflict` | 409 | The `Idempotency-Key` was used for a different request. | Use a new key for each new submission. |
         *     | `input-file-lost` | 409 | One of the input files of the task is no longer stored. | Submit a new task with its files. |
         *     | `input-file-refused` | 400 | A file in the submission was rejected. | Correct the file that the message names. |
         *     | `integration-damaged` | 409 | The stored settings of the integration cannot be decrypted. | Send all its settings again. |
         *     | `integration-kind` | 409 | The new settings are for another kind of service. | Create a new integration. |
         *     | `integration-limit` | 409 | The account has reached its limit of integrations. | Delete one first. |
         *     | `integration-missing` | 404 | The account lacks an integration that a step needs. | Create the integration that the message names. |
         *     | `integration-name-taken` | 409 | Another integration of the account has this name. | Choose another name. |
         *     | `integration-not-checkable` | 409 | An integration of this kind cannot be checked without a task. | Submit a task that uses it. |
         *     | `integration-not-found` | 404 | The account has no integration with this id. | List the integrations. |
         *     | `integration-refused` | 424 | The service of an integration refused its credentials. | Correct the settings of the integration. |
         *     | `integration-taken` | 409 | Another integration of the account is for the same service. | Change that integration. |
         *     | `internal-error` | 500 | The server failed unexpectedly. | Send the request again; if it keeps failing, give the operator the `x-request-id`. |
         *     | `invalid-object-key` | 400 | The URL of a file is malformed. | Use the URL as it was returned. |
         *     | `invalid-request` | 422 | The request does not match the schema. | Correct the fields that `detail` lists. |
         *     | `key-revoked` | 409 | The API key that created the stream URL was revoked. | Create a new stream URL with another key. |
         *     | `label-not-in-pool` | 403 | A worker has a label that its pool does not serve. | Start it with labels of its pool, or create a pool with the label. |
         *     | `last-api-key` | 409 | The key is the account's last one with the scope `admin`. | Create another one first. |
         *     | `lease-lost` | 409 | The worker no longer holds the attempt's lease. | Stop working on the task; it has ended or another attempt is running it. |
         *     | `local-target` | 400 | The submission uses something that local inference servers do not support, or that only they support. | Leave out the field or the header that the message names. |
         *     | `login-queue-not-found` | 404 | The account has no login queue with this key. | Take `login_queue` from the queue view of one of its tasks. |
         *     | `malformed-request` | 400 | The body cannot be read. | Send valid JSON in UTF-8 with its true length. |
         *     | `malformed-submission` | 400 | A field of the submission is missing or has the wrong type. | Correct the field that the message names. |
         *     | `messages-refused` | 403 | A worker asks for messages that its task is not waiting for. | Read only the messages that the automation names. |
         *     | `messages-unavailable` | 424 | A mailbox or message service failed or responded unexpectedly. | The worker retries; check the service if it happens often. |
         *     | `method-not-allowed` | 405 | The path does not support this method. | Use one that the `Allow` header lists. |
         *     | `missing-field` | 400 | A required field of an older operation is missing. | Add the field that the message names. |
         *     | `missing-scope` | 403 | The API key lacks the scope that the operation needs. | Use a key with that scope. |
         *     | `no-failed-node` | 409 | The task did not stop at a node, so it cannot be continued. | Retry it without `from`. |
         *     | `no-rollout` | 409 | No roll-out of the recording is running. | Read the recording to see how the last one ended. |
         *     | `no-screen` | 409 | The task has no screen to watch. | Only tasks that run in a worker's browser can be watched. |
         *     | `nodes-changed` | 409 | The nodes before the one from which the task would continue differ from those it ran. | Retry it without `from`. |
         *     | `not-found` | 404 | The path or the secret does not exist. | Check the path against the API document, or the name against the task's secrets. |
         *     | `not-resumable` | 409 | The recording does not say that it is safe to continue the task at that node. | Mark the node as `resumable` in a new version, or retry the task without `from`. |
         *     | `not-running` | 409 | The task is still starting on a worker, or is no longer running. | Try again once its status is running. |
         *     | `not-set-up` | 503 | This installation has no live view. | Ask the operator to start a stream gateway. |
         *     | `not-waiting` | 409 | The request asks for control, but the task is not waiting for a person. | Request view access instead. |
         *     | `object-not-found` | 404 | The file does not exist. | Request new URLs; the file may have been deleted. |
         *     | `object-storage-unavailable` | 503 | The file store is unavailable at the moment. | Send the request again later. |
         *     | `parameter-mismatch` | 400 | The input parameters do not match those that the recording declares. | Send exactly the parameters that the recording declares; the message names those that are missing or unknown. |
         *     | `payload-too-large` | 413 | The body exceeds the size limit of the operation. | Send less, or put files in `input_files`. |
         *     | `pick-open` | 409 | The debug session is waiting for a person to click. | Click in its live view, or cancel the pick. |
         *     | `portal-not-found` | 404 | No task of the account was submitted for this portal. | Use the origin of a recording's start page. |
         *     | `proxy-and-dedicated` | 400 | A dedicated session keeps its IP address, so it cannot use a proxy. | Choose either `use_proxy` or `is_dedicated`. |
         *     | `proposal-not-found` | 404 | The recording has no locator proposal with this id. | List its proposals. |
         *     | `proposal-outdated` | 409 | The node of the locator proposal has changed in the current version, or may be a different node. | Decline it, or update the recording. |
         *     | `range-not-satisfiable` | 416 | The requested range starts after the end of the file. | Request a range within its size. |
         *     | `recording-changed` | 409 | Another version of the recording became current. | Read what you want to change again, and repeat the request for the current version. |
         *     | `recording-deleted` | 409 | The recording of the task was deleted. | Submit to another recording. |
         *     | `recording-in-use` | 409 | The recording has tasks that have not ended. | Wait for them or cancel them, then delete the recording. |
         *     | `recording-not-found` | 404 | The account has no recording with this id. | List the recordings. |
         *     | `remote-desktop-mismatch` | 400 | The submission combines a remote desktop with an incompatible setting. | Remove the setting that the message names. |
         *     | `result-pending` | 409 | A result of the task is still being delivered, so the task cannot be deleted. | Try again in a few minutes. |
         *     | `retry-mismatch` | 409 | The recording's parameters have changed since the task was submitted. | Submit a new task. |
         *     | `retry-place-mismatch` | 409 | The recording now runs in a browser and the task ran on a remote desktop, or the other way round. | Submit a new task. |
         *     | `rollout-running` | 409 | Another version of the recording is being rolled out. | Wait until that ends, or promote or stop it. |
         *     | `schedule-limit` | 409 | The account has reached its limit of schedules. | Delete one first. |
         *     | `schedule-name-taken` | 409 | Another schedule of the account has this name. | Choose another name. |
         *     | `schedule-not-found` | 404 | The account has no schedule with this id. | List the schedules with `GET /api/v1/schedules`. |
         *     | `secret-not-granted` | 403 | The secret is in the operator's vault, and the account has no grant for it. | Ask the operator for a grant, or add an integration of the account. |
         *     | `secret-refused` | 403 | The secret may not be typed on pages of this origin. | Allow the origin, or type the secret on a page with an allowed origin. |
         *     | `secret-unavailable` | 424 | The vault did not return the secret. | Check the item and the vault that the message names. |
         *     | `server-busy` | 503 | The server is already handling and queueing as many requests as it can. | Send the request again after `Retry-After` seconds; it had no effect. |
         *     | `session-busy` | 409 | A task is running in the warm session. | Wait until the task ends, or cancel it. |
         *     | `session-not-found` | 404 | There is no warm session with this id, or it has ended. | List the warm sessions with `errand admin sessions list`. |
         *     | `signature-mismatch` | 403 | The URL of a file was modified. | Use the URL as it was returned. |
         *     | `stale-lease` | 409 | The ticket is for an earlier attempt of the task. | Create a new stream URL. |
         *     | `storage-full` | 507 | The account or the installation has reached its storage limit. | Delete tasks that are no longer needed, or ask the operator to raise the limit. |
         *     | `stored-secret-damaged` | 500 | An encrypted value in the database cannot be decrypted. | Ask the operator to check `SEALING_KEYS`; otherwise replace the value. |
         *     | `task-ended` | 409 | The task has already ended. | Read its result. |
         *     | `task-not-ended` | 409 | The task has not ended yet. | Wait until it has ended, or cancel it. |
         *     | `task-not-found` | 404 | The account has no task with this id. | Use the id that the submission returned. |
         *     | `task-not-retryable` | 409 | The task succeeded; only failed and cancelled tasks can be retried. | Submit a new task. |
         *     | `task-not-waiting` | 409 | The task is not waiting for a person. | Check the status of the task. |
         *     | `task-open` | 409 | The task is still waiting or running, so it cannot be deleted. | Cancel it or wait for it to end. |
         *     | `task-queued` | 409 | The task is still waiting in the queue. | Try again once its status is running. |
         *     | `ticket-used` | 409 | The ticket has already been used to open a connection. | Create a new stream URL; each opens one connection. |
         *     | `too-many-commands` | 409 | Too many commands of the debug session are waiting. | Send the next one when they have ended. |
         *     | `too-many-failed-keys` | 429 | Too many requests with wrong credentials came from this address. | Correct the key, and wait `Retry-After` seconds. |
         *     | `too-many-listeners` | 429 | Too many event streams are open. | Close some, or poll several tasks with `task_status`. |
         *     | `too-many-requests` | 429 | The API key, its account or the IP address has exceeded its rate limit. | Wait `Retry-After` seconds, then send the request again. |
         *     | `trace-not-found` | 404 | No attempt of the task has stored a trace. | Set the workers' `TRACE` to `failed` or `all`, and run the task again. |
         *     | `unauthorized` | 401 | The API key or token is missing, wrong, expired or revoked. | Send a valid one in `x-api-key`. |
         *     | `unavailable` | 503 | The server cannot reach its file store, is shutting down, or has too many workers waiting. | Send the request again after `Retry-After` seconds. |
         *     | `unknown-unique-name` | 400 | A name in `unique_parameter_names` is not an input parameter. | Use names of the submission's parameters. |
         *     | `unstorable-text` | 422 | The request contains U+0000 or a lone surrogate. | Remove it. |
         *     | `unsupported-media-type` | 415 | The operation does not accept the content type or the encoding of the body. | Send `application/json`. |
         *     | `upload-size-mismatch` | 400 | Fewer bytes were uploaded than the URL was signed for. | Send the whole file. |
         *     | `upload-too-large` | 413 | More bytes were uploaded than the URL was signed for. | Announce the file with its true size. |
         *     | `url-expired` | 403 | The URL of a file has expired. | Request a new one. |
         *     | `variables-lost` | 409 | The variables or the page from before that node were not kept. | Continue at a node that the message names, or retry the task without `from`. |
         *     | `variables-too-large` | 413 | The variables for a waiting task exceed the size limit. | Send less. |
         *     | `version-not-found` | 404 | The recording has no version with this number. | List its versions. |
         *     | `viewer-not-found` | 404 | No ticket with this id was redeemed, or the viewer's record has been removed. | Close the connection. |
         *     | `worker-id-taken` | 409 | A worker of another pool is registered under this id. | Choose another `WORKER_ID`. |
         *     | `worker-not-found` | 404 | No worker with this id was seen within a day. | List the workers with `errand admin workers list`. |
         *     | `workspace-name-taken` | 409 | Another workspace of the account has this name. | Choose another name. |
         *     | `workspace-not-empty` | 409 | The workspace still has recordings. | Delete them or move them to another workspace first. |
         *     | `workspace-not-found` | 404 | The account has no workspace with this id. | List the workspaces. |
         * @example task-not-found
         */
        ErrorCode: "account-deleted" | "account-not-deleted" | "account-not-found" | "already-retried" | "api-key-limit" | "api-key-not-found" | "attempt-storage-full" | "cancellation-unfinished" | "command-unfinished" | "content-type-mismatch" | "cookie-session-not-found" | "cross-origin-request" | "database-unavailable" | "debug-session-ended" | "debug-session-limit" | "debug-session-not-found" | "default-workspace" | "delivery-not-found" | "delivery-pending" | "demo-not-found" | "endpoint-name-taken" | "endpoint-not-found" | "files-deleted" | "https-required" | "human-wait-not-found" | "idempotency-conflict" | "input-file-lost" | "input-file-refused" | "integration-damaged" | "integration-kind" | "integration-limit" | "integration-missing" | "integration-name-taken" | "integration-not-checkable" | "integration-not-found" | "integration-refused" | "integration-taken" | "internal-error" | "invalid-object-key" | "invalid-request" | "key-revoked" | "label-not-in-pool" | "last-api-key" | "lease-lost" | "local-target" | "login-queue-not-found" | "malformed-request" | "malformed-submission" | "messages-refused" | "messages-unavailable" | "method-not-allowed" | "missing-field" | "missing-scope" | "no-failed-node" | "no-rollout" | "no-screen" | "nodes-changed" | "not-found" | "not-resumable" | "not-running" | "not-set-up" | "not-waiting" | "object-not-found" | "object-storage-unavailable" | "parameter-mismatch" | "payload-too-large" | "pick-open" | "portal-not-found" | "proposal-not-found" | "proposal-outdated" | "proxy-and-dedicated" | "range-not-satisfiable" | "recording-changed" | "recording-deleted" | "recording-in-use" | "recording-not-found" | "remote-desktop-mismatch" | "result-pending" | "retry-mismatch" | "retry-place-mismatch" | "rollout-running" | "schedule-limit" | "schedule-name-taken" | "schedule-not-found" | "secret-not-granted" | "secret-refused" | "secret-unavailable" | "server-busy" | "session-busy" | "session-not-found" | "signature-mismatch" | "stale-lease" | "storage-full" | "stored-secret-damaged" | "task-ended" | "task-not-ended" | "task-not-found" | "task-not-retryable" | "task-not-waiting" | "task-open" | "task-queued" | "ticket-used" | "too-many-commands" | "too-many-failed-keys" | "too-many-listeners" | "too-many-requests" | "trace-not-found" | "unauthorized" | "unavailable" | "unknown-unique-name" | "unstorable-text" | "unsupported-media-type" | "upload-size-mismatch" | "upload-too-large" | "url-expired" | "variables-lost" | "variables-too-large" | "version-not-found" | "viewer-not-found" | "worker-id-taken" | "worker-not-found" | "workspace-name-taken" | "workspace-not-empty" | "workspace-not-found";
        /**
         * @description The documentation of the error's code, as a path of this server (RFC 8288).
         * @example </docs/errors#task-not-found>; rel="help"
         */
        ErrorLink: string;
        /**
         * @description Identifier of this request, which the server's log contains too. Quote it when you report a problem.
         * @example 7d0c5f0a-3b1e-4a53-9c1b-0d6a2f4e8b91
         */
        RequestId: string;
        /**
         * @description Seconds to wait before sending the request again.
         * @example 2
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getDemand: {
        parameters: {
            query?: {
                /**
                 * @description The labels of the workers, separated by commas, as in `WORKER_LABELS`. `default` stands for accounts without a label.
                 * @example default,acme
                 */
                labels?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The demand for workers with these labels. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Demand"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getQueueCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deviations; a consistent queue has no faults. */
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
            /** @description The workers and the tasks that they hold. */
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
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the account, a UUID. Any other value returns 404.
                 * @example 6f1d2e3c-4b5a-4968-8776-95a4b3c2d1e0
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletion is requested. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminAccountNotFound"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getAccountDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the account, a UUID. Any other value returns 404.
                 * @example 6f1d2e3c-4b5a-4968-8776-95a4b3c2d1e0
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the deletion. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletion"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            /** @description There is no such account, or its deletion was not requested. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-error-code": components["headers"]["ErrorCode"];
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the account, a UUID. Any other value returns 404.
                 * @example 6f1d2e3c-4b5a-4968-8776-95a4b3c2d1e0
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The periods of the account. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminAccountNotFound"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    setRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the account, a UUID. Any other value returns 404.
                 * @example 6f1d2e3c-4b5a-4968-8776-95a4b3c2d1e0
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionRequest"];
            };
        };
        responses: {
            /** @description The periods of the account. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminAccountNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    drainWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the worker, as in its setting `WORKER_ID`.
                 * @example worker-a1
                 */
                worker_id: components["parameters"]["WorkerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRequest"];
            };
        };
        responses: {
            /** @description The worker gets no new task. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrainAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminWorkerNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    resumeWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the worker, as in its setting `WORKER_ID`.
                 * @example worker-a1
                 */
                worker_id: components["parameters"]["WorkerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRequest"];
            };
        };
        responses: {
            /** @description It gets tasks. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumeWorkerAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminWorkerNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The warm sessions. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsAnswer"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    closeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the warm session, a UUID. Any other value matches no session.
                 * @example 7f0c2c4e-1d55-4a0b-8a55-2b8a0a4e9d11
                 */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRequest"];
            };
        };
        responses: {
            /** @description The worker was asked to close the session. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CloseSessionAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminSessionNotFound"];
            409: components["responses"]["AdminSessionBusy"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Returns only the account with this name, if there is one.
                 * @example acme
                 */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts by name, at most 1000. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountsAnswer"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the account, a UUID. Any other value returns 404.
                 * @example 6f1d2e3c-4b5a-4968-8776-95a4b3c2d1e0
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quotas of the account. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountQuotas"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminAccountNotFound"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    setQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the account, a UUID. Any other value returns 404.
                 * @example 6f1d2e3c-4b5a-4968-8776-95a4b3c2d1e0
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotasRequest"];
            };
        };
        responses: {
            /** @description The quotas of the account. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountQuotas"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminAccountNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    changeQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the account, a UUID. Any other value returns 404.
                 * @example 6f1d2e3c-4b5a-4968-8776-95a4b3c2d1e0
                 */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotasChange"];
            };
        };
        responses: {
            /** @description The quotas of the account. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountQuotas"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminAccountNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    purgeTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PurgeRequest"];
            };
        };
        responses: {
            /** @description The number of tasks that were waiting, and of those that were cancelled. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurgeAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminTargetNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listPauses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All pauses. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PausesAnswer"];
                };
            };
            401: components["responses"]["AdminUnauthorized"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    pauseWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PauseRequest"];
            };
        };
        responses: {
            /** @description It is paused. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pause"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminTargetNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    resumeWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResumeRequest"];
            };
        };
        responses: {
            /** @description The account, portal or login is not paused. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumeAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["AdminUnauthorized"];
            404: components["responses"]["AdminTargetNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["AdminInvalidRequest"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
}
