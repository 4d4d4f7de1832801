// Generated from openapi/ by "pnpm generate". Do not edit.

export interface paths {
    "/worker/v1/registrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a worker
         * @description A worker identifies itself with the token of its pool, and gets the token for all other operations. The values given here are
         *     valid until it registers again. Its labels must be those of the pool, and gateways connect only to this screen address.
         *
         *     A worker has one registration. Registering again, for instance after a restart, ends the previous one. Leases stay with the
         *     process that has their secrets: a process that was only disconnected continues, and the leases of one that is gone expire.
         *
         *     The token expires after 15 minutes without a call, with `endRegistration`, and when the operator revokes the pool. The worker
         *     then gets a 401, registers again and continues.
         *
         *     Worker and control plane report to each other which version of the protocol they speak. Control planes are updated first; they serve
         *     the workers of the release before theirs.
         */
        post: operations["registerWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/registrations/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a registration
         * @description Ends the registration of a worker that shuts down. Its token is no longer valid, and another pool may use its ID.
         */
        post: operations["endRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the next task
         * @description Takes the first waiting task and returns a lease on it. While there is none, the request stays open for up to `wait_seconds`.
         *     The registered labels determine the accounts. With several labels, the lane whose turn is earliest goes first. A dedicated
         *     task has a warm session: a new one, or the one that this worker keeps for its login queue.
         *     If the response to a claim is lost, it costs one lease time: the lease expires and the task returns to the queue.
         */
        post: operations["claimTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/heartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew all leases and idle sessions of a worker
         * @description Moves the expiry of every lease that is still held to now plus the lease time. Sent every third of the lease time.
         *     A lease whose task another transaction keeps locked is still held, but keeps its expiry: compare `expires_at`.
         *     A lost lease is not an error of the call; it is reported with `state: lost`. A task that the client wants to cancel keeps its
         *     lease until the worker has stopped it and reported: `state: held` with `cancel_requested: true`.
         *     The same call renews idle warm sessions: a session that is not named for one lease time is given up.
         */
        post: operations["heartbeatLeases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/bell": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait for a reason to send a heartbeat
         * @description Every worker keeps one of these requests open. It returns `rung: true` as soon as a heartbeat would bring the worker news: a
         *     task that it holds was cancelled, or a session that it keeps must end or has work. It also rings when an operator starts or
         *     ends the draining of the worker (`draining`). The worker then sends the next such request and a heartbeat at once. A ring
         *     between two requests is kept for a few seconds. A ring can be lost, which the regular heartbeats make up for, or be spurious,
         *     which does no harm.
         */
        post: operations["waitForBell"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that the automation begins
         * @description Moves the task from `allocated` to `running`, even if cancellation was requested: the next heartbeat reports that to the
         *     worker.
         */
        post: operations["startTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a secret to type
         * @description Reads one secret through its reference, which only the control plane knows. The worker calls this when it has found the field. The
         *     origin of the field's document is checked against `allowed_origins` and, if the installation's credentials open the vault, against
         *     the operator's grants. They never open a vault for a task of a local inference server.
         *
         *     Every call is logged with its task, worker, parameter and origin, never with the value. A task may make 60 calls per
         *     minute.
         */
        post: operations["resolveSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read messages that may hold a one-time code
         * @description Reads the messages that arrived where a `two_fa_action` looks, through an integration of the task's account. The account's
         *     passwords and tokens stay in the control plane.
         *
         *     A `two_fa_action` of the task's automation must have this type and these addresses, as written or as the task's inputs resolve
         *     them. Parts that only the run knows (variables that steps set, loops) may be anything. `since` may precede the attempt by the
         *     step's `start_2fa_time_offset_minutes` plus five minutes for clock differences.
         *
         *     Every call is logged with its task, worker and place, but never with a message. A task may make 60 calls per minute.
         */
        post: operations["readMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report executed steps
         * @description Stores steps. `lease_epoch` and `sequence` identify a step, so the call is idempotent.
         */
        post: operations["reportSteps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce files and get upload URLs
         * @description Registers files and returns a signed URL for each. A file becomes visible to clients once it is confirmed.
         *     Announcing the same file again creates a new artifact, unless both have the same `artifact_id`. Unconfirmed ones are never
         *     shown to clients, and are forgotten when the attempt ends.
         */
        post: operations["createArtifacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/artifacts/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm uploaded files
         * @description Checks for each file that the object exists and has the announced size. May be repeated.
         */
        post: operations["confirmArtifacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/input-files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get URLs of the files submitted with a task
         * @description Returns a signed URL for each file in the lease. Fetch the files before the task runs, check size and digest, and pass them
         *     only to `upload_file.input_file`. May be repeated; every response has fresh URLs.
         */
        post: operations["signInputFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/human-wait": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that the run is waiting for a person
         * @description From now on, the task shows `waiting_for_human`, and the addresses in its recording are notified by email. Sending the same
         *     `wait_id` again changes nothing; a different one ends the previous wait. The wait ends with the attempt.
         */
        post: operations["beginHumanWait"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/human-answer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait until a person resumes the run
         * @description Returns as soon as a person has resumed it, or after `wait_seconds`. The variables are kept until the worker ends the wait, so a lost
         *     response can be fetched again.
         */
        post: operations["awaitHumanAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/human-wait/end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the wait of a run
         * @description Ends the wait unless it has already ended; the response says what ended it. This way, input at the last moment is not lost: if the
         *     response to `timed_out` is `resumed`, the worker fetches the variables, resumes, and sends `ended`, which also deletes the
         *     variables.
         */
        post: operations["endHumanWait"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/session/state": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the state of a debug session
         * @description Replaces the reported state: `ready` once the start page is open and whenever no command is running. Text is masked as in
         *     steps, so it contains no secret. The largest variables are replaced by their size until the rest has at most 1 MiB.
         */
        post: operations["reportSessionState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/session/commands": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait for commands of a debug session
         * @description Returns the commands after the number `after`, in order, as soon as there are any; an empty list after `wait_seconds`. The worker keeps one
         *     such request open all the time, also while a command runs, so that the command can be cancelled. Asking again for the same number returns
         *     the same commands again, unless they were answered. With `closing`, the worker ends the browser and reports the task as completed.
         */
        post: operations["awaitSessionCommands"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/session/answers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a command of a debug session
         * @description Delivers the answer to the caller of the command. It is kept, encrypted, until it is fetched, and at most until the session ends. Repeating an answer
         *     changes nothing; an answer to an unknown command is ignored.
         */
        post: operations["answerSessionCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/session/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report events of a debug session
         * @description Appends events in order. The newest 2,000 of a session are kept. Text is masked as in steps, so it contains no secret.
         */
        post: operations["reportSessionEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report success
         * @description Ends the task with its results. Repeating the same report under the same epoch is idempotent. If cancellation was requested,
         *     the task becomes `cancelled` and every report under that epoch returns `cancelled`, even a late one after the lease was lost.
         */
        post: operations["completeTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a failed or cancelled attempt
         * @description Ends the attempt. The control plane decides whether the task returns to the queue. Repeating the same report under the same
         *     epoch is idempotent. If cancellation was requested, the task becomes `cancelled` without an error, and every report under that
         *     epoch returns `cancelled`, even a late one after the lease was lost.
         */
        post: operations["failTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/tasks/{task_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a task unfinished
         * @description Puts the task back into its queue at its old place. `retry_count` does not increase. If cancellation was requested, the
         *     task becomes `cancelled` instead. May be repeated.
         */
        post: operations["releaseTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/v1/sessions/{session_id}/end": {
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
        get?: never;
        put?: never;
        /**
         * Report that the browser of a warm session is gone
         * @description Removes the session, so that any worker can take waiting tasks of its login queue, and other tasks of the portal can use its place.
         *     Called after the browser has ended for any reason. May be repeated; an unknown session is already gone.
         *     A session in which a task runs stays until the task's report or the loss of its lease ends it.
         */
        post: operations["endSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gateway/v1/tickets/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a stream ticket
         * @description A gateway that has verified a ticket asks where the screen is. The first call with a ticket returns it; later calls are refused
         *     by all gateways. If the response is lost, the viewer needs a fresh ticket. A refusal does not use up the ticket. The response
         *     starts a viewer, which `closeViewer` ends.
         */
        post: operations["redeemTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gateway/v1/viewers/{jti}/close": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The viewer, by the ID of its ticket, a UUID. Any other value returns 404.
                 * @example 5f1c7a52-0c55-4a51-9a27-6a4a0a0f7c3e
                 */
                jti: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that a viewer has left
         * @description Only the first report for a viewer counts; repeating it changes nothing. If the gateway dies before it reports, the viewer
         *     counts as gone when its attempt of the task ends.
         */
        post: operations["closeViewer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/gateway/v1/screens/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Watch for screens that end
         * @description Returns as soon as one of the screens may no longer be shown, and names all such screens: at once for one that has already
         *     ended, within a second for one that ends. While all continue, the request stays open for up to `wait_seconds`, then returns an
         *     empty list. A gateway keeps one request open for all its screens, and restarts it when a screen is added or removed.
         */
        post: operations["watchScreens"];
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
        /**
         * @description Added by Errand. The only origins at which the secret may be typed: scheme and host, and the port if it is not the default. The origin that counts is that of the document with the field, which may be in a frame. Without this list, any origin is allowed, except that a secret in the installation's own vault needs an origin that the operator has granted. The list never widens a grant.
         * @example [
         *       "https://portal.supplier.example"
         *     ]
         */
        AllowedOrigins: string[];
        ArtifactAnswer: {
            /** @description One for each artifact, in the order of the request. */
            uploads: components["schemas"]["Upload"][];
        };
        /**
         * @description `download`: a file that the page delivered; `screenshot`: taken by an extraction; `final_screenshot`: taken at the end; `evidence`: what a step showed; `recording`: a video of the whole attempt; `trace`: a trace of its pages, for the trace viewer.
         * @enum {string}
         */
        ArtifactKind: "download" | "screenshot" | "final_screenshot" | "evidence" | "recording" | "trace";
        /** @description Files that the worker is about to upload. */
        ArtifactRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            artifacts: components["schemas"]["NewArtifact"][];
        };
        BellAnswer: {
            /** @description True if a heartbeat now would bring news; false if nothing happened within `wait_seconds`. */
            rung: boolean;
            protocol: components["schemas"]["Protocol"];
            min_protocol: components["schemas"]["MinProtocol"];
            draining?: components["schemas"]["Draining"];
        };
        BellRequest: {
            worker_id: components["schemas"]["WorkerId"];
            /** @description How long the control plane may hold the request open while the bell is silent, in seconds. */
            wait_seconds: number;
        };
        /** @description The state just before a node of the automation's own list ran. Contains no secrets. */
        Checkpoint: {
            node_path: components["schemas"]["OwnNodePath"];
            /** @description The page that was open; null if its address may not be kept, or cannot be opened in another browser. */
            page_url: components["schemas"]["PageToOpen"];
            /** @description Values of variables, by name. */
            variables: components["schemas"]["Variables"];
            /** @description Variables whose values contain a secret or are too large. */
            lost_variables: string[];
            /** @description Number of entries that the output had by then. */
            output_count: number;
            /** @description Number of files that had been downloaded and are stored, including the `file_count` of the task's `start`. If absent, 0. */
            file_count?: number;
            /** @description Whether the step at which the task stopped, or an agent that searched for its element, had acted on the page before it failed. If absent, it may have. */
            has_acted?: boolean;
        };
        ClaimAnswer: {
            lease: components["schemas"]["Lease"];
            /** @description Warm sessions of this worker for the login that the task will use in its own browser. Close each browser before the task starts, then call `endSession`, because a login has only one session. */
            close_sessions: components["schemas"]["SessionId"][];
            protocol: components["schemas"]["Protocol"];
            min_protocol: components["schemas"]["MinProtocol"];
        };
        /** @description A free slot's request for work. */
        ClaimRequest: {
            worker_id: components["schemas"]["WorkerId"];
            /** @description How long the control plane may hold the request open while there is no work, in seconds. */
            wait_seconds: number;
        };
        CloseRequest: {
            /** @description Close code of the WebSocket; 1006 if the connection broke. */
            close_code: number;
            /** @description Bytes of the screen that were sent to the viewer. */
            bytes_to_viewer: number;
            /** @description Bytes that the viewer sent. */
            bytes_from_viewer: number;
        };
        CompleteAnswer: {
            /**
             * @description `cancelled` if cancellation had been requested before, even for a repeated report.
             * @enum {string}
             */
            status: "success" | "cancelled";
        };
        /** @description The automation ran to its end. */
        CompleteRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            output_data: components["schemas"]["Output"];
            for_loop_status: components["schemas"]["LoopStatus"];
            /** @description Language model usage of the task so far, including earlier attempts (`model_usage` of the lease). If absent, the stored value does not change. */
            model_usage?: components["schemas"]["ModelUsage"];
            session?: components["schemas"]["SessionOutcome"];
        };
        ConfirmAnswer: {
            /** @description Artifacts whose object exists with the announced size. Only these are shown to the client. */
            confirmed: string[];
            /** @description The others. Upload them again and confirm again. */
            rejected: {
                /** Format: uuid */
                artifact_id: string;
                /**
                 * @description `unknown`: not an artifact of this task; `missing`: no object there; `wrong-size`: not the announced size.
                 * @enum {string}
                 */
                reason: "unknown" | "missing" | "wrong-size";
            }[];
        };
        /** @description Files that the worker has uploaded. */
        ConfirmRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            artifact_ids: string[];
        };
        /** @description Whether an operator is draining the worker. Until that ends, the control plane gives it no task. The worker finishes what it runs, shows that it is not ready, and keeps running. */
        Draining: boolean;
        EmailAction: {
            /** @enum {string} */
            type: "email_two_fa_action";
            receiver_email_address: string;
            sender_email_address: string;
            /** @description Address of the mailbox to read. Defaults to the receiver's address. */
            integration_email_address?: string;
        };
        /** @description The worker is shutting down. */
        EndRegistrationRequest: {
            worker_id: components["schemas"]["WorkerId"];
        };
        /** @description The browser of a warm session is gone. */
        EndSessionRequest: {
            worker_id: components["schemas"]["WorkerId"];
            /**
             * @description `idle`: it was unused for too long; `told`: a heartbeat or a claim requested it; `unhealthy`: it did not respond; `drain`: the worker is shutting down; `crashed`: it ended unexpectedly.
             * @enum {string}
             */
            reason: "idle" | "told" | "unhealthy" | "drain" | "crashed";
        };
        EndedScreen: {
            /** Format: uuid */
            task_id: string;
            lease_epoch: components["schemas"]["LeaseEpoch"];
            mode: components["schemas"]["ViewMode"];
            /**
             * Format: uuid
             * @description As in the request.
             */
            api_key_id?: string;
            /**
             * @description `success`, `failed`, `cancelled`: the task ended with this status. `lost`: this attempt has ended but the task has not; it is waiting again or another attempt is running. `key-revoked`: the API key was revoked or has expired. `control-ended`: the task continues and is no longer waiting for a person.
             * @enum {string}
             */
            reason: "success" | "failed" | "cancelled" | "lost" | "key-revoked" | "control-ended";
        };
        /**
         * @description Stable class of a failure; `/docs/errors#CLASS` of the control plane explains it. New classes may be added. The last column says who retries. `infrastructure`: the queue, within the task's
         *     `max_retries`. `automation`: the worker, within the automation's own `max_retries`. `never`: nobody. If a class has several, it depends
         *     on the failure.
         *
         *     | Class | Meaning | Remedy | Retried by |
         *     | --- | --- | --- | --- |
         *     | `aborted` | The run was stopped from outside before its last step. | The task is retried automatically; check the worker's log if it happens often. | infrastructure |
         *     | `agent_unfinished` | A model did not reach its goal within the allowed number of steps. | Split the goal into smaller ones, or raise the step limit. | automation |
         *     | `answer_too_large` | A command of a debug session was carried out, but its answer exceeds the size limit. | Run fewer steps at a time, extract less, or use a smaller `viewport` for screenshots. | never |
         *     | `assertion_failed` | The page or the result does not meet an assertion. | Check the site and the input; the automation itself worked as written. | never |
         *     | `browser_crashed` | The browser crashed or exited while the task was using it. | The task is retried automatically; raise the worker's memory if it happens often. | infrastructure |
         *     | `browser_unavailable` | The worker does not have the browser that `browser_channel` asks for. | Install it and set CHROME_PATH, or use chromium. | never |
         *     | `cancelled` | The task was cancelled. | Submit it again if it is still needed. | never |
         *     | `captcha_unsolved` | The captcha was not solved in time or within the allowed attempts. | Raise `wait_time`, or let a person solve it with `human_in_loop_action`. | automation |
         *     | `desktop_key` | The screen's keyboard does not have a key that the step presses. | Use a DOM key name such as Enter or ArrowLeft, or one character. | never |
         *     | `desktop_point` | A step points at a position outside the screen. | Use coordinates within the screen. | never |
         *     | `desktop_program_missing` | The worker lacks a program that it needs to control or read screens. | Ask the operator to install the program that the message names. | never |
         *     | `desktop_text` | The screen's keyboard cannot type a character of the text. | Leave the character out. | never |
         *     | `desktop_unavailable` | The task's screen cannot be used. | The task is retried automatically; check the worker's log if it happens often. | infrastructure |
         *     | `display_unavailable` | The task's X server did not start. | The task is retried automatically; check that Xvfb runs on the worker. | infrastructure |
         *     | `download_missing` | The step expected a download, and none arrived in time. | Check that the step really starts a download, or raise its timeout. | automation |
         *     | `egress_blocked` | A request was blocked because tasks may not use its address. | Use a public address, or ask the operator to allow the host. | never |
         *     | `egress_failed` | A request received no response. | Check the address and whether its server is up. | automation |
         *     | `egress_timeout` | A request received no complete response in time. | Raise the step's timeout, or check the server. | automation |
         *     | `egress_too_large` | The response to a request exceeds the size limit. | Request less data at a time. | automation |
         *     | `element_not_found` | Neither the locator nor a model found the element. | Check the locator and the element's description against the page. | automation |
         *     | `expression_error` | An expression could not be evaluated with the given values. | Check the types of the values that it uses. | automation |
         *     | `expression_syntax` | An expression has a syntax error. | Correct it at the character that the message names. | never |
         *     | `extraction_empty` | An extraction found no value for a required field. | Check that the page shows it, or make the field Optional. | automation |
         *     | `extraction_format` | The format of an extraction is invalid, or a value does not have the declared type. | Correct the field that the message names. | automation |
         *     | `fail_state` | The automation reached a `fail_state_action`. | The automation's author wrote the message; do what it says. | never |
         *     | `file_missing` | The file that the step needs does not exist. | Check the file name, and that an earlier step downloads it. | automation |
         *     | `file_refused` | The step names a file that it may not use. | Use one of the task's files. | never |
         *     | `file_unreadable` | A file cannot be read in the expected format. | Check that it has the right type and is neither damaged nor too large. | never |
         *     | `handler_missing` | The worker has no handler for a `private_node`. | Ask the operator to add the handler, or remove the node. | never |
         *     | `human_timeout` | Nobody resumed the run in time. | Raise `max_wait_time`, or respond sooner. | automation |
         *     | `human_unavailable` | The step needs a person, but nobody can take part where the task runs. | Remove the step, or run the task where a person can take part. | never |
         *     | `input_file_damaged` | An input file differs from the one that was submitted. | Submit the task again with the file. | never |
         *     | `input_file_missing` | The step names an input file that was not submitted with the task. | Submit the task with the file, or correct its name. | never |
         *     | `input_file_unavailable` | An input file could not be read from storage. | The task is retried automatically; check the storage if it happens often. | infrastructure |
         *     | `internal` | The worker failed in a way that no other class covers. | Check the message and the worker's log, and report the failure. | automation |
         *     | `interrupted` | The local server was stopped while the task was running. | Submit the task again. | never |
         *     | `invalid_automation` | The automation is not valid. | Correct the places that the message names. | never |
         *     | `invalid_params` | A parameter of a step is not valid. | Correct the parameter that the message names. | never or automation |
         *     | `keyword_not_found` | A text was not found on the screen. | Compare the text with the screenshot, or raise the wait time. | automation |
         *     | `lease_lost` | The worker running the task stopped sending heartbeats. | The task is retried automatically; check the worker if it happens often. | infrastructure |
         *     | `limit_exceeded` | The run reached a run, browser or storage limit. | Do less in one task, or ask the operator to raise the limit that the message names. | automation or never |
         *     | `locator_ambiguous` | A locator or a text matches several elements where exactly one is needed. | Narrow it, or choose one with .first, .last or .nth(i). | automation |
         *     | `locator_not_a_frame` | A frame in a locator is not an iframe. | Select the iframe element itself. | never |
         *     | `locator_not_found` | No element matched the locator in time. | Check the locator against the page in the evidence, or raise `max_tries`. | automation |
         *     | `locator_syntax` | A locator has a syntax error. | Correct it at the character that the message names. | never |
         *     | `loop_source` | A loop's source is not a list, or its length is not allowed. | Check the variable that the loop names. | automation |
         *     | `model_answer_invalid` | None of a model's replies could be used. | Make the prompt clearer, or choose another model. | automation |
         *     | `model_budget_exceeded` | The task has used up its model budget. | Call models less often, or ask the operator to raise LLM_BUDGET_USD. | never |
         *     | `model_error` | The model's provider refused the request or failed. | Read the provider's reason in the message. | never or automation |
         *     | `model_timeout` | A model did not return a complete reply in time. | Ask for less at a time, or ask the operator to raise LLM_TIMEOUT_SECONDS. | automation |
         *     | `model_unavailable` | A step uses a model that is not configured here. | Ask the operator to configure the model, or use another one in the step. | never |
         *     | `navigation` | A page could not be opened. | Check the address and whether its server is up. | automation or never |
         *     | `node_not_reached` | The node before which a debug session should stop did not run. | Stop before a node that always runs, or give the inputs with which this one runs. | never |
         *     | `node_path` | A path given to a debug session matches no node of its automation, or only one before its position. | Write it as in the steps of a task, such as `nodes[3]` or `nodes[3][0].nodes[1]`; restart the session to go back. | never |
         *     | `not_actionable` | The element was found but did not become ready for the action, or its page or frame does not respond. | Check what covers or disables it, or raise `max_tries`. If a page or frame does not respond, reload the page before the step. | automation or never |
         *     | `option_ambiguous` | Several options of a list match where exactly one is needed. | Use the exact text or value of the option. | automation |
         *     | `option_not_found` | No option of a list matches. | Use one of the options that the message names. | automation |
         *     | `out_of_memory` | The worker ran out of memory, and the system ended a process of the task's browser. | Load less in one task, or ask the operator for more memory per slot. | never |
         *     | `page_closed` | The page was closed while a step was using it. | Check which step closes it, or switch to another tab first. | automation |
         *     | `page_missing` | The step needs a web page, but the task runs on a remote desktop. | Use a step that acts on the screen. | never |
         *     | `page_unresponsive` | The page does not respond. | Retry; leave the page if its scripts hang. | automation |
         *     | `pick_cancelled` | Nobody picked an element in a debug session. | Ask for another pick, and click on the element. | never |
         *     | `picture_format` | An image is not a readable PNG file. | Use a valid PNG file. | automation |
         *     | `placeholder_unresolved` | A placeholder has no value. | Pass the input parameter, or extract the variable in an earlier step. | never |
         *     | `powershell_unavailable` | The worker cannot run PowerShell. | Ask the operator to set POWERSHELL_PATH. | never |
         *     | `proxy_failed` | The task's proxy settings do not work. | Correct the setting that the message names. | never |
         *     | `proxy_unreachable` | The task's proxy cannot be reached. | The task is retried automatically; check the proxy if it happens often. | infrastructure |
         *     | `remote_desktop_logged_off` | The user was logged off from the remote desktop before the last step. | Log off in the last step only. | never |
         *     | `remote_desktop_login_failed` | The remote desktop rejected the login. | Check the username and the password. | never |
         *     | `remote_desktop_lost` | The connection to the remote desktop ended. | The task is retried automatically; check the network if it happens often. | infrastructure |
         *     | `remote_desktop_refused` | The remote desktop is not allowed, or its certificate could not be verified. | Ask the operator to allow the host, or check its certificate. | never |
         *     | `remote_desktop_unavailable` | The worker cannot open remote desktops. | Ask the operator to install xfreerdp. | never |
         *     | `remote_desktop_unreachable` | The remote desktop could not be opened. | The task is retried automatically; check that the host is up. | infrastructure |
         *     | `report_refused` | The control plane rejected a report from the worker. | Run the same version of the worker and the control plane. | never |
         *     | `screen_differs` | The screen does not match the step's `recording_screenshot`. | Record the step again, or check what the screen shows. | automation |
         *     | `script_call` | A call from a script to the page failed. | Correct the call that the message names. | automation |
         *     | `script_error` | A script failed or returned no usable result. | Correct the script at the line that the message names. | never or automation |
         *     | `script_limit_exceeded` | A script exceeded one of its limits. | Do less in one script. | automation |
         *     | `script_sandbox_unavailable` | The worker has no sandbox, so it runs no scripts. | Ask the operator to install bubblewrap and allow user namespaces. | never |
         *     | `script_timeout` | A script exceeded its timeout. | Do less in one script, or raise its timeout. | automation |
         *     | `secret_unavailable` | A secret could not be read, or is used where secrets are not allowed. | Check its reference and its vault, and type it only into fields. | never or automation |
         *     | `tab_not_found` | The tab that the step names does not exist. | Check which tabs are open at that step. | automation |
         *     | `text_language_missing` | The worker cannot recognize text in this language. | Ask the operator to install the language for tesseract. | never |
         *     | `text_not_taken` | A field did not keep the typed text. | Check what the field accepts. | automation |
         *     | `text_reader` | The text on a screen could not be read. | Retry; check the worker's log if it happens often. | automation |
         *     | `timeout` | The task or one of its waits timed out. | If the message or the screenshot shows another page than expected, correct the steps or inputs before it, such as a sign-in; otherwise raise the timeout that the message names. | automation or never |
         *     | `two_fa_code_not_found` | No message with a one-time code arrived in time. | Check the sender and the recipient, or raise `max_wait_time`. | automation |
         *     | `two_fa_messages_unavailable` | The messages with the one-time code cannot be read. | Run the integration's check. | never or automation |
         *     | `unexpected_error` | A step failed in a way that no other class covers. | Check the message and report the failure. | automation |
         *     | `upload_failed` | The automation ended, but a file of its result could not be stored. | Check the storage. Run the task again only if it may repeat what it did on the site. | never |
         *     | `value_not_taken` | An element did not keep the value that was set. | Use a value that the element accepts. | automation |
         */
        ErrorClass: string;
        FailAnswer: {
            /**
             * @description `queued`: another attempt will follow; `failed`: none is left; `cancelled`: cancellation had been requested before. A repeated report gets the same response as the first.
             * @enum {string}
             */
            status: "failed" | "queued" | "cancelled";
        };
        /** @description The attempt ended without success, or was stopped because the task was cancelled. */
        FailRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            error: components["schemas"]["Failure"];
            output_data: components["schemas"]["Output"];
            for_loop_status: components["schemas"]["LoopStatus"];
            /** @description Language model usage of the task so far, including earlier attempts (`model_usage` of the lease). If absent, the stored value does not change. */
            model_usage?: components["schemas"]["ModelUsage"];
            session?: components["schemas"]["SessionOutcome"];
            /**
             * @description Where a new task could continue this one: before its last resumable node, and before the node at which it stopped, in this order. If absent, nowhere.
             * @default []
             */
            checkpoints: components["schemas"]["Checkpoint"][];
        };
        Failure: {
            class: components["schemas"]["ErrorClass"];
            /** @description What went wrong, in a sentence. Never contains a secret. */
            message: string;
            /**
             * @description Which budget of retries applies. `infrastructure`: the task's `max_retries` (a crashed browser and the like); `automation`: the automation's `max_retries` (unexpected errors); `never`: failed assertions, fail states, timeouts and cancellations.
             * @enum {string}
             */
            retry: "infrastructure" | "automation" | "never";
            /** @description The node that failed. */
            node_path?: string;
            /** @description URL of the page at that time. */
            page_url?: string;
            http_status?: components["schemas"]["HttpStatus"];
        };
        /**
         * @description Why files that show the step, such as its screenshot, were not stored although there was something to show.
         * @example One attempt may store 3000 files (ATTEMPT_FILES), and this would exceed the limit.
         */
        FilesLeftOut: string;
        /** @description Name of the gateway process; the gateway chooses it at startup. */
        GatewayId: string;
        /** @description A replacement for the step's locator, which found nothing, so that no model is needed next time; or, for a failed step, the nearest matches on the page, whose kind is `nearest`. */
        HealedLocator: {
            /** @description The locator that failed. Absent if the step has none, or skips it. */
            failed_command?: string;
            /** @description The best of the candidates. */
            command: string;
            /** @description Best first. */
            candidates: components["schemas"]["LocatorCandidate"][];
            /** @description URL of the page on which they were checked. */
            page_url: string;
        };
        HeartbeatAnswer: {
            /** @description The same leases, in the order of the request. */
            leases: components["schemas"]["RenewedLease"][];
            /** @description The same sessions, in the order of the request. */
            sessions: components["schemas"]["RenewedSession"][];
        };
        HeartbeatRequest: {
            worker_id: components["schemas"]["WorkerId"];
            /** @description Every lease that the worker believes it holds. */
            leases: {
                /** Format: uuid */
                task_id: string;
                lease_epoch: components["schemas"]["LeaseEpoch"];
                lease_secret: components["schemas"]["LeaseSecret"];
                /** @description Language model usage of the task so far, including earlier attempts. Stored while the lease is held, so that it counts against the budget of the next attempt if the worker dies. If absent, the stored value does not change. */
                model_usage?: components["schemas"]["ModelUsage"];
            }[];
            /**
             * @description Every idle warm session whose browser the worker keeps, without those in which a task is running.
             * @default []
             */
            sessions: components["schemas"]["SessionId"][];
        };
        /** @description The lease under which a worker writes. */
        HeldLease: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
        };
        /**
         * @description HTTP status of the document on the current page. A page with a 4xx or 5xx status is not a failure by itself. Absent or null if the document did not come over HTTP, such as `about:blank`, or could not be loaded.
         * @example 200
         * @example 503
         */
        HttpStatus: number;
        HumanAnswer: {
            /** @description True if a person has resumed the run. */
            resumed: boolean;
            /** @description Values that the person passed, by variable name. Empty until then. */
            variables: {
                [key: string]: string[];
            };
        };
        /** @description The wait whose outcome is requested. */
        HumanAnswerRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            wait_id: components["schemas"]["HumanWaitId"];
            /** @description How long the control plane may hold the request open while nobody has resumed the run, in seconds. */
            wait_seconds: number;
        };
        HumanWaitAnswer: {
            /** @description The time until which a person can resume the run, by the clock of the control plane. */
            wait_until: components["schemas"]["Timestamp"];
        };
        /** @description Why the run no longer waits. */
        HumanWaitEnd: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            wait_id: components["schemas"]["HumanWaitId"];
            /**
             * @description `timed_out`: nobody resumed the task in time. `ended`: anything else; for a resumed wait it confirms that the variables have arrived.
             * @enum {string}
             */
            outcome: "timed_out" | "ended";
        };
        HumanWaitEndAnswer: {
            /**
             * @description What ended the wait; only the first end counts.
             * @enum {string}
             */
            outcome: "resumed" | "timed_out" | "ended";
        };
        /**
         * Format: uuid
         * @description ID of the wait, a fresh UUID that the worker chooses for each wait.
         */
        HumanWaitId: string;
        /** @description Why a person is needed. */
        HumanWaitRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            wait_id: components["schemas"]["HumanWaitId"];
            /**
             * @description Path of the waiting node in the automation.
             * @example nodes[3]
             */
            node_path: string;
            /** @description URL of the page that the browser shows. */
            page_url: string;
            /** @description How long the run waits from now, in seconds. Nobody can resume it after that. */
            max_wait_seconds: number;
        };
        /** @description A file submitted with a task. No response contains its content. */
        InputFile: {
            name: components["schemas"]["InputFileName"];
            size_bytes: components["schemas"]["InputFileSize"];
            sha256: components["schemas"]["InputFileDigest"];
        };
        /** @description SHA-256 of the content, in hexadecimal digits. */
        InputFileDigest: string;
        /** @description The file's name as the client sent it. Unique among the files of the task, ignoring case and Unicode form. */
        InputFileName: string;
        /** @description Size in bytes. */
        InputFileSize: number;
        InputFilesAnswer: {
            /** @description Files submitted with the task, in order. */
            files: {
                name: components["schemas"]["InputFileName"];
                size_bytes: components["schemas"]["InputFileSize"];
                sha256: components["schemas"]["InputFileDigest"];
                /**
                 * Format: uri
                 * @description Signed URL, valid for one hour. GET returns the content, which must have this size and digest.
                 */
                download_url: string;
            }[];
        };
        /** @description Values by parameter name; every value is a list of strings, so that a parameter can carry several. An `input_text` action that uses an empty list is skipped. */
        InputParameters: {
            [key: string]: string[];
        };
        /** @description The time-limited right to run one task. */
        Lease: {
            /** Format: uuid */
            task_id: string;
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            /** @description The warm session that the task runs in; null for a task that is not dedicated. */
            session: components["schemas"]["LeasedSession"] | null;
            /** @description How long the lease lasts after each renewal, in seconds, on the control plane's clock. Renew it every third of that time. */
            lease_seconds: number;
            expires_at: components["schemas"]["Timestamp"];
            task: components["schemas"]["LeasedTask"];
            trace?: components["schemas"]["Trace"];
        };
        /** @description Incremented by every claim of the task. A write with any epoch but the current one is refused (409). */
        LeaseEpoch: number;
        /** @description Returned only with the lease; every call under the lease must include it. With another value, the lease counts as lost. Keep it out of logs. */
        LeaseSecret: string;
        /** @description A browser that may stay open when the task has ended. */
        LeasedSession: {
            session_id: components["schemas"]["SessionId"];
            /** @description True if the worker must start a browser for it; false if this worker already keeps it. */
            is_new: boolean;
        };
        /** @description Everything that the worker needs to run the task. */
        LeasedTask: {
            /**
             * Format: uuid
             * @description The recording that the task runs.
             */
            recording_id: string;
            /** @description The recording's endpoint name at submission. */
            endpoint_name: string;
            /** @description The automation of the version that the task was submitted against, as stored and complete. The worker parses it with its own engine, which knows the schema (`Automation` in the public document). */
            automation: {
                [key: string]: unknown;
            };
            input_parameters: components["schemas"]["InputParameters"];
            /** @description Number of secrets per name. `resolveSecret` returns their values one by one. Workers must not know where secrets come from, so `automation` has no references either. */
            secure_parameters: {
                [key: string]: number;
            };
            rdp_parameter: components["schemas"]["RdpParameter"] | null;
            /** @description Files submitted with the task, in order. `signInputFiles` returns their URLs. */
            input_files: components["schemas"]["InputFile"][];
            /** @description Names of the input parameters that identify the login; empty if the task has none. */
            unique_parameter_names: string[];
            /** @description Timeout of this attempt, in minutes. */
            max_timeout_in_minutes: number;
            /** @description The control plane ends an attempt that lasts this much longer than its timeout. If absent, it does not. Report before that, even without files that could not be stored yet. */
            timeout_grace_seconds?: number;
            /** @description Run the browser behind the configured proxy. */
            use_proxy: boolean;
            /** @description The client requested a warm browser; see `session` of the lease. */
            is_dedicated: boolean;
            /** @description Number of previous retries of the task. */
            retry_count: number;
            /** @description Number of this attempt, from 1; every claim counts, so it is never used twice. */
            attempt: number;
            /** @description Language model usage of earlier attempts, which counts against the task's budget; null if there was none. */
            model_usage: components["schemas"]["ModelUsage"] | null;
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description Account of the task. A browser that has served a task may serve another one of the same account only. If this member is absent, as in earlier releases of the control plane, the browser must not serve another task.
             */
            account_id?: string;
            /**
             * @description Which attempts leave a trace; absent if the task does not say. `TRACE=off` of the worker takes precedence.
             * @enum {string}
             */
            trace?: "off" | "failed" | "all" | "replayable";
            /** @description The task continues another one. If absent, it starts at its first node, on the automation's start page. */
            start?: components["schemas"]["Start"];
            /** @description The task is a debug session: instead of running the automation to its end, the worker opens its page and carries out commands. */
            debug_session?: {
                /** @description Path of a node. Before the session is ready, the worker runs the nodes before it. */
                until?: string;
                /** @description The session runs against the responses of a trace. Its browser must not reach the network. */
                replay?: {
                    /**
                     * Format: uri
                     * @description Signed URL of the trace, valid for one hour; null if the trace was deleted in the meantime. The session then fails.
                     */
                    trace_url: string | null;
                };
            };
        };
        /** @description A locator that matched the element of the step and nothing else on the page. */
        LocatorCandidate: {
            /**
             * @description For the `command` of the step.
             * @example get_by_role("button", name="Save order", exact=True)
             */
            command: string;
            /** @description What the locator relies on, such as `test_id`, `id`, `role`, `text` or `xpath`. */
            kind: string;
            /** @description How likely the locator is to keep working, from 0 to 100. */
            score: number;
        };
        /** @description How one iteration of a loop ended. */
        LoopIteration: {
            /** @description The loop's list variable, its locator, or the condition of a while loop; the first 500 characters. */
            variable_name: string;
            /** @description Position of the iteration, from 0. */
            index: number;
            /** @description The list's value at that position; for a locator loop the expression of the match, for a while loop null. Any JSON value; if its JSON has more than 500 characters, the first 500 as a string. */
            value: unknown;
            /**
             * @description `success`: the body ran to its end; `error`: it failed; `skipped`: an earlier iteration ended the loop.
             * @enum {string}
             */
            status: "success" | "error" | "skipped";
            /** @description What went wrong if `status` is `error`; the first 500 characters. */
            error?: string;
        };
        /** @description One list for each loop that ran, in the order in which the loops began. Iterations are left out once there is 1 MiB of them. */
        LoopStatus: components["schemas"]["LoopIteration"][][];
        Message: {
            /** @description Stable ID of the message. */
            message_id: string;
            /** @description The text; the first line of an email is its subject. */
            text: string;
            /** @description When the service received it. */
            timestamp: components["schemas"]["Timestamp"];
        };
        /** @description The oldest version of workers that the control plane serves. A worker that speaks an earlier one gets no tasks. It stops when its tasks have ended, and has to be updated. */
        MinProtocol: number;
        /** @description Language model usage of a task across all its attempts. */
        ModelUsage: {
            /** @description Requests sent, including those that were refused or got no usable reply. */
            calls: number;
            /** @description Input tokens. Estimated for a request that ended without a count, such as one that timed out. */
            input_tokens: number;
            /** @description Output tokens, including thinking tokens. */
            output_tokens: number;
            /** @description Cost in US dollars, by the worker's price list; null if a price is unknown. */
            cost_usd: number | null;
            /** @description The usage of each model. */
            models: {
                /**
                 * @description Provider and name of the model.
                 * @example gemini/gemini-2.5-flash
                 */
                model: string;
                /** @description Requests sent, including those that were refused or got no usable reply. */
                calls: number;
                /** @description Input tokens. Estimated for a request that ended without a count, such as one that timed out. */
                input_tokens: number;
                /** @description Output tokens, including thinking tokens. */
                output_tokens: number;
                /** @description Cost in US dollars, by the worker's price list; null if a price is unknown. */
                cost_usd: number | null;
            }[];
        };
        NewArtifact: {
            /**
             * Format: uuid
             * @description Chosen by the worker. Announcing the same id again under the same lease registers and counts the file once.
             */
            artifact_id?: string;
            /** @description Plain file name without any folder. Two files of a task may share a name. */
            filename: string;
            kind: components["schemas"]["ArtifactKind"];
            /**
             * @description Media type. The upload must carry the same one.
             * @example application/pdf
             */
            content_type: string;
            /** @description Size in bytes. */
            size: number;
            /** @description The action's metadata for the file, passed to the client unchanged. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description Results in the order in which they were extracted. */
        Output: components["schemas"]["OutputEntry"][];
        /** @description One result of an extraction. Members that do not apply are absent; nulls inside `json_data` are kept. */
        OutputEntry: {
            /** @description The extraction's `unique_identifier`, if it has one. */
            unique_identifier?: string;
            /** @description Structured result, with the member names of the extraction. */
            json_data?: {
                [key: string]: unknown;
            };
            /** @description Result as plain text. */
            text?: string;
        };
        /** @description Path of a node of the automation's own list. */
        OwnNodePath: string;
        PageToOpen: string | null;
        /** @description Version of this protocol that the control plane speaks. A worker that speaks a later one stops: the control plane has to be updated first. */
        Protocol: number;
        /** @description Remote desktop (RDP) to work on instead of a browser, for automations with the `browser_channel` `rdp`. Refused (400) with any other channel, with `use_proxy` and with `is_dedicated`. The task can fail with `remote_desktop_unreachable` (retried), `remote_desktop_refused` (the host is not allowed, or its certificate is not trusted), `remote_desktop_login_failed`, or, if the connection ends later, `remote_desktop_lost` (retried). */
        RdpParameter: {
            /**
             * @description Host name or IP address, with `:port` if it is not 3389. The worker's operator decides which hosts are allowed.
             * @example desktop.example.com
             * @example 10.0.0.7:3390
             * @example [fd00::7]:3390
             */
            host: string;
            /** @description User to log in as, `DOMAIN\user` for a domain user. Without it, the desktop shows its own login, for the steps to fill in. */
            username?: string;
            /**
             * Format: password
             * @description Password of that user, without line breaks. Stored encrypted and passed only to the worker.
             */
            password?: string;
        };
        ReadMessagesAnswer: {
            /** @description Newest first. Keep them in memory only, and only until the step ends. */
            messages: components["schemas"]["Message"][];
        };
        /** @description Where to look for messages, and from which period. */
        ReadMessagesRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            /** @description As in the automation, with the values of its placeholders. */
            action: components["schemas"]["EmailAction"] | components["schemas"]["SlackAction"] | components["schemas"]["SmsAction"];
            /** @description Start of the period. For services that support only whole seconds, it is rounded down to the second. */
            since: components["schemas"]["Timestamp"];
            /** @description End of the period. */
            until: components["schemas"]["Timestamp"];
        };
        RedeemAnswer: {
            /** @description Name or IP address of the worker that has the screen; an IPv6 address without brackets. */
            host: string;
            /** @description The worker's screen port. */
            port: number;
            /** @description One line to send first, followed by a line feed. Valid for one connection within 10 seconds. A credential: do not log it. */
            token: string;
            /** @description The trace of the task, for log lines of the gateway. Left out if the task has none. */
            trace_id?: string;
        };
        /** @description The claims of a verified ticket, and the viewer that presents it. */
        RedeemRequest: {
            /**
             * Format: uuid
             * @description ID of the ticket.
             */
            jti: string;
            /** Format: uuid */
            task_id: string;
            /** Format: uuid */
            account_id: string;
            /**
             * Format: uuid
             * @description The API key that requested the ticket.
             */
            api_key_id: string;
            lease_epoch: components["schemas"]["LeaseEpoch"];
            mode: components["schemas"]["ViewMode"];
            gateway_id: components["schemas"]["GatewayId"];
            /** @description IP address of the viewer, stored as a record. */
            viewer_address: string;
        };
        /** @description What the worker uses from now on. */
        RegisterAnswer: {
            /** @description Send it with every other call as a bearer token. Keep it in memory only. */
            token: string;
            /** @description Labels of the accounts that it serves; empty for the accounts without a label. */
            labels: components["schemas"]["WorkerLabel"][];
            /** @description When the token expires unless it is used. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Host and port of the public API and of the gateways. No browser of the worker may reach them, whatever its settings allow. */
            closed_addresses: string[];
            protocol: components["schemas"]["Protocol"];
            min_protocol: components["schemas"]["MinProtocol"];
            draining?: components["schemas"]["Draining"];
        };
        /** @description Who the worker is, until it registers again. */
        RegisterRequest: {
            worker_id: components["schemas"]["WorkerId"];
            /** @description Version of the worker's software. */
            worker_version?: string;
            /**
             * @description Version of this protocol that the worker speaks. If it is below the `min_protocol` of the response, the worker gets no tasks. Below 2, it gets no debug sessions and no tasks that continue another one.
             * @default 1
             */
            protocol: number;
            /** @description How many tasks the worker can run at once. */
            slots?: number;
            /**
             * @description The worker takes only tasks of accounts with one of these labels. The word `default` stands for the accounts without a label. If absent or empty: the labels of the pool; with `WORKER_TOKEN`, only the accounts without a label.
             * @default []
             */
            labels: components["schemas"]["WorkerLabel"][];
            /**
             * @description Capabilities that not every worker has. `getMe` and `getWorkers` of the public API report it to accounts.
             * @default []
             */
            features: components["schemas"]["WorkerFeature"][];
            screen?: components["schemas"]["Screen"];
        };
        ReleaseAnswer: {
            /**
             * @description `cancelled` if cancellation had been requested before, even for a repeated report.
             * @enum {string}
             */
            status: "queued" | "cancelled";
        };
        /** @description The worker returns the task unfinished. */
        ReleaseRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            /**
             * @description `drain`: the worker is shutting down; `unfit`: it lacks something that the task needs.
             * @enum {string}
             */
            reason: "drain" | "unfit";
            /** @description Language model usage of the task so far, including earlier attempts (`model_usage` of the lease). If absent, the stored value does not change. */
            model_usage?: components["schemas"]["ModelUsage"];
        };
        RenewedLease: {
            /** Format: uuid */
            task_id: string;
            lease_epoch: components["schemas"]["LeaseEpoch"];
            /**
             * @description `held`: renewed; `lost`: stop the task at once and report nothing more.
             * @enum {string}
             */
            state: "held" | "lost";
            /** @description When the renewed lease expires; null for a lost one. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description The client requested cancellation. Stop the task, then report with `failTask`, which returns `cancelled`. Repeated with every heartbeat until then; the lease stays held. Always false for a lost lease. */
            cancel_requested: boolean;
        };
        RenewedSession: {
            session_id: components["schemas"]["SessionId"];
            /**
             * @description `held`: keep the browser; the session lasts for another lease time. `closing`, `lost`: close the browser, then call `endSession`.
             * @enum {string}
             */
            state: "held" | "closing" | "lost";
        };
        ResolveSecretAnswer: {
            /** @description The value. Keep it in memory only, and only until the attempt ends. */
            value: string;
            /** @description When a one-time code expires; null for a value that does not. Request a code again for every use. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description The only origins at which it may be typed; null allows all. */
            allowed_origins: components["schemas"]["AllowedOrigins"] | null;
        };
        /** @description A secret that is about to be typed. */
        ResolveSecretRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            /** @description Name of the secure parameter. */
            name: string;
            /** @description Position in its list, from 0. */
            index: number;
            /**
             * @description Origin of the document into which it is typed; `null` for a document without one.
             * @example https://portal.supplier.example
             */
            origin: string;
        };
        /** @description Where gateways reach the screens of this worker. If absent, the worker shows none. */
        Screen: {
            /**
             * @description Host and port, with an IPv6 address in brackets.
             * @example 10.0.3.7:5900
             * @example [fd00::7]:5900
             */
            address: string;
            /** @description 32 random bytes in base64, generated by the worker at startup. The control plane stores them encrypted and uses them to create the one-time tokens with which connections to the address begin. */
            key: string;
        };
        /** @description The answer to one command, or its error. Exactly one of the two. */
        SessionAnswerRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            number: number;
            /** @description The response of the public document's operation that is named like the command. */
            answer?: {
                [key: string]: unknown;
            };
            /** @description Why the command could not be carried out. The session continues. */
            error?: components["schemas"]["SessionFailure"];
        };
        SessionCommand: {
            /** @description Counts from 1 in the session. */
            number: number;
            /**
             * @description What to do. `cancel_pick` and `cancel` act at once on the pick or steps in progress; all others run one after another. A worker answers a kind that it does not know with an error.
             * @enum {string}
             */
            kind: "step" | "run_until" | "restart" | "locate" | "pick" | "cancel_pick" | "cancel" | "snapshot" | "set_variables" | "set_automation" | "recording";
            /** @description Members of the public document's request of the same name, already checked against its schema. */
            body: {
                [key: string]: unknown;
            };
        };
        SessionCommandsAnswer: {
            /** @description By number. */
            commands: components["schemas"]["SessionCommand"][];
            /** @description Why the session must end now; null while it continues. */
            closing: components["schemas"]["SessionEndReason"] | null;
        };
        /** @description Request for commands. */
        SessionCommandsRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            /** @description Number of the last command that the worker has; 0 before the first. */
            after: number;
            /** @description How long the control plane may hold the request open while there is no command, in seconds. */
            wait_seconds: number;
        };
        /**
         * @description `closed`: a client ended it. `idle`: nobody used it for `idle_seconds`. `deadline`: it lasted, or waited for a worker for, `max_minutes`. `worker_drained`: its worker was taken out of service. `worker_lost`: its worker stopped. `cancelled`: an operator cancelled it. `failed`: its browser could not continue; see `error`.
         * @enum {string}
         */
        SessionEndReason: "closed" | "idle" | "deadline" | "worker_drained" | "worker_lost" | "cancelled" | "failed";
        /** @description What happened in the session, in order. */
        SessionEventsRequest: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            events: {
                /** @enum {string} */
                type: "step" | "recorded_node" | "navigation" | "console";
                data: {
                    [key: string]: unknown;
                };
            }[];
        };
        SessionFailure: {
            /** @description An error class of steps, or another stable name, such as `pick_timeout`. */
            class: string;
            /** @description What happened, in a sentence. Never contains a secret. */
            message: string;
        };
        /**
         * Format: uuid
         * @description ID of a warm session, a browser that stays logged in between the dedicated tasks of one login queue.
         */
        SessionId: string;
        /**
         * @description The browser of the lease's session. `kept`: it stays open for the next task; `closed`: it is gone. Has no effect without a session, or if the lease was lost.
         * @default closed
         * @enum {string}
         */
        SessionOutcome: "kept" | "closed";
        /** @description What a debug session shows now. */
        SessionStateReport: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            /**
             * @description `busy` while a command runs.
             * @enum {string}
             */
            state: "ready" | "busy";
            page_url?: string | null;
            /** @description Path of the node that runs next; null after the last one. */
            position?: string | null;
            tabs?: components["schemas"]["SessionTab"][];
            /** @description Lists of values by name. */
            variables?: {
                [key: string]: unknown;
            };
            /** @description Why the start page or the steps before `until` failed, or `until` was not reached; null or absent otherwise. */
            error?: components["schemas"]["SessionFailure"] | null;
        };
        SessionTab: {
            url: string;
            is_current: boolean;
        };
        SlackAction: {
            /** @enum {string} */
            type: "slack_two_fa_action";
            slack_workspace_domain: string;
            channel_name: string;
            sender_name: string;
        };
        SmsAction: {
            /** @enum {string} */
            type: "sms_two_fa_action";
            from_number: string;
            to_number: string;
        };
        /** @description Where a task continues another one. */
        Start: {
            node_path: components["schemas"]["OwnNodePath"];
            /** @description The page to open first; null for the automation's start page. */
            page_url: components["schemas"]["PageToOpen"];
            /** @description Values of variables, by name. Other variables have the automation's values. */
            variables: components["schemas"]["Variables"];
            /** @description What the other task had extracted before. The output of this one begins with it. */
            output_data: components["schemas"]["Output"];
            /** @description Number of files that the other task had downloaded before. They stay with it, and count towards the automation's `expected_downloads`. If absent, 0. */
            file_count?: number;
        };
        StartAnswer: {
            /** @enum {string} */
            status: "running";
        };
        /** @description One executed node of an automation. */
        Step: {
            /** @description Position within the attempt, from 0, without gaps. */
            sequence: number;
            /**
             * @description Path of the node in the automation.
             * @example nodes[3].if_nodes[0]
             */
            node_path: string;
            /**
             * @description Kind of the action or node, as in the automation.
             * @example click_element
             */
            kind: string;
            outcome: components["schemas"]["StepOutcome"];
            /** @description Why the step was skipped. */
            reason?: string;
            error_class?: components["schemas"]["ErrorClass"];
            /** @description What went wrong, in a sentence. Never contains a secret. */
            error_message?: string;
            started_at: components["schemas"]["Timestamp"];
            /** @description Wall time of the step in milliseconds, including waits. */
            duration_ms: number;
            /** @description URL of the current page after the step. */
            page_url?: string;
            /**
             * Format: uuid
             * @description The screenshot taken at this step, if there is one.
             */
            screenshot_artifact_id?: string;
            /**
             * Format: uuid
             * @description The description of the page on which this step failed, if there is one.
             */
            evidence_artifact_id?: string;
            /**
             * Format: uuid
             * @description Output of the script of this step, if it printed something.
             */
            log_artifact_id?: string;
            means?: components["schemas"]["StepMeans"];
            healed_locator?: components["schemas"]["HealedLocator"];
            waited_for?: components["schemas"]["WaitedFor"];
            http_status?: components["schemas"]["HttpStatus"];
            dialogs?: components["schemas"]["StepDialogs"];
            files_left_out?: components["schemas"]["FilesLeftOut"];
        };
        /** @description The JavaScript dialogs that the run handled during the step, oldest first. */
        StepDialogs: {
            /** @enum {string} */
            type: "alert" | "confirm" | "prompt" | "beforeunload";
            /** @description Text of the dialog, truncated to 1,000 characters. Never contains a secret. */
            message: string;
            /**
             * @description `accepted`: OK was pressed. `dismissed`: Cancel was pressed.
             * @enum {string}
             */
            action: "accepted" | "dismissed";
            /** @description Text typed into an accepted prompt, truncated to 1,000 characters. Never contains a secret. */
            text?: string;
        }[];
        /** @description The ways in which the step looked for its element, in order. Absent if its own locator found the element at once, and for steps without an element. */
        StepMeans: {
            /**
             * @description `model`: a model picked the element by `prompt_instructions`. `agent`: a short agent run looked for it, or the step is an agent's. `presence_check`: the check that `assert_locator_presence` requires.
             * @enum {string}
             */
            kind: "command" | "xpath" | "keyword" | "coordinates" | "model" | "agent" | "presence_check";
            /** @enum {string} */
            outcome: "done" | "failed";
            /** @description Why it failed, or what it found. Never contains a secret. */
            reason?: string;
            /**
             * @description The model that was used, as `provider/model`.
             * @example gemini/gemini-2.5-flash
             */
            model?: string;
        }[];
        /**
         * @description `skipped` steps have a `reason`, `failed` ones an `error_class` and an `error_message`.
         * @enum {string}
         */
        StepOutcome: "done" | "skipped" | "failed";
        /** @description Steps that ended since the last report. */
        StepReport: {
            worker_id: components["schemas"]["WorkerId"];
            lease_epoch: components["schemas"]["LeaseEpoch"];
            lease_secret: components["schemas"]["LeaseSecret"];
            steps: components["schemas"]["Step"][];
        };
        StepReportAnswer: {
            /** @description How many of the steps are now stored under this epoch, including those stored by an earlier report. */
            accepted: number;
        };
        TicketRefusal: {
            error: {
                /**
                 * @description Stable; gateways switch on it. `ticket-used`: it was redeemed before; `key-revoked`: the API key that requested it has been revoked or has expired; `task-ended`: the task ended with `status`; `not-running`: the task is waiting or starting; `stale-lease`: another attempt of the task is running; `not-waiting`: the ticket is for control, but the task is not waiting for a person; `no-screen`: the worker shows no screens.
                 * @enum {string}
                 */
                code: "ticket-used" | "key-revoked" | "task-ended" | "not-running" | "stale-lease" | "not-waiting" | "no-screen";
                /** @description What happened and what to do, in a sentence. */
                message: string;
                /**
                 * @description How the task ended. Present only with `task-ended`.
                 * @enum {string}
                 */
                status?: "success" | "failed" | "cancelled";
            };
        };
        /**
         * Format: date-time
         * @description Point in time, ISO 8601 in UTC with milliseconds and `Z`.
         * @example 2026-03-02T09:15:00.000Z
         */
        Timestamp: string;
        /** @description Headers of W3C Trace Context: the position of the submission in a trace. Absent for a task without a trace. */
        Trace: {
            /** @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 */
            traceparent: string;
            tracestate?: string;
        };
        Upload: {
            /** Format: uuid */
            artifact_id: string;
            filename: string;
            /**
             * Format: uri
             * @description Signed, short-lived URL. PUT the file's bytes to it, without the worker token.
             */
            upload_url: string;
            /** @description Headers that the PUT must carry, exactly. */
            headers: {
                [key: string]: string;
            };
        };
        Variables: {
            [key: string]: unknown;
        };
        /**
         * @description `view`: watch only. `control`: also use mouse and keyboard, while the task is waiting for a person.
         * @enum {string}
         */
        ViewMode: "view" | "control";
        /** @description What was still active when a wait of the step reached its bound, such as `request GET /api/orders` or `interval of 1,000 ms`. Also lists frames of other sites that did not report their activity, such as `frame /widget, which does not respond`. */
        WaitedFor: string[];
        WatchAnswer: {
            /** @description In the order of the request; empty if all screens continued for `wait_seconds`. */
            ended: components["schemas"]["EndedScreen"][];
        };
        WatchRequest: {
            gateway_id: components["schemas"]["GatewayId"];
            /** @description How long the control plane may hold the request open while all screens continue, in seconds. */
            wait_seconds: number;
            /** @description Every screen that the gateway shows, once for each API key of its viewers, however many viewers it has. */
            screens: components["schemas"]["WatchedScreen"][];
        };
        WatchedScreen: {
            /** Format: uuid */
            task_id: string;
            lease_epoch: components["schemas"]["LeaseEpoch"];
            mode: components["schemas"]["ViewMode"];
            /**
             * Format: uuid
             * @description The API key that requested the tickets of these viewers. When it is revoked or expires, the screen may no longer be shown to them. Without it, neither is detected.
             */
            api_key_id?: string;
        };
        /** @description Every error of this protocol. */
        WorkerError: {
            error: {
                /**
                 * @description Stable; workers switch on it. `lease-lost`: the lease expired, was taken back or belongs to a newer epoch, and the worker must stop the task at once. `database-unavailable`: the control plane is up but cannot reach its database; nobody can take over a lease during the outage, so the worker continues and sends the request again. `missing-scope`: the API key of a local inference server lacks the scope for this. `secret-refused`: the secret may not be typed at this origin, or may not be read. `secret-unavailable`: its vault did not return it. `label-not-in-pool`, `worker-id-taken`: the registration is refused until the operator changes something. `messages-refused`: no step of the task waits for such messages. `integration-missing`: the account has no integration for the mailbox or message service. `integration-refused`: the service refuses the integration's credentials; a retry does not help. `messages-unavailable`: the service does not return its messages at the moment. `storage-full`: the account or the installation has reached its storage limit. `attempt-storage-full`: the attempt has.
                 * @enum {string}
                 */
                code: "malformed-request" | "unauthorized" | "not-found" | "missing-scope" | "label-not-in-pool" | "worker-id-taken" | "secret-refused" | "messages-refused" | "secret-unavailable" | "integration-missing" | "integration-refused" | "messages-unavailable" | "too-many-requests" | "lease-lost" | "payload-too-large" | "attempt-storage-full" | "storage-full" | "unsupported-media-type" | "invalid-request" | "internal-error" | "unavailable" | "database-unavailable";
                /**
                 * @description Present if the step that needs this fails with this message. `never`: a retry of the task would fail the same way; `automation`: the retries of its automation may help.
                 * @enum {string}
                 */
                retry?: "never" | "automation";
                /** @description What happened and what to do, in a sentence. */
                message: string;
            };
        };
        /**
         * @description `models`: it has a provider of language models. `recording`: it stores a video of each attempt.
         * @enum {string}
         */
        WorkerFeature: "models" | "recording";
        /** @description Name of the worker process, unique among running workers; the worker chooses it at startup. */
        WorkerId: string;
        /**
         * @description Name that restricts an account to the workers with the same label.
         * @example acme
         */
        WorkerLabel: string;
    };
    responses: {
        /** @description The gateway token is missing or wrong, or the control plane has none. */
        GatewayUnauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The body is larger than the control plane accepts, or the attempt has reached its storage limit. */
        WorkerAttemptStorageFull: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The task does not exist, or the lease has no such wait. */
        WorkerHumanWaitNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description A worker of another pool is registered under this id. */
        WorkerIdTaken: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description No such task, or its account has no integration for the mailbox or message service. */
        WorkerIntegrationNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The control plane failed. It is safe to send the same request again. */
        WorkerInternalError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The request violates the schema. */
        WorkerInvalidRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The worker has a label that its pool does not serve. */
        WorkerLabelRefused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The worker no longer holds the lease of this epoch. It must stop the task and forget it. */
        WorkerLeaseLost: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The body is not JSON. */
        WorkerMalformed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description No step of the task's automation waits for such messages, or for messages of that period. */
        WorkerMessagesRefused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /**
         * @description The service did not return its messages. The error message names the service and the reason, never a secret. With
         *     `integration-refused`, a retry is pointless: the integration or the step must be changed.
         */
        WorkerMessagesUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The API key of a local inference server lacks the scope `local_server`. */
        WorkerMissingScope: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The body is larger than the control plane accepts. */
        WorkerPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description No such task, or the task has no such secret. */
        WorkerSecretNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The secret may not be typed at this origin, or the account may not read it. */
        WorkerSecretRefused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The vault did not return the secret. The message names the place, never a value. */
        WorkerSecretUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /**
         * @description The account of the task or the whole installation has reached its storage limit. Nothing was stored, and a retry does not
         *     help. The text of steps is refused only once usage is 10% above the limit.
         */
        WorkerStorageFull: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description No such task. */
        WorkerTaskNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The task has made too many calls within a minute. */
        WorkerTooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The token is missing, unknown or expired. The worker must register again and repeat the call. */
        WorkerUnauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /**
         * @description The control plane is temporarily unavailable. Retry after `retry-after` seconds. `database-unavailable`: it cannot reach its
         *     database, so no lease can be renewed, taken over or taken back. After the outage, leases that expired during it have one lease
         *     time to be renewed before they are taken back. `unavailable`: its files are unavailable, or too many requests are already
         *     waiting.
         */
        WorkerUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
        /** @description The body is missing or is not `application/json`. */
        WorkerUnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkerError"];
            };
        };
    };
    parameters: {
        /**
         * @description ID of the warm session, a UUID. Any other value matches no session.
         * @example 7f0c2c4e-1d55-4a0b-8a55-2b8a0a4e9d11
         */
        SessionId: string;
        /**
         * @description ID of the task, a UUID. Any other value returns 404.
         * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
         */
        TaskId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description When the API key of this request expires. Present only in its last 14 days; create another key in time.
         * @example 2026-12-01T00:00:00.000Z
         */
        ApiKeyExpiresAt: string;
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
    registerWorker: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description The registration. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerLabelRefused"];
            409: components["responses"]["WorkerIdTaken"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    endRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndRegistrationRequest"];
            };
        };
        responses: {
            /** @description The registration has ended. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    claimTask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        responses: {
            /** @description A lease. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimAnswer"];
                };
            };
            /** @description No work within `wait_seconds`. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    heartbeatLeases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeartbeatRequest"];
            };
        };
        responses: {
            /** @description The state of each lease and session. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    waitForBell: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BellRequest"];
            };
        };
        responses: {
            /** @description Whether the bell rang. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BellAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    startTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldLease"];
            };
        };
        responses: {
            /** @description The task is running. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    resolveSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveSecretRequest"];
            };
        };
        responses: {
            /** @description The secret. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolveSecretAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerSecretRefused"];
            404: components["responses"]["WorkerSecretNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            424: components["responses"]["WorkerSecretUnavailable"];
            429: components["responses"]["WorkerTooManyRequests"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    readMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadMessagesRequest"];
            };
        };
        responses: {
            /** @description The newest messages of that period, at most 20. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadMessagesAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMessagesRefused"];
            404: components["responses"]["WorkerIntegrationNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            424: components["responses"]["WorkerMessagesUnavailable"];
            429: components["responses"]["WorkerTooManyRequests"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    reportSteps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepReport"];
            };
        };
        responses: {
            /** @description The steps are stored. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepReportAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerAttemptStorageFull"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
            507: components["responses"]["WorkerStorageFull"];
        };
    };
    createArtifacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArtifactRequest"];
            };
        };
        responses: {
            /** @description Where to PUT each file. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerAttemptStorageFull"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
            507: components["responses"]["WorkerStorageFull"];
        };
    };
    confirmArtifacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmRequest"];
            };
        };
        responses: {
            /** @description Which files are accepted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    signInputFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeldLease"];
            };
        };
        responses: {
            /** @description Where to GET each file. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InputFilesAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    beginHumanWait: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HumanWaitRequest"];
            };
        };
        responses: {
            /** @description The task is waiting, unless the wait has already ended. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HumanWaitAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    awaitHumanAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HumanAnswerRequest"];
            };
        };
        responses: {
            /** @description Whether a person has resumed the run. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HumanAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerHumanWaitNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    endHumanWait: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HumanWaitEnd"];
            };
        };
        responses: {
            /** @description What ended the wait. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HumanWaitEndAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerHumanWaitNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    reportSessionState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionStateReport"];
            };
        };
        responses: {
            /** @description The state is stored. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    awaitSessionCommands: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionCommandsRequest"];
            };
        };
        responses: {
            /** @description The commands, if any. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCommandsAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    answerSessionCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionAnswerRequest"];
            };
        };
        responses: {
            /** @description The answer is stored. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    reportSessionEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionEventsRequest"];
            };
        };
        responses: {
            /** @description The events are stored. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    completeTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteRequest"];
            };
        };
        responses: {
            /** @description The final state. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompleteAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    failTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FailRequest"];
            };
        };
        responses: {
            /** @description The resulting state of the task. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            403: components["responses"]["WorkerMissingScope"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    releaseTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseRequest"];
            };
        };
        responses: {
            /** @description The task is waiting again, or is cancelled. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            404: components["responses"]["WorkerTaskNotFound"];
            409: components["responses"]["WorkerLeaseLost"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    endSession: {
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
                "application/json": components["schemas"]["EndSessionRequest"];
            };
        };
        responses: {
            /** @description The session is removed. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["WorkerUnauthorized"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    redeemTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemRequest"];
            };
        };
        responses: {
            /** @description Where to connect, and the line to send first. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeemAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["GatewayUnauthorized"];
            404: components["responses"]["WorkerTaskNotFound"];
            /** @description The ticket is not valid, or no longer valid. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-error-code": components["headers"]["ErrorCode"];
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketRefusal"];
                };
            };
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    closeViewer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The viewer, by the ID of its ticket, a UUID. Any other value returns 404.
                 * @example 5f1c7a52-0c55-4a51-9a27-6a4a0a0f7c3e
                 */
                jti: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseRequest"];
            };
        };
        responses: {
            /** @description The report is stored. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["GatewayUnauthorized"];
            /** @description No such viewer. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-error-code": components["headers"]["ErrorCode"];
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkerError"];
                };
            };
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
    watchScreens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchRequest"];
            };
        };
        responses: {
            /** @description The screens that may no longer be shown. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchAnswer"];
                };
            };
            400: components["responses"]["WorkerMalformed"];
            401: components["responses"]["GatewayUnauthorized"];
            413: components["responses"]["WorkerPayloadTooLarge"];
            415: components["responses"]["WorkerUnsupportedMediaType"];
            422: components["responses"]["WorkerInvalidRequest"];
            500: components["responses"]["WorkerInternalError"];
            503: components["responses"]["WorkerUnavailable"];
        };
    };
}
