// Generated from openapi/ by "pnpm generate". Do not edit.

export interface paths {
    "/api/v1/inference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a task
         * @description Queues a task and returns at once; the automation runs later in a browser. After a 202, the task is never lost.
         *
         *     Priority orders the waiting tasks of the caller's login queue: tasks of one account on one portal with the same values of the unique
         *     parameters.
         *
         *     The route accepts two body shapes. A body with `end_point`, or with `goal` and without `endpoint_name`, is an older submission: it
         *     returns 200, and its errors have the shape `{error}`. Its task opens the start page of that recording and lets an agent pursue the
         *     `goal` there, instead of running the recording's steps. On a worker without a language model, the task fails with the class
         *     `model_unavailable`. `/api/v1/inference/` is the same route.
         *
         *     A missing `endpoint_name` or `input_parameters`, a value that is not a list of strings, a unique name that is not a key of
         *     `input_parameters`, an invalid file, and `use_proxy` together with `is_dedicated` return 400. Every other violation of the schema
         *     returns 422.
         *
         *     A secret in 1Password or AWS is read with the account's own integration. An account without one needs a grant from the
         *     operator for the item and for the origins where it is typed; otherwise the response is 403.
         */
        post: operations["submitTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of one task
         * @description The same as the POST form with a single ID.
         */
        get: operations["getTaskStatusByQuery"];
        put?: never;
        /**
         * Get the status of one or more tasks
         * @description A single ID returns `task`, or 404 if there is no such task. A list of at most 50 IDs always returns 200; IDs without
         *     a task in the account are listed in `not_found_task_ids`.
         */
        post: operations["getTaskStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit many tasks
         * @description Added by Errand. Submits up to 1,000 tasks. Each has its own result, in the order of the request: a submission that is refused
         *     does not affect the others. All checks, codes and messages are those of `POST /api/v1/inference`; the status is 200 even if every
         *     submission is refused.
         *
         *     Tasks are stored in groups of 100, each in one transaction. If the request fails halfway (a 503, or a broken connection), the groups
         *     before it are stored; send it again with the same `Idempotency-Key`. Tasks of one login queue that have the same priority run in
         *     the order of the request. Tasks with `input_files` are stored one by one, which takes longer.
         *
         *     Bodies of the older shape and local inference servers (`x-inference-target`) are not supported. Text that cannot be stored (U+0000, an
         *     unpaired surrogate) anywhere refuses the whole request with 422.
         */
        post: operations["submitTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel many tasks
         * @description Added by Errand. Cancels the named tasks, or all tasks of the account that match a filter, each as `POST
         *     /api/v1/tasks/{task_id}/cancel` does. A task that cannot be cancelled does not affect the others. The call returns after at most
         *     about 10 s or 10,000 tasks of a filter; `has_more` says whether to send the request again. It is safe to repeat.
         */
        post: operations["cancelTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry many failed or cancelled tasks
         * @description Added by Errand. Retries the named tasks, or all tasks of the account that match a filter, newest first, each as `POST
         *     /api/v1/tasks/{task_id}/retry` does, with the same changes. A task that cannot be retried does not affect the others:
         *     it is `refused`, including with 507 if the account or the installation has no room for another task.
         *
         *     A task that already has a retry is not retried again, and a filter reaches retries only if they are older than its
         *     `created_before`. So it is safe to repeat a call, or to send it twice at once. A call handles at
         *     most 1,000 tasks in about 10 s. If `has_more` is true, send the request again, with `next_cursor` as `cursor` if it is not null.
         */
        post: operations["retryTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description Added by Errand. Returns the account's tasks, newest first unless `sort` and `order` say otherwise; all filters apply together. If
         *     `next_cursor` is not null, pass it as `cursor` with the same filters to continue. A page checks at most 30,000 tasks. When few of those
         *     match, it has fewer entries than `limit`, or none, although more tasks may match: continue until `next_cursor` is null. With a filter by
         *     status, a task that changes its status between two pages may be listed twice or not at all; without one, in the default order, every
         *     task is listed once.
         */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a task with its results
         * @description Added by Errand. Returns the status, the results, the attempts and the newest 1,000 executed steps.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /**
         * Delete a task
         * @description Added by Errand. Deletes a task that has ended, with its attempts, steps, results, files and deliveries. This cannot be undone.
         *     The task is gone at once (404), the URLs of its files stop working within minutes, and its storage is freed.
         *
         *     The request is refused (409) while the task is waiting or running, and while its result is still being delivered. An
         *     `Idempotency-Key` of the
         *     task stays in use for its 24 hours: a repeated submission returns the ID of the deleted task and runs nothing. The minutes that the task
         *     ran still count towards the account's limit.
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the steps of a task
         * @description Added by Errand. Returns the executed steps of all attempts, oldest first: all of them, while `GET /api/v1/tasks/{task_id}` has
         *     the newest 1,000. If `next_cursor` is not null, there are more; pass it as `cursor`. While the task runs, the last page grows:
         *     `GET /api/v1/tasks/{task_id}/events` follows it.
         */
        get: operations["listTaskSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a task
         * @description Added by Errand. A waiting task is cancelled at once (200). A task that a worker holds is marked (202): it keeps its
         *     state and its place in the login queue until the worker has stopped it or lost its lease. Then it is `cancelled`, even if
         *     it had just finished. The worker is notified within a third of the lease time (3 s by default). The call is idempotent: 202
         *     while the task is marked, 200 once it is cancelled. The request needs no body; a body with members is refused.
         */
        post: operations["cancelTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed or cancelled task
         * @description Added by Errand. Creates a **new** task (202) with the input, files, secrets, priority, limits and callback of the old one. It
         *     runs the recording's current version, so a fixed automation is used, or the `version` that the body names. References to secrets in the old version of the automation are
         *     replaced by those in the current one. `retry_of` of the new task names the old task.
         *
         *     A final state never changes: clients, callbacks and reports have seen it, and the results of the attempts belong to it. A retry
         *     is therefore a separate task with its own status, files and callback. Each call creates another task, unless it has the
         *     `Idempotency-Key` of an earlier one; `POST /api/v1/tasks/retry` retries a task once, and many at once. Members of the body replace what the old task was submitted with; without a body, nothing
         *     changes.
         *
         *     With `from`, the new task continues the old one where the recording says that it is safe, with the variables it had then.
         *
         *     The new task belongs to the trace of this request, not to that of the old task.
         */
        post: operations["retryTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a task that is waiting for a person
         * @description Added by Errand. A `human_in_loop_action` step makes a task wait. The task's
         *     `waiting_for_human`, an event and an email report the wait; the status stays `running`. This
         *     call resumes the task. `variables` become generated variables of the run, as if a `set_variable`
         *     step had set them: later steps use them as `{name[0]}`. They are stored encrypted until the
         *     worker has them.
         *
         *     Exactly one caller resumes a wait; later calls, and calls after `until`, are refused (409). If nobody resumes the task in
         *     time, the step fails with the class `human_timeout`. The wait counts towards `max_timeout_in_minutes` of the attempt.
         */
        post: operations["resumeTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a URL to watch a running task
         * @description Returns a WebSocket URL for a noVNC client. It contains a signed ticket that is valid for one connection within a minute, to
         *     this attempt of the task, in this mode. Poll the task's status and call this once it is `running`. Request a fresh URL for every
         *     (re)connect.
         *
         *     Use the subprotocol `binary`. In the mode `view`, no keyboard, pointer or clipboard input from the viewer reaches the browser. The
         *     mode `control` (Added by Errand, like `expires_at` and `mode` in the response) lets a person use mouse and keyboard while
         *     the task is waiting for one. The task records who did so, when, and for how long.
         *
         *     The page `/live/{task_id}` of this server is a client of this API: it asks for an API key, describes the task, shows its screen,
         *     and reconnects with a fresh URL after the codes below that allow it.
         *
         *     How the connection ends, by WebSocket close code:
         *
         *     - `1000`: the task has ended; the reason is its status.
         *     - `1001`: the server is being replaced. Request a fresh URL.
         *     - `1008`: the client violated the protocol.
         *     - `1011`: the screen was lost. Request a fresh URL while the task is running.
         *     - `1013`: there are too many viewers, or the client is too slow to keep up. Try again later.
         *     - `4401`: the ticket is invalid, has expired or was used before, or its API key was revoked. Request a fresh URL.
         *     - `4403`: the task is no longer waiting for a person, so control has ended. Request a URL with the mode `view`.
         *     - `4409`: the ticket's attempt is no longer running. Request a fresh URL while the task is running.
         */
        get: operations["createStreamUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a task
         * @description Added by Errand. Server-sent events from the beginning of the task to its end: `status` (StatusEvent), `step` (TaskStep), `file`
         *     (FileEvent), `waiting_for_human` (WaitingForHumanEvent) and `resumed` (ResumedEvent), as JSON, at most about half a second late. A
         *     comment every 15 seconds keeps the connection alive.
         *
         *     The stream ends after the event of the final status. If it ends earlier, after an hour at the latest, continue it with a new request
         *     with the `Last-Event-ID` header, which browsers and libraries send automatically. Any replica can continue it, without loss or
         *     repetition. Treat event IDs as opaque: their format may change.
         *
         *     A browser's `EventSource` reads the stream at a URL of `GET /api/v1/tasks/{task_id}/events/url`. The schema describes one event: its
         *     `event` and `id`, and its `data` once parsed. Ignore kinds of events that you do not know.
         */
        get: operations["streamTaskEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/events/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a URL to follow a task from a browser
         * @description Added by Errand. Returns a URL of the task's events for the browser's `EventSource`, which cannot send an API key. It contains a
         *     ticket that is valid for this task only, for five minutes and any number of connections; a stream opened in time continues. It stops
         *     working at once if the API key is revoked.
         *
         *     A browser reconnects by itself with the same URL. Once the ticket has expired, it gets a 401 and gives up (`readyState` is `CLOSED`):
         *     request a fresh URL, and add `last_event_id` to it to continue where the stream ended.
         */
        get: operations["createEventsUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/trace/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a URL to open the trace of a task in a browser
         * @description Added by Errand. Returns a URL of the trace viewer, which shows what the pages of the newest attempt with a trace looked
         *     like before, during and after each step, its console, its network requests (secrets masked, authentication headers left out), and
         *     the failure. The URL contains a ticket for this task's trace and events, valid for five minutes; a viewer opened in time keeps
         *     working. The ticket stops working at once if the API key is revoked. The file itself is at the same URL with `/trace.zip` after
         *     the task's ID; Playwright's own `show-trace` opens it, too.
         *
         *     Workers keep traces of failed attempts, unless their setting `TRACE` says otherwise. Browsers open the viewer over HTTPS or on
         *     a loopback address only.
         */
        get: operations["createTraceUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why a task is waiting
         * @description Added by Errand. Returns why a task is waiting, how many tasks are ahead of it, which tasks hold its place, and an
         *     estimate of the wait. For a task that is not waiting, returns 200 with `reason` null.
         */
        get: operations["getTaskQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow everything in the account
         * @description Added by Errand. Server-sent events about all tasks, deliveries, recordings and schedules of the account, as JSON: `task` (a new
         *     status), `waiting_for_human` and `wait_ended`, `delivery` (delivered or given up), `recording`, `schedule` (created, changed, paused,
         *     deleted) and `schedule_run` (what it did at a due time). An event usually comes within half a second; a database transaction
         *     that takes longer holds back the events of later transactions. A comment every 15 seconds keeps the connection alive.
         *
         *     A stream begins with an event `reset`: read the lists then, because only what happens from then on follows. A stream ends after an hour
         *     at the latest. Continue it with a new request with the `Last-Event-ID` header, which browsers and libraries send automatically: any
         *     replica continues it, without loss or repetition, for 24 hours. After that, it begins with `reset` again, as after an ID of another
         *     account. Treat event IDs as opaque. An ID without an event, as browsers understand it, keeps the position of a quiet stream from
         *     expiring.
         *
         *     A browser's `EventSource` reads the stream at a URL of `GET /api/v1/events/url`. The schema describes one event: its `event` and `id`,
         *     and its `data` once parsed. Ignore kinds of events that you do not know.
         */
        get: operations["streamAccountEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a URL to follow the account from a browser
         * @description Added by Errand. Returns a URL of the account's events for the browser's `EventSource`, which cannot send an API key. It contains
         *     a ticket that is valid for five minutes and any number of connections; a stream opened in time continues. It stops working at once if
         *     the API key is revoked. `kinds` may be added to it.
         *
         *     A browser reconnects by itself with the same URL. Once the ticket has expired, it gets a 401 and gives up (`readyState` is `CLOSED`):
         *     request a fresh URL, and add `last_event_id` to it to continue where the stream ended.
         */
        get: operations["createAccountEventsUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get statistics of ended tasks
         * @description Added by Errand. Counts the tasks that ended (`completed_at`) from `from` to `to`, with waits, durations, success rate and
         *     model cost: in total, by hour or day, and by a value of the tasks. The figures of a task are complete as soon as it has ended.
         *     They are kept by hour for 90 days and by day for 800 days, even if tasks are deleted earlier; they are deleted with the account.
         *     Tasks of a deleted recording still count under its name.
         *
         *     The range is widened to whole buckets. `bucket=hour` allows 32 days, or 7 days with `group_by`; `bucket=day` allows 400 days.
         *     `groups` has the values with the most tasks, the largest first and equally large ones in the order of their values: up to 30,
         *     and fewer where their buckets could be more than 1,400, such as 8 values for 7 days by hour and 3 for 400 days. A grouping
         *     with more than 30,000 figures in the range (a figure for each value and hour or day with tasks) is refused (422).
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/login_queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the login queues with tasks
         * @description Added by Errand. Returns the account's login queues in which tasks wait or run, those with the most waiting tasks first.
         *     Tasks without a login (no unique parameters) are in none. `getTaskQueue` explains the wait of one task.
         */
        get: operations["listLoginQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the workers can run
         * @description Added by Errand. Counts and lists the workers that serve this account. What they run for other accounts is not shown, so free slots
         *     are not either: `getTaskQueue` says why a task is waiting.
         */
        get: operations["getWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules
         * @description Added by Errand. Returns the schedules by name, with their next due times and their last run. If `next_cursor` is not null,
         *     there are more; pass it as `cursor`.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Create a schedule
         * @description Added by Errand. Submits a task whenever the schedule is due, at most once for each due time, even after a restart. The task is
         *     checked now, like a submission, and again whenever it is submitted: it runs the current version of its recording. An
         *     account has at most 200 schedules.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{schedule_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the schedule, a UUID. Any other value returns 404.
                 * @example 7c1d9a52-0b3e-4f6a-8c2d-5b4a39281706
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        /**
         * List the runs of a schedule
         * @description Added by Errand. Returns what the schedule did at its due times, latest first. If `next_cursor` is not null, there are more;
         *     pass it as `cursor`.
         */
        get: operations["listScheduleRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the schedule, a UUID. Any other value returns 404.
                 * @example 7c1d9a52-0b3e-4f6a-8c2d-5b4a39281706
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        /**
         * Get a schedule
         * @description Added by Errand. Returns the schedule with its next due times and its last run, without what is stored encrypted.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a schedule
         * @description Added by Errand. Deletes the schedule and the list of its runs. The tasks that it submitted are not affected.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a schedule
         * @description Added by Errand. Changes the given members and keeps the others. `paused` pauses and resumes. A new `task` is validated
         *     like a submission. Tasks that the schedule has submitted are not affected. Without the scope `read`, `last_run` is
         *     null. If the request then has no `task`, the response has no `task_callback_url` and no `is_damaged`, and `secret_members`,
         *     `input_parameters` and `unique_parameter_names` are empty.
         */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a task
         * @description Added by Errand. Returns the callbacks and emails of a task: their state, number of tries, and the receiver's last
         *     response.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of all tasks
         * @description Added by Errand. Returns the callbacks and emails of the account's tasks, newest first. If `next_cursor` is not null,
         *     there are more; pass it as `cursor` with the same filters, which apply together. With a `state`, a delivery that changes its state between two pages
         *     may be listed twice or not at all.
         */
        get: operations["listAllDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver many results
         * @description Added by Errand. Delivers the account's matching deliveries again, newest first, each as `POST
         *     /api/v1/deliveries/{delivery_id}/redeliver` does; all members of the filter apply together. Emails that asked for a person are
         *     left out. A call handles at most 1,000 deliveries in about 10 s. If `has_more` is true, send the filter again with
         *     `next_cursor` as `cursor`. Repeating a call for `failed` deliveries is safe: one that is still being tried is not sent twice.
         *     Repeating a call for `delivered` ones also sends again those that have been delivered since.
         */
        post: operations["redeliverMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a receiver
         * @description Added by Errand. Sends an example of a result to a receiver, signed and checked like every delivery, and returns what came back.
         *     It is sent once, waits at most 10 s for the response, and is not listed among the deliveries. The `endpoint_name` of the example is
         *     `errand-test`; it contains nothing from the account. An account may send five tests at once, and
         *     then one every two seconds.
         */
        post: operations["testDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a result
         * @description Added by Errand. Delivers the task as it is now to the same receiver, under the same `webhook-id`, with retries for another
         *     five minutes. The request needs no body; a body with members is refused. Without the scope `read`, `url` is
         *     empty, and `last_status`, `last_error` and `last_response` are null.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/signing_secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signing secrets
         * @description Added by Errand. Returns the account's secrets for the `webhook-signature` header (Standard Webhooks) that every callback
         *     carries. The first secret is created when it is first needed.
         */
        get: operations["listSigningSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/signing_secrets/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Added by Errand. Creates a new current secret. Until the earlier secrets expire, callbacks carry a signature of each, so a
         *     receiver that knows any of them accepts the callbacks.
         */
        post: operations["rotateSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/get_downloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get download URLs of a task's files
         * @description Returns a signed URL for each file that the task produced: downloads, screenshots of extractions and the final
         *     screenshot. The URLs are short-lived and opaque, need no API key, and point to the object store or, on a local
         *     installation, to `/files/` of this server.
         */
        get: operations["getDownloads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/initiate_callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver the result of a task again
         * @description Accepts the result of a finished task for delivery and returns without waiting. Each delivery is retried with exponential
         *     backoff for up to 5 minutes. If no receiver is set, it returns at once with `no_callback_url`.
         *     `task_callback_url` overrides `callback_url`, and both override the receivers of the task and its recording. Results are
         *     delivered automatically when a task ends; this call repeats the delivery.
         *
         *     A receiver in the body gets what a key with the scope `read` could read, so the key needs that scope too: without it, the call
         *     returns 403 with the code `missing-scope` unless the body names no receiver.
         */
        post: operations["triggerCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/get_recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recordings
         * @description Lists the recordings of a workspace with their automations, by endpoint name. If `next_cursor` is not null, there are
         *     more; pass it as `cursor` with the same filters. The list may change between two pages; a recording that stays in it is
         *     listed once.
         */
        get: operations["listRecordings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/update_example": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update a recording by its endpoint name
         * @description Stores the automation as a new version of the recording with this endpoint name. If there is none, creates the recording in
         *     the default workspace. Tasks that were submitted earlier keep their version. `base_version` keeps authors from overwriting each other.
         *     `warnings` name parts of the automation that are valid but most likely mistakes.
         */
        post: operations["updateExample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/update_recording/{recording_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a recording
         * @description Changes only the given members. A new automation becomes a new version; tasks submitted before keep their version. Nothing else
         *     creates a version. Schedules of the recording follow a new `endpoint_name`. `callback_url` replaces the whole receiver, including its credentials. `warnings` name parts of the given
         *     automation that are valid but most likely mistakes.
         */
        patch: operations["updateRecording"];
        trace?: never;
    };
    "/api/v1/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a recording
         * @description Added by Errand. Stores the automation as version 1 of a new recording. Unlike `update_example`, it refuses an
         *     endpoint name that is taken. `get_recordings` lists recordings, `update_recording` changes one.
         *     `warnings` name parts of the automation that are valid but most likely mistakes.
         */
        post: operations["createRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a recording
         * @description Added by Errand. Returns the recording with the automation of its current version.
         */
        get: operations["getRecording"];
        put?: never;
        post?: never;
        /**
         * Delete a recording
         * @description Added by Errand. Deletes the recording and frees its endpoint name. Its finished tasks stay readable, with results and files,
         *     unless `delete_tasks=true`: then its tasks and versions are permanently deleted, each task once it has ended and its result is
         *     delivered. This takes minutes. It also deletes what an earlier deletion of the recording has kept.
         *
         *     The request is refused (409) while tasks of the recording are waiting or running. `cancel_tasks=true` cancels them first:
         *     waiting tasks at once;
         *     tasks that a worker holds are marked and become `cancelled` when the worker has stopped them. If there are too many to cancel within a
         *     few seconds, the response is also 409: send the same request again. A submission that arrives at the same time as the deletion may still
         *     run.
         */
        delete: operations["deleteRecording"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a recording
         * @description Added by Errand. Returns the versions, newest first, without their automations. If `next_cursor` is not null, there are
         *     more; pass it as `cursor`.
         */
        get: operations["listRecordingVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version of a recording
         * @description Added by Errand. Returns one version with its automation, as its author sent it. A version never changes.
         */
        get: operations["getRecordingVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}/locator_proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locators that would repair a recording
         * @description Added by Errand. When a step's locator finds nothing but a model finds the element, the locators that would have found
         *     it are stored here, for all versions of the recording, newest first. The nearest matches of failed steps are stored as well.
         *     A step in a loop, or with placeholders in its locator or instructions, gets no locators of an element that a model found, because it
         *     may be a different element next time. Nothing is applied automatically: `acceptLocatorProposal` creates a new version. If `next_cursor` is not
         *     null, there are more; pass it as `cursor`.
         */
        get: operations["listLocatorProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}/locator_proposals/{proposal_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a locator proposal and what it would change
         * @description Added by Errand. Returns the proposal with the node of the current version as it is, and as it would be with one of the
         *     candidates.
         */
        get: operations["getLocatorProposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}/locator_proposals/{proposal_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a locator proposal
         * @description Added by Errand. Makes a new version of the recording in which the node has the proposed locator; nothing else changes. A
         *     step with `skip_command` uses the new locator from then on. A locator may contain text of the page it was found on: if that text
         *     comes from an input, replace it with the placeholder, using `updateRecording`.
         */
        post: operations["acceptLocatorProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}/locator_proposals/{proposal_id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a locator proposal
         * @description Added by Errand. Marks the proposal as declined. It stays declined when further tasks need it; these tasks are still counted.
         */
        post: operations["declineLocatorProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}/rollouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll out a new version to some of the tasks
         * @description Added by Errand. Makes a new version of the recording that only some of its new tasks run at first; the others run the version
         *     that was current before. The version of a task is chosen when it is submitted, and never changes; a retry keeps the version of the task
         *     it retries.
         *
         *     The results of both versions are compared whenever a task ends. If the failure rate of the new version is higher by more than
         *     `max_failure_rate_increase`, and that is unlikely to be chance (one-sided Fisher's exact test, p <= 0.01, at least 5 results of each
         *     version), the previous version becomes current again, as a further version. If each version has `min_tasks` results and the
         *     failure rate is higher by at most `max_failure_rate_increase`, the roll-out is complete and all tasks run the new version. Otherwise it
         *     continues until `endRollout` is called. Tasks that were cancelled, retries and goals do not count.
         *
         *     Failures of the infrastructure, such as a crashed browser or a lost worker, are counted separately as `lost`, and the versions are
         *     compared a second time with them as failed results. The previous version becomes current again if the new one is worse in either
         *     comparison, and the roll-out is complete only if the new version's failure rate is not much higher in either. A new version that loses
         *     more tasks, perhaps by chance, therefore waits for more results or for `endRollout`. Lost tasks do not count towards `min_tasks`, so
         *     an outage of all workers does not complete a roll-out.
         *
         *     A recording has one running roll-out at a time. Any other new version ends it, and then all tasks run that version. Both versions must
         *     take the same parameters and start at the same origin.
         */
        post: operations["startRollout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}/rollouts/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Promote or stop a roll-out
         * @description Added by Errand. Ends the running roll-out of a recording: all new tasks run its version, or the version before it, which then
         *     becomes current again as a further version. Tasks already submitted keep theirs.
         */
        post: operations["endRollout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{recording_id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll a recording back
         * @description Added by Errand. Creates a new version with the automation of an older one and makes it current. All other versions
         *     are kept. Description, receiver and endpoint name are not versioned and do not change.
         */
        post: operations["rollBackRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/automations/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an automation
         * @description Added by Errand. Checks an automation as `createRecording` does, and stores nothing. A faulty automation is not an error
         *     of the request: the response then has `valid: false` and names each fault in `errors`.
         *     `warnings` name parts of a valid automation that are most likely mistakes.
         */
        post: operations["checkAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List debug sessions
         * @description Added by Errand. Returns the newest 100 debug sessions of the account, open ones and ended ones, newest first.
         */
        get: operations["listDebugSessions"];
        put?: never;
        /**
         * Open a debug session
         * @description Added by Errand. Opens a browser in which steps can be tried one by one: on a page (`url`), on an automation, or on a version of a recording, with its
         *     inputs. With `until`, the steps before that node run first; if it is never reached, `failure` of the session has the class `node_not_reached`. The session waits for a free slot like a task, and counts among the running
         *     tasks of the account. It never appears in lists of tasks or in statistics, and it is never retried.
         */
        post: operations["openDebugSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        /**
         * Get a debug session
         * @description Added by Errand. Returns the state of the session. Variables and URLs are as the worker last reported them, with secrets masked.
         */
        get: operations["getDebugSession"];
        put?: never;
        post?: never;
        /**
         * End a debug session
         * @description Added by Errand. Closes the browser of the session. A waiting session ends at once, an open one within seconds: follow its
         *     events, or read it again. Ending an ended session changes nothing.
         */
        delete: operations["endDebugSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run steps in a debug session
         * @description Added by Errand. Runs one step, given as `node` or as the `node_path` of the session's automation, or all steps up to a node:
         *     `until` alone continues from the position of the session, and stops before that node. A node before the position is refused with 422
         *     (`node_path`), because sessions only run forward. If the node is never reached, such as in a branch that is not taken, the session
         *     stops before the next node after it, and `failure` has the class `node_not_reached`. A failed step is a result (200): its record has
         *     the evidence. Commands run one after another. A command that lasts longer than 120 seconds continues, and the response is 504; the event
         *     `command` reports its end.
         */
        post: operations["runSessionSteps"];
        /**
         * Stop the steps that run in a debug session
         * @description Added by Errand. Stops what `POST` runs: its response then reports the cancelled step as failed. Also stops the
         *     replay of a recording, which then marks what it did not reach. Does nothing if no step or replay is running.
         */
        delete: operations["cancelSessionSteps"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/locate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a locator in a debug session
         * @description Added by Errand. Finds the elements of a locator on the current page and highlights them on the screen.
         */
        post: operations["locateInSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/pick": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pick an element in a debug session
         * @description Added by Errand. Waits for a person's next click in the session's live view, which does not reach the page, and returns locators for the clicked
         *     element, best first. At that time, each of them finds only this element. While it waits, other commands are refused.
         */
        post: operations["pickInSession"];
        /**
         * Stop waiting for a click in a debug session
         * @description Added by Errand. The waiting request returns with the outcome `cancelled`.
         */
        delete: operations["cancelSessionPick"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        /**
         * Read the recording of a debug session
         * @description Added by Errand. Returns what has been recorded so far, or the last recording. The event `recorded_node` says when there
         *     is more.
         */
        get: operations["getSessionRecording"];
        put?: never;
        /**
         * Start recording in a debug session
         * @description Added by Errand. Records what a person does in the session's live view, in all its tabs, from the page that is open now; steps that run during the recording are
         *     recorded, too. An earlier recording is discarded. Values of password fields and of fields for card or one-time codes are never recorded.
         */
        post: operations["startSessionRecording"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Say what the next click in a recording means
         * @description Added by Errand. Makes a person's next click an extraction, an assertion or the row of a loop. The page does not receive it.
         */
        patch: operations["pointInSessionRecording"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/recording/stop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a recording in a debug session
         * @description Added by Errand. Ends the recording and replays it: each node is marked as `passed`, `failed` with the reason, or `not_reached`. A
         *     node that fails is tried with its next locators. Secrets of the session that have the names in `secure_parameters` are used. If the
         *     replay takes more than two minutes (504), it continues, and the recording can be read when the session is ready. It ends
         *     after 10 minutes, or when the steps of the session are stopped; what it did not reach is then `not_reached`, with the reason.
         */
        post: operations["stopSessionRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        /**
         * Read the page of a debug session
         * @description Added by Errand. Returns the accessibility tree and a screenshot of the current page.
         */
        get: operations["getSessionSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change variables of a debug session
         * @description Added by Errand. Sets the named variables, and removes those whose value is null. Others are unchanged.
         */
        patch: operations["setSessionVariables"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a debug session again
         * @description Added by Errand. Opens the start page in a clean browser context, with the initial variables. With `until`, the steps before that
         *     node run; if it is never reached, `failure` has the class `node_not_reached`, as in `runSessionSteps`.
         */
        post: operations["restartSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/automation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Replace the automation of a debug session
         * @description Added by Errand. From then on, paths of nodes refer to this automation. The browser stays on its page, and the session
         *     keeps the secrets with which it was opened; `ignored_secrets` names those that now have
         *     different references. No recording changes.
         */
        patch: operations["setSessionAutomation"];
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a debug session
         * @description Added by Errand. Server-sent events of the session: `state`, `step`, `navigation`, `console`, `recorded_node` and `command` (a
         *     command has ended), as JSON. A comment every 15 seconds keeps the connection alive. The newest 2,000 events are kept.
         *
         *     The stream ends after the state `ended`. If it ends earlier, after an hour at the latest, continue it with a new request with the header
         *     `Last-Event-ID`. A browser's `EventSource` reads the stream at a URL of `GET /api/v1/sessions/{session_id}/events/url`. Ignore kinds of
         *     events that you do not know.
         */
        get: operations["streamSessionEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/events/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a URL to follow a debug session from a browser
         * @description Added by Errand. Returns a URL of the session's events for the browser's `EventSource`, which cannot send an API key. It contains
         *     a ticket that is valid for this session only, for five minutes and any number of connections; a stream opened in time continues. It
         *     stops working at once if the API key is revoked.
         *
         *     A browser reconnects by itself with the same URL. Once the ticket has expired, it gets a 401 and gives up (`readyState` is `CLOSED`):
         *     request a fresh URL, and add `last_event_id` to it to continue where the stream ended.
         */
        get: operations["createSessionEventsUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a URL to watch or control a debug session
         * @description Added by Errand. Works like `GET /api/v1/tasks/{task_id}/stream`, with the same ticket and the same close codes. The
         *     mode `control` is available for the whole session. While a viewer in this mode is connected, the session is not idle.
         */
        get: operations["createSessionStreamUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the usage of the account
         * @description Added by Errand. Returns the account's storage and its limit: files, and the text of tasks, steps and recordings. Over the limit,
         *     submissions and changes to recordings return 507, and running tasks that store a result fail with the class `limit_exceeded`.
         *     Also returns the number of notification emails sent today (UTC) and its limit; further emails are not sent, and their
         *     deliveries say so. `retention` says for how long tasks and their files are kept.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Added by Errand. Returns the default workspace first, then the others by name. If `next_cursor` is not null, there are
         *     more; pass it as `cursor`.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description Added by Errand. Workspaces group the recordings of an account; endpoint names are unique across all of them.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspaces/{workspace_id}": {
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
         * Delete an empty workspace
         * @description Added by Errand. The default workspace and workspaces with recordings cannot be deleted (409). Move recordings to another
         *     workspace with `update_recording`.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Rename a workspace
         * @description Added by Errand. The default workspace can be renamed too; it stays the default.
         */
        patch: operations["renameWorkspace"];
        trace?: never;
    };
    "/api/v1/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrations
         * @description Added by Errand. Returns the integrations by name, without their credentials. If `next_cursor` is not null, there are
         *     more; pass it as `cursor`.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration
         * @description Added by Errand. Stores how to reach a service of the account: a vault from which `secure_parameters` are read, or a
         *     place where a `two_fa_action` finds its code. The credentials are stored encrypted and never returned. An account's vaults take
         *     precedence over those of the installation.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/{integration_id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the integration, a UUID. Any other value returns 404.
                 * @example 3e4f5a6b-7c8d-4e9f-8a1b-2c3d4e5f6a7b
                 */
                integration_id: components["parameters"]["IntegrationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an integration
         * @description Added by Errand. Logs in to the service as a step would, reads nothing, and returns the outcome. A vault cannot be
         *     tested without the name of a secret (409).
         */
        post: operations["checkIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/{integration_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the integration, a UUID. Any other value returns 404.
                 * @example 3e4f5a6b-7c8d-4e9f-8a1b-2c3d4e5f6a7b
                 */
                integration_id: components["parameters"]["IntegrationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an integration
         * @description Added by Errand. From then on, steps and secrets that need the integration fail.
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        /**
         * Change an integration
         * @description Added by Errand. Replaces all settings together; a secret that is left out is kept. The kind cannot change.
         */
        patch: operations["updateIntegration"];
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the API key of the request and its account
         * @description Added by Errand. Returns what the caller may do: the key with its scopes, its account, the account's limits,
         *     and which optional features this installation has. Every valid key may call it, whatever its scopes.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session of the request
         * @description Added by Errand. Returns whether the browser is signed in: a 401 means that it is not. `GET /api/v1/me` has the account and
         *     what the key may do. Every valid key may call it, whatever its scopes, because the response only describes the session itself.
         */
        get: operations["getCookieSession"];
        put?: never;
        /**
         * Sign in from a browser
         * @description Added by Errand. Exchanges the API key of the request for a cookie, so that a page does not have to keep the key. A page of this
         *     server's own origin can then call what the key may call, without the key, including event streams with `EventSource`. Every valid key
         *     may sign in, whatever its scopes, because the session has no more rights than the key.
         *
         *     The session belongs to the key: it may do what the key may do at that moment, and ends at once when the key is revoked or expires. It
         *     also ends after 12 hours without use, after seven days, and with `DELETE`. A key has at most 20 sessions; signing in once more ends the
         *     oldest. Several tabs share a session.
         *
         *     A second cookie, `errand_signed_in`, has no secret and can be read by scripts: without it, a page need not ask whether the browser is
         *     signed in. It may outlast the session.
         *
         *     The cookie is `HttpOnly` and `SameSite=Strict`. It is accepted in requests that the browser marks with `Sec-Fetch-Site` or `Origin` as
         *     coming from a page of this server, and in those that only read and that no page sent. Others get a 401 with the code
         *     `cross-origin-request`. If a request has both a key and the cookie, the key is used.
         */
        post: operations["createCookieSession"];
        /**
         * Sign out
         * @description Added by Errand. Ends the session of the request and deletes its cookie. Copies of the cookie stop working at once. Other
         *     sessions of the key continue. Every session may end itself, whatever the scopes of its key.
         */
        delete: operations["deleteCookieSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/validate_api_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an API key
         * @description The body is the key itself as a JSON string, not an object. No key is needed in a header. Any string is a valid request.
         */
        post: operations["validateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Added by Errand. Returns the account's keys, newest first, including expired and revoked ones. The key itself is never
         *     shown again; recognise it by its `prefix`. If `next_cursor` is not null, there are more keys; pass it as `cursor`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Added by Errand. Creates another key for the account. Only this response contains `api_key`; the server stores a hash. `scopes`
         *     restricts the key. A key cannot create a key with more scopes than its own, but it can create one that lasts longer, so do not give
         *     `admin` to anyone whose access must expire. An account has at most 200 valid keys; revoked and expired ones do not count.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api_keys/{api_key_id}": {
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
         * Revoke an API key
         * @description Added by Errand. After the response, every request with the key returns 401; tasks that it submitted continue. The key
         *     stays in the list as `revoked`. The call is idempotent. A key may revoke itself. Revoking the last valid key of an account is
         *     refused (409), because then no key could be created over HTTP.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key
         * @description Added by Errand. Changes only the display name. Expired and revoked keys can be renamed too, because they stay in
         *     the list.
         */
        patch: operations["renameApiKey"];
        trace?: never;
    };
    "/api/v1/inference/all_calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List all inference requests
         * @deprecated
         * @description Lists the newest 1000 of the account's tasks in the older form, newest first; `GET /api/v1/tasks` has pages with all of them.
         *     The request needs no body; a body with members is refused.
         */
        post: operations["listInferenceRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/save_demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a goal with files
         * @deprecated
         * @description Stores the files in object storage and their URLs with the goal, all or none of them. `GET /api/v1/demos/{goal_id}` returns them.
         *
         *     URLs are fetched one after the other, with at most five redirects each, and under the rules for outgoing requests: http and https only,
         *     no private or local addresses unless the operator allows them. A file may have up to 25 MiB, all files together up to 100 MiB, and the
         *     whole request takes at most 60 seconds. A file that cannot be fetched is a 422 that names its position in `files`.
         *
         *     A missing `url` or `files` returns 400; every other violation of the schema returns 422.
         */
        post: operations["saveDemo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/demos/{goal_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a saved goal with its files
         * @deprecated
         * @description Added by Errand. Returns what `save_demo` stored, with signed, short-lived URLs of the files.
         */
        get: operations["getDemo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{key}": {
        parameters: {
            query: {
                /**
                 * @description When the URL expires, in seconds since 1970.
                 * @example 1772442900
                 */
                expires: string;
                /**
                 * @description Signature over the method, the key and all parameters. URLs may contain further parameters.
                 * @example c2lnbmF0dXJl
                 */
                signature: string;
            };
            header?: never;
            path: {
                /**
                 * @description Key of the file, which may contain slashes. Use the whole URL as it was returned.
                 * @example tasks/0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10/1/invoice.pdf
                 */
                key: string;
            };
            cookie?: never;
        };
        /**
         * Download a file
         * @description Serves the signed URLs that responses contain, on installations that keep files themselves; on others, the object store serves
         *     its own URLs. Never build or change such a URL. Conditional requests and ranges are supported.
         */
        get: operations["downloadFile"];
        /**
         * Upload a file
         * @description Stores a file of a task at the URL that a worker got for it. The body must have the type and the size that the
         *     URL was signed for.
         */
        put: operations["uploadFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process is alive
         * @description Added by Errand. Responds while the process is alive and checks nothing else. Restart the process if it does not respond.
         */
        get: operations["checkLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the server can handle requests
         * @description Added by Errand. Checks the server's dependencies. Send it no traffic while the status is 503.
         */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    taskFinished: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive the result of a task
         * @description Sent to the task's `task_callback_url`, or else to its recording's `callback_url`, once for every task that has
         *     ended as success, failed or cancelled. The key is in the `x-api-key` header; a receiver with user name and
         *     password gets basic authentication. Redirects are not followed. Any 2xx status ends the delivery, and so does 410. Anything
         *     else, including no response within 10 seconds, is retried with exponential backoff for up to 5 minutes, but not before `Retry-After`.
         */
        post: operations["receiveTaskResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptLocatorProposalRequest: {
            /** @description The version that was current when you read the proposal. If another one is current now, nothing changes (409). */
            base_version: number;
            /** @description One of the candidates. Defaults to the best one. */
            command?: string;
            /** @description Why the version was created. Default: a sentence that names the node. */
            comment?: components["schemas"]["VersionComment"];
        };
        AccountAnswer: {
            /** @constant */
            success: true;
            /** Format: uuid */
            account_id: string;
            name: string;
            storage: {
                /** @description Bytes used by the account's files, tasks, steps and recordings, including files that are being uploaded. */
                used_bytes: number;
                /** @description Limit of `used_bytes`; null if there is no limit. */
                limit_bytes: number | null;
            };
            /** @description Notification emails. Days begin at midnight UTC. */
            mails: {
                sent_today: number;
                /** @description Limit of emails per day; null if there is no limit. The last fifth is reserved for tasks that wait for a person. */
                limit_per_day: number | null;
            };
            /** @description Days after its end for which a task is kept; null means forever. Only the operator can change them. */
            retention: {
                /** @description For the task with its steps, results, files and deliveries. */
                task_days: number | null;
                /** @description For the files of the task alone. */
                file_days: number | null;
            };
        };
        /** @description A result was delivered, or its delivery was given up. */
        AccountDeliveryEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "delivery";
            data: components["schemas"]["DeliveryEndedEvent"];
        };
        /** @description One server-sent event of an account. */
        AccountEvent: components["schemas"]["AccountResetEvent"] | components["schemas"]["AccountTaskEvent"] | components["schemas"]["AccountWaitingEvent"] | components["schemas"]["AccountWaitEndedEvent"] | components["schemas"]["AccountDeliveryEvent"] | components["schemas"]["AccountRecordingEvent"] | components["schemas"]["AccountScheduleEvent"] | components["schemas"]["AccountScheduleRunEvent"];
        /** @enum {string} */
        AccountEventKind: "task" | "waiting_for_human" | "wait_ended" | "delivery" | "recording" | "schedule" | "schedule_run";
        /** @description A recording has changed. */
        AccountRecordingEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "recording";
            data: components["schemas"]["RecordingChangedEvent"];
        };
        /** @description Read the lists now: only later events follow. */
        AccountResetEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "reset";
            data: components["schemas"]["ResetEvent"];
        };
        /** @description A schedule has changed. */
        AccountScheduleEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "schedule";
            data: components["schemas"]["ScheduleChangedEvent"];
        };
        /** @description A due time of a schedule has passed. */
        AccountScheduleRunEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "schedule_run";
            data: components["schemas"]["ScheduleRanEvent"];
        };
        /** @description A task has a new status. */
        AccountTaskEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "task";
            data: components["schemas"]["TaskChangedEvent"];
        };
        /** @description A task is no longer waiting for a person. */
        AccountWaitEndedEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "wait_ended";
            data: components["schemas"]["WaitEndedEvent"];
        };
        /** @description A task is waiting for a person. */
        AccountWaitingEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "waiting_for_human";
            data: components["schemas"]["WaitBegunEvent"];
        };
        /** @description Does one thing: exactly one of the fields that end in _action. */
        ActionNode: {
            /**
             * @description Kind of the node. Optional.
             * @constant
             */
            type?: "action_node";
            /** @description Acts on the page. */
            interaction_action?: components["schemas"]["InteractionAction"] | null;
            /** @description Fails the task when something is not true. */
            assertion_action?: components["schemas"]["AssertionAction"] | null;
            /** @description Extracts something into the output of the task, and into variables. */
            extraction_action?: components["schemas"]["ExtractionAction"] | null;
            /** @description Works with variables. */
            misc_action?: components["schemas"]["MiscAction"] | null;
            /** @description Clicks a captcha and lets a model solve its grid of pictures, or reads a picture and types its text; fails with captcha_unsolved. */
            captcha_action?: components["schemas"]["CaptchaAction"] | null;
            /** @description Fails the task with a message, for a state that the automation recognises as a failure. */
            fail_state_action?: components["schemas"]["FailStateAction"] | null;
            /** @description Waits until a person has done something in the live view and resumes the run, optionally with values for variables. */
            human_in_loop_action?: components["schemas"]["HumanInLoopAction"] | null;
            /** @description Runs commands in PowerShell on the worker, in the sandbox of scripts; their output is in the log of the step. */
            powershell_action?: components["schemas"]["PowershellAction"] | null;
            /** @description Runs a Python script on the page, in a sandbox. */
            python_script_action?: components["schemas"]["PythonScriptAction"] | null;
            /** @description Waits for a fixed time. */
            sleep_action?: components["schemas"]["SleepAction"] | null;
            /**
             * @description Longest wait before the action, in seconds (0 to 86400), until everything that earlier steps have set in motion on the page has ended, as with end_sleep_time (and, where steps act on the screen, until the screen is still). Default: 3 for an extraction, else 0.
             * @default 0
             */
            before_sleep_time?: number | null;
            /**
             * @description Longest wait after the action, in seconds (0 to 30), until everything that it has set in motion on the page has ended (requests, timers, animations, replies of workers) and nothing has changed for 100 ms (and, where steps act on the screen, until the screen is still). Clocks and polls from before the action do not count. When the time is up, waited_for of the step names what was still active. Default: 0 for an extraction, assertion or wait_for, else 5.
             * @default 5
             */
            end_sleep_time?: number | null;
            /**
             * @description The action opens a new tab, which becomes the current one. Only with interaction_action.
             * @default false
             */
            expect_new_tab?: boolean;
            /**
             * @description Longest wait for the new tab, in seconds (0 to 30); 0 waits 10 seconds. Used with expect_new_tab.
             * @default 0
             */
            max_new_tab_wait_time?: number;
            /** @description Added by Errand. How alert, confirm, prompt and beforeunload dialogs that a page opens during this step, including its waits, are handled. Default: the dialog of the automation. Every handled dialog is in the record of the step. */
            dialog?: {
                /** @description True presses OK (of a beforeunload dialog: leaves the page), false presses Cancel (stays on it). An alert just closes. */
                accept: boolean;
                /** @description Text for prompts, at most 1,000 characters; placeholders are allowed, those of secrets are not. Dialogs of other types ignore it. Without it, a prompt keeps its prefilled text. Only with accept true. */
                text?: string | null;
            } | null;
            /** @description Added by Errand. A failed task may be continued at this node, in a new browser that shows the page that was open before the node, with the variables it had then. What the node and those after it need must be on that page, or they create it themselves, and running the node twice must do no harm. A loop is continued at its first iteration. In post_processing_nodes, which every attempt runs, it only says that running twice does no harm. Not for nodes inside a loop or a branch. Default: false. */
            resumable?: boolean | null;
            /** @description Accessibility tree around the element, as recorded: shown to the model that finds the element by prompt_instructions when the locator does not. Only with interaction_action. */
            localized_axtree_string?: string | null;
        };
        AliveWorker: {
            worker_id: string;
            /** @description How many tasks it can run at once, including those of other accounts; null if it does not report it. */
            slots: number | null;
            /** @description Tasks of this account that it holds now. */
            running: number;
            last_seen_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Added by Errand. The only origins at which the secret may be typed: scheme and host, and the port if it is not the default. The origin that counts is that of the document with the field, which may be in a frame. Without this list, any origin is allowed, except that a secret in the installation's own vault needs an origin that the operator has granted. The list never widens a grant.
         * @example [
         *       "https://portal.supplier.example"
         *     ]
         */
        AllowedOrigins: string[];
        /** @description Like `AmazonSettings`. Without `secret_access_key`, the stored one is kept. */
        AmazonChange: {
            /** @description Access key that may call `secretsmanager:GetSecretValue`. */
            access_key_id: string;
            /** @description Secret of the access key. Never returned. */
            secret_access_key?: string;
        };
        /** @description A secret in AWS Secrets Manager. */
        AmazonSecret: {
            /** @description Name or ARN of the secret. */
            secret_name: string;
            /**
             * @description AWS region of the secret.
             * @example eu-central-1
             */
            region_name: string;
            /** @description Member to use if the secret is a JSON object; absent or null uses the whole secret. */
            key?: string | null;
            type?: components["schemas"]["SecretType"];
            digits?: components["schemas"]["OptionalDigits"];
            allowed_origins?: components["schemas"]["AllowedOrigins"];
        };
        /** @description Gives access to AWS Secrets Manager for `secure_parameters`. An account has at most one. */
        AmazonSettings: {
            /** @description Access key that may call `secretsmanager:GetSecretValue`. */
            access_key_id: string;
            /** @description Secret of the access key. Never returned. */
            secret_access_key: string;
        };
        /** @description Like `AmazonSettings`, with defaults and without `secret_access_key`. */
        AmazonShown: {
            /** @description Access key that may call `secretsmanager:GetSecretValue`. */
            access_key_id: string;
        };
        /** @description An API key without the key itself, which is not stored. */
        ApiKey: {
            /** Format: uuid */
            api_key_id: string;
            name: string;
            /** @description First characters of the key, so that people can recognise it. */
            prefix: string;
            /** @description What the key may do. */
            scopes: components["schemas"]["ApiKeyScope"][];
            /**
             * @description Only a `valid` key gives access to the account.
             * @enum {string}
             */
            status: "valid" | "expired" | "revoked";
            created_at: components["schemas"]["Timestamp"];
            /** @description When the key expires; null if it does not expire. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description The key is valid and expires within 14 days; responses to it have the `x-api-key-expires-at` header. */
            expires_soon: boolean;
            /** @description Time of the last request with the key, to the minute; null before the first. */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /** @description When the key was revoked; null otherwise. */
            revoked_at: components["schemas"]["Timestamp"] | null;
        };
        ApiKeyAnswer: {
            /** @constant */
            success: true;
            key: components["schemas"]["ApiKey"];
        };
        ApiKeyCreated: {
            /** @constant */
            success: true;
            /** @description The key itself. It is never shown again. */
            api_key: string;
            key: components["schemas"]["ApiKey"];
        };
        ApiKeyList: {
            /** @constant */
            success: true;
            /** @description Newest first. */
            keys: components["schemas"]["ApiKey"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description What a key may do in its account. `read`: read tasks, their screens and files, recordings and workspaces. `submit`: submit, cancel, retry and resume tasks, take control of their screens, redeliver results (to another receiver only with `read`). `author`: change recordings and workspaces, delete tasks. `admin`: see and change API keys, integrations and signing secrets. `local_server`: run tasks on a local inference server, which needs `submit` as well. No scope includes another one.
         * @example submit
         * @enum {string}
         */
        ApiKeyScope: "read" | "submit" | "author" | "admin" | "local_server";
        ApiKeyValidation: {
            /** @description True if the key belongs to a registered user and is neither expired nor revoked. */
            valid: boolean;
            message: string;
        };
        /** @description Stores in a variable whether an element is visible or hidden; never fails. */
        AssertLocatorNode: {
            /**
             * @description Kind of the node. Optional.
             * @constant
             */
            type?: "assert_locator_node";
            /** @description Locator expression in Python Playwright syntax; placeholders are allowed. */
            locator: string;
            /**
             * @description The state to check for: visible, or hidden (or not there).
             * @enum {string}
             */
            assertion: "to_be_visible" | "to_be_hidden";
            /** @description Variable that gets true or false. Default: node<number>_output. */
            output_variable_name?: string | null;
            /** @description Added by Errand. A failed task may be continued at this node, in a new browser that shows the page that was open before the node, with the variables it had then. What the node and those after it need must be on that page, or they create it themselves, and running the node twice must do no harm. A loop is continued at its first iteration. In post_processing_nodes, which every attempt runs, it only says that running twice does no harm. Not for nodes inside a loop or a branch. Default: false. */
            resumable?: boolean | null;
            /**
             * @description Longest wait until it is true, in seconds; 0 checks once.
             * @default 5
             */
            timeout?: number;
        };
        /** @description Fails the task when something is not true: exactly one sub-action. */
        AssertionAction: {
            /** @description Waits until an element or the page meets an expectation, and fails the task (assertion_failed) if it does not in time; added by Errand. */
            expect?: components["schemas"]["AssertionExpect"] | null;
            /** @description Lets a model judge the page; the task fails if the verdict is negative. */
            llm?: components["schemas"]["AssertionLlm"] | null;
            /** @description Asserts that the page has made a network call since the last interaction. */
            network_call?: components["schemas"]["AssertionNetworkCall"] | null;
            /** @description Lets a Python script judge the page, in a sandbox; the task fails if the verdict is negative. */
            python_script?: components["schemas"]["AssertionPythonScript"] | null;
        };
        /** @description Waits until an element or the page meets an expectation, and fails the task (assertion_failed) if it does not in time; added by Errand. */
        AssertionExpect: {
            /** @description Locator expression of the element in Python Playwright syntax; placeholders are allowed. Not with to_have_url and to_have_title, which look at the page. */
            command?: string | null;
            /**
             * @description What is expected. Hidden includes an element that is not there; editable means enabled and not read-only.
             * @enum {string}
             */
            assertion: "to_be_checked" | "to_be_disabled" | "to_be_editable" | "to_be_enabled" | "to_be_hidden" | "to_be_visible" | "to_have_attribute" | "to_have_text" | "to_have_value" | "to_have_title" | "to_have_url" | "to_have_count";
            /** @description The text, value, address, title or number of elements that is expected; placeholders are allowed. Without it, to_have_attribute accepts any value. White space in a text and a title is collapsed; the text is everything written in the element, including hidden parts. */
            expected?: string | number | null;
            /**
             * @description How expected is compared: equals, contains, or regex: expected is a JavaScript regular expression that matches anywhere (values of placeholders in it match literally).
             * @default equals
             * @enum {string}
             */
            match?: "equals" | "contains" | "regex";
            /** @description Name of the attribute. With to_have_attribute only. */
            attribute?: string | null;
            /**
             * @description Expects the opposite.
             * @default false
             */
            is_negated?: boolean;
            /**
             * @description Longest wait until it is met, in seconds, counted from the moment when a loading page is there; 0 checks once.
             * @default 5
             */
            timeout?: number;
            /** @description Sentence that the error of the task begins with; placeholders are allowed. What was expected and received follows it. */
            failure_message?: string | null;
        };
        /** @description Lets a model judge the page; the task fails if the verdict is negative. */
        AssertionLlm: {
            /** @description What must be true, in plain language; placeholders are allowed. */
            extraction_instructions: string;
            /**
             * @description Provider of the model: gemini, openai, anthropic or openai-compatible. Ignored when llm_model_name has the form provider/model. The default applies unless the worker is set to another one (LLM_PROVIDER).
             * @default gemini
             */
            llm_provider?: string | null;
            /**
             * @description Name of the model, alone or as provider/model. The default applies unless the worker is set to another one (LLM_MODEL).
             * @default gemini-2.5-flash
             */
            llm_model_name?: string | null;
            /**
             * @description What the model sees: axtree (the accessibility tree as text), screenshot, or both.
             * @default [
             *       "screenshot"
             *     ]
             */
            source?: ("axtree" | "screenshot")[];
            /** @description Address (http or https) of the screenshot taken when the step was recorded: PNG, JPEG or WebP, at most 10 MiB. The model sees it as an example. */
            recording_screenshot?: string | null;
            /**
             * @description The screenshot shows the whole page (7900 pixels of it at most), not only what is scrolled into view. The accessibility tree always does.
             * @default false
             */
            include_full_page?: boolean;
            /**
             * @description Fields of the answer by name. A type is str, int, float, bool, Any, dict, List[T], Optional[T] or T | None, an object of fields, or a list of exactly one of these. Has assertion_result and assertion_reason.
             * @default {
             *       "assertion_result": "bool",
             *       "assertion_reason": "str"
             *     }
             */
            extraction_format?: {
                [key: string]: unknown;
            };
            /** @description Fields of the answer that become variables for later steps. Each is a top-level key of the format. */
            output_variable_names?: string[] | null;
        };
        /** @description Asserts that the page has made a network call since the last interaction. */
        AssertionNetworkCall: {
            /** @description Text that the URL of the call contains; placeholders are allowed. Waits up to 5 seconds for a call to begin, and up to 30 for it to end. */
            url_pattern: string;
            /** @description Headers that the request or its response must have, by name, ignoring case; the value must contain this text. Placeholders are allowed. */
            header_filter?: {
                [key: string]: string;
            } | null;
        };
        /** @description Lets a Python script judge the page, in a sandbox; the task fails if the verdict is negative. */
        AssertionPythonScript: {
            /** @description Python that defines async def code_fn(axtree, browser) or code_fn(page), returning True, False, or a dict with assertion_result and assertion_reason. Placeholders become values. */
            script: string;
        };
        /** @description What a task does: a start page, parameters, and steps in order. */
        Automation: {
            /** @description Address of the page the browser starts on: http, https, about, data or blob. Placeholders of input parameters are allowed. Blank only with the channel rdp, for tasks with rdp_parameter: a remote desktop has no page, and ignores it. */
            url: string;
            /** @description What a task passes in, and what steps write. */
            parameters: components["schemas"]["AutomationParameters"];
            /** @description Steps, in order. */
            nodes: components["schemas"]["Node"][];
            /**
             * @description Steps that follow once all the others are done.
             * @default []
             */
            post_processing_nodes?: components["schemas"]["Node"][];
            /**
             * @description Browser to run in. chrome needs Google Chrome on the worker, else the task fails with browser_unavailable. rdp: a task with rdp_parameter runs on that remote desktop instead of a browser, one without runs in chromium, and steps act on the screen (see backend); only click_element, input_text, key_press, hover, scroll and agentic_task are allowed then, and agentic_task fails with page_missing on a remote desktop. cloakbrowser and browser-use are refused, because this service has neither.
             * @default chromium
             * @enum {string}
             */
            browser_channel?: "chromium" | "chrome" | "cloakbrowser" | "browser-use" | "rdp";
            /**
             * @description How steps act: on elements of the page, or on points of the screen (computer-vision), where click_element, input_text, key_press, hover and scroll work with the pointer and the keyboard of the display, and coordinates count in pixels of the screen. Everything else works through the page in both.
             * @default browser-use
             * @enum {string}
             */
            backend?: "browser-use" | "computer-vision";
            /**
             * @description Operating system that the browser reports: user agent, client hints and navigator.platform of every page. The first request of a new window still has the true one in Sec-CH-UA-Platform. Default: the true one.
             * @enum {string|null}
             */
            os_emulation?: "windows" | "linux" | null;
            /** @description What the browser reports to pages about itself and its user. Added by Errand. */
            browser_settings?: {
                /** @description Size of the page. Default: the space that the window of the worker leaves. */
                viewport?: {
                    /** @description CSS pixels, 320 to 3840. */
                    width: number;
                    /** @description CSS pixels, 240 to 2160. */
                    height: number;
                } | null;
                /** @description Language and region that the browser reports to pages, as a BCP 47 tag such as de-AT: languages, formats of numbers and dates. Default: those of the worker. */
                locale?: string | null;
                /** @description Time zone of the pages, by its IANA name, such as Europe/Vienna. Default: that of the worker. */
                timezone?: string | null;
            } | null;
            /**
             * @description Leaves cookie banners alone. When false, every page clicks what refuses cookies in a banner, or closes the banner; it never accepts cookies, so a banner that offers nothing else is left for a step.
             * @default false
             */
            allow_cookies?: boolean;
            /** @description Added by Errand. How alert, confirm, prompt and beforeunload dialogs of pages are handled during steps without a dialog of their own, and between steps. Default: accepted, a prompt with its prefilled text. */
            dialog?: {
                /** @description True presses OK (of a beforeunload dialog: leaves the page), false presses Cancel (stays on it). An alert just closes. */
                accept: boolean;
                /** @description Text for prompts, at most 1,000 characters; placeholders are allowed, those of secrets are not. Dialogs of other types ignore it. Without it, a prompt keeps its prefilled text. Only with accept true. */
                text?: string | null;
            } | null;
            /**
             * @description Attempts after the first one, when an attempt fails.
             * @default 0
             */
            max_retries?: number;
            /**
             * @description Files that a run downloads; the end of the run waits for them.
             * @default 0
             */
            expected_downloads?: number;
            /**
             * @description Omits nodes without content from the accessibility tree that models see. Has no effect on steps that ask no model.
             * @default true
             */
            remove_empty_nodes_in_axtree?: boolean;
            /**
             * @description Does not load the start page again when the browser of an earlier dedicated task of the same login shows it: same scheme, host, path without a slash at its end, query and fragment, and the page responds within 5 s.
             * @default false
             */
            reuse_page_if_already_on_url?: boolean;
            /**
             * @description Stores a screenshot of the whole page, or of the remote desktop, as final_screenshot.png when the run ends, also after a failure.
             * @default true
             */
            take_final_screenshot?: boolean;
            /** @description What the automation does, for people. */
            automation_description?: string | null;
            /** @description Endpoint name it was recorded for, for people. */
            automation_endpoint?: string | null;
        };
        AutomationCheck: {
            /** @constant */
            success: true;
            /** @description Whether `createRecording` and `updateRecording` would accept the automation. */
            valid: boolean;
            /** @description The first 100 faults that make the automation invalid. Empty if it is valid. */
            errors: components["schemas"]["AutomationFault"][];
            /** @description Likely mistakes in a valid automation, at most 100. */
            warnings: components["schemas"]["AutomationWarning"][];
            /** @description Names of the declared `parameters.input_parameters`. Empty if the automation is invalid. */
            input_parameters: string[];
            /** @description Names of the declared `parameters.secure_parameters`. Empty if the automation is invalid. */
            secure_parameters: string[];
        };
        AutomationFault: {
            /** @description Where in the automation, as member names and list positions. Empty for the automation as a whole. */
            path: (string | number)[];
            /** @description What is wrong there and what to do, in a sentence. */
            message: string;
        };
        /** @description Names of the values that an automation works with. */
        AutomationParameters: {
            /** @description Inputs of a task by name, with example values. A task gives exactly these names. */
            input_parameters: {
                [key: string]: (string | number | boolean)[];
            };
            /** @description Variables that steps write, by name, with their initial values. May be empty: only a variable that is read before a step writes it needs a declaration. */
            generated_parameters: {
                [key: string]: (string | number | boolean | null)[];
            };
            /**
             * @description Secrets by name. They are resolved when a step uses them.
             * @default {}
             */
            secure_parameters?: {
                [key: string]: components["schemas"]["AutomationSecret"][];
            };
        };
        /** @description Where a secret comes from: exactly one of the fields. */
        AutomationSecret: {
            /** @description A field of an item in 1Password. */
            onepassword?: {
                /** @description Name of the vault. */
                vault_name: string;
                /** @description Name of the item. */
                item_name: string;
                /** @description Name of the field. */
                field_name: string;
                /**
                 * @description raw: the value itself; totp_secret: the value makes one-time codes.
                 * @default raw
                 * @enum {string}
                 */
                type?: "raw" | "totp_secret";
                /** @description Digits of the one-time code. Needed with totp_secret, and only allowed with it. */
                digits?: number | null;
                /** @description The only origins at which the secret may be typed, such as https://portal.example. Default: every origin. */
                allowed_origins?: string[] | null;
            } | null;
            /** @description A secret of AWS Secrets Manager. */
            amazon_secrets_manager?: {
                /** @description Name of the secret. */
                secret_name: string;
                /** @description Region the secret is in. */
                region_name: string;
                /** @description Key of the value in a secret that is a JSON object. Default: the whole secret. */
                key?: string | null;
                /**
                 * @description raw: the value itself; totp_secret: the value makes one-time codes.
                 * @default raw
                 * @enum {string}
                 */
                type?: "raw" | "totp_secret";
                /** @description Digits of the one-time code. Needed with totp_secret, and only allowed with it. */
                digits?: number | null;
                /** @description The only origins at which the secret may be typed, such as https://portal.example. Default: every origin. */
                allowed_origins?: string[] | null;
            } | null;
            /** @description One-time codes made from a shared secret. */
            totp?: {
                /** @description Shared secret in base32. It is stored and returned encrypted (sealed:...), and the same account may send that form again. */
                totp_secret: string;
                /**
                 * @description Digits of the code.
                 * @default 6
                 */
                digits?: number;
                /** @description The only origins at which the secret may be typed, such as https://portal.example. Default: every origin. */
                allowed_origins?: string[] | null;
            } | null;
        };
        AutomationSetAnswer: {
            /** @description Path of the node that runs next; null after the last one. */
            position: string | null;
            /** @description Names in `secure_parameters` whose references differ from those of the automation with which the session was opened. The session keeps its secrets: open another one to use these. */
            ignored_secrets: string[];
        } & {
            [key: string]: unknown;
        };
        AutomationWarning: {
            /** @description Where in the automation, as member names and list positions. Empty for the automation as a whole. */
            path: (string | number)[];
            /** @description What is wrong there and what to do, in a sentence. */
            message: string;
            /** @description The check that found it: `unknown-name`, `impossible-index`, `unreachable-node`, `wait-exceeds-timeout`, `secret-in-plain-field`, `secret-as-input`, `shadowed-name`, `no-download-step`, `unknown-list`, `single-value`, `list-comparison`, `endless-loop`, `python-syntax`, or `leftover` for a member without effect that was left out. More may be added. */
            rule: string;
        };
        /** @description Response for a list of IDs. */
        BatchTaskStatus: {
            /** @constant */
            success: true;
            /** @description The tasks that were found, in the order of the request. An ID given twice is returned once. */
            tasks: components["schemas"]["TaskStatusData"][];
            /** @description Length of `tasks`. */
            found_task_count: number;
            /** @description IDs without a task in the account, in the order of the request. */
            not_found_task_ids: string[];
        };
        /** @description Where results are delivered. Has `api_key`, or `username` with `password`, or neither. */
        CallbackTarget: {
            /**
             * Format: uri
             * @description URL of the receiver.
             */
            url: string;
            /** @description Key sent in the `x-api-key` header: printable ASCII without leading or trailing spaces. */
            api_key?: string;
            /** @description User name for basic authentication, without colons (a colon would end it) or control characters. */
            username?: string;
            /**
             * Format: password
             * @description Password for basic authentication, without control characters.
             */
            password?: string;
        };
        CancelAnswer: {
            /** @constant */
            success: true;
            message: string;
            task: components["schemas"]["TaskStatusData"];
        };
        /** @description Cancels all tasks of the account that match all members. Without `created_before`, these include tasks submitted during the call. */
        CancelByFilter: {
            /** @description Only tasks that were submitted with exactly this endpoint name. If absent, tasks of all endpoints. */
            endpoint_name?: components["schemas"]["EndpointName"];
            /**
             * Format: uuid
             * @description Only tasks of this recording, whatever its version and endpoint name were.
             */
            recording_id?: string;
            /**
             * Format: uuid
             * @description Only tasks whose recording is in this workspace now.
             */
            workspace_id?: string;
            /**
             * Format: uuid
             * @description Only tasks that this schedule has submitted.
             */
            schedule_id?: string;
            /** @description Only tasks of this login queue. The details of a task and of its wait contain the ID. */
            login_queue?: components["schemas"]["LoginQueue"];
            /** @description Only tasks with this text in the endpoint name or in an input, or at the start of the ID, as in `listTasks`. */
            q?: string;
            /** @description true: only tasks that are waiting for a person; false: only those that are not. */
            waiting_for_human?: boolean;
            /** @description Only tasks that are in one of these states when they are cancelled. If absent, all three states. */
            statuses?: ("queued" | "allocated" | "running")[];
            /**
             * Format: date-time
             * @description Only tasks that were submitted at this time or later. ISO 8601 with an offset.
             */
            created_after?: string;
            /**
             * Format: date-time
             * @description Only tasks that were submitted before this time, such as that of the list from which somebody chose them. ISO 8601 with an offset.
             */
            created_before?: string;
        };
        /** @description Cancels these tasks. */
        CancelByIds: {
            /** @description IDs of tasks. An ID given twice is returned once. */
            task_ids: string[];
        };
        CancelResult: {
            /** @description The ID, as in the request. */
            task_id: string;
            /**
             * @description `cancelled`: it was waiting and is now cancelled; `cancel_requested`: a worker holds it and will stop it; `already_final`: it had already ended, in the state in `status`; `not_found`: no task of the account has this ID.
             * @enum {string}
             */
            outcome: "cancelled" | "cancel_requested" | "already_final" | "not_found";
            /** @description State of the task afterwards; null if it was not found. */
            status: components["schemas"]["TaskStatus"] | null;
        };
        CancelTasksAnswer: {
            /** @constant */
            success: true;
            /** @description Number of waiting tasks that this request cancelled. */
            cancelled_count: number;
            /** @description Number of tasks held by a worker that are marked, by this or an earlier request; they become `cancelled` once it has stopped them. */
            cancel_requested_count: number;
            /** @description Number of tasks that had already reached a final state, including `cancelled`. 0 for a filter. */
            already_final_count: number;
            /** @description Number of IDs without a task in the account. 0 for a filter. */
            not_found_count: number;
            /** @description Whether something is left: IDs without a result, or matching tasks that are not marked yet. If true, send the same request again. */
            has_more: boolean;
            /** @description The outcome for each task that was processed; for named tasks, in the order of the request. */
            results: components["schemas"]["CancelResult"][];
        };
        /** @description Either `task_ids`, or at least one member of the filter. */
        CancelTasksRequest: components["schemas"]["CancelByFilter"] | components["schemas"]["CancelByIds"];
        CancelledAnswer: {
            /** @description False if there was nothing to cancel. */
            cancelled: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description Clicks a captcha and lets a model solve its grid of pictures, or reads a picture and types its text; fails with captcha_unsolved. */
        CaptchaAction: {
            /** @description Locator expression of the box to tick, or of the picture to read when secondary_locator is a text field. */
            locator: string;
            /** @description Locator expression of the grid of pictures that may follow, or of the text field for what the picture says. */
            secondary_locator?: string | null;
            /**
             * @description Wait for the grid after the click, in seconds.
             * @default 2
             */
            wait_time?: number;
            /**
             * @description Provider of the model: gemini, openai, anthropic or openai-compatible. Ignored when llm_model_name has the form provider/model. The default applies unless the worker is set to another one (LLM_PROVIDER).
             * @default gemini
             */
            llm_provider?: string | null;
            /**
             * @description Name of the model, alone or as provider/model.
             * @default gemini-2.5-pro
             */
            llm_model_name?: string;
            /**
             * @description Layout of the captcha and limits for solving it.
             * @default {}
             */
            config?: {
                /**
                 * @description Click on the first element: pixels from its left edge.
                 * @default 0
                 */
                primary_click_x_offset?: number;
                /**
                 * @description Click on the first element: pixels from its top edge.
                 * @default 0
                 */
                primary_click_y_offset?: number;
                /**
                 * @description Height of what is above the grid of pictures, in pixels.
                 * @default 100
                 */
                grid_top_offset?: number;
                /**
                 * @description Height of what is below the grid of pictures, in pixels.
                 * @default 100
                 */
                grid_bottom_trim?: number;
                /**
                 * @description Maximum number of attempts, and of rounds of new pictures in each.
                 * @default 3
                 */
                max_captcha_retries?: number;
                /**
                 * @description Maximum number of tokens for the thoughts of the model; 0 for none, null leaves it to the model. Models of gemini and anthropic (from 1024) support it; with others the step fails with model_error.
                 * @default null
                 */
                thinking_budget_tokens?: number | null;
            };
        };
        CheckAutomationRequest: {
            automation: components["schemas"]["Automation"];
        };
        /** @description A period in which a person had mouse and keyboard control of the task's browser. */
        ControlSession: {
            /**
             * Format: uuid
             * @description ID of the API key that requested the stream URL.
             */
            api_key_id: string;
            api_key_name: string;
            opened_at: components["schemas"]["Timestamp"];
            /** @description Null while it continues. */
            closed_at: components["schemas"]["Timestamp"] | null;
            /** @description How long it has lasted. */
            seconds: number;
        };
        /** @description A browser that signed in with an API key. */
        CookieSession: {
            /**
             * Format: uuid
             * @description The key that it belongs to.
             */
            api_key_id: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description When it ends, even if it is used. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description When it ends unless it is used; accurate to a minute. */
            idle_expires_at: components["schemas"]["Timestamp"];
        };
        CookieSessionAnswer: {
            /** @constant */
            success: true;
            session: components["schemas"]["CookieSession"];
        };
        CookieSessionEnded: {
            /** @constant */
            success: true;
            /** @description What happened, in a sentence. */
            message: string;
        };
        CreateApiKeyRequest: {
            /** @description Display name; need not be unique. */
            name: string;
            /** @description What the key may do. Limited to the scopes of the key that makes the request, which are also the default. */
            scopes?: components["schemas"]["ApiKeyScope"][];
            /**
             * Format: date-time
             * @description When the key expires, a future time with its offset. If absent or null, the key does not expire.
             * @default null
             */
            expires_at?: string | null;
        };
        /** @description A name, and the settings of exactly one kind. */
        CreateIntegrationRequest: {
            name: components["schemas"]["IntegrationName"];
            onepassword?: components["schemas"]["OnePasswordSettings"];
            aws_secrets_manager?: components["schemas"]["AmazonSettings"];
            mailbox?: components["schemas"]["MailboxSettings"];
            slack?: components["schemas"]["SlackSettings"];
            sms?: components["schemas"]["SmsSettings"];
        };
        CreateRecordingRequest: {
            automation: components["schemas"]["Automation"];
            /** @description Must be free in the account (else 409). */
            endpoint_name: components["schemas"]["NewEndpointName"];
            description?: components["schemas"]["RecordingDescription"];
            /** @description Workspace of the recording. Without it, the default one. */
            workspace_id?: components["schemas"]["WorkspaceReference"];
            /** @description Where the results of its tasks go, unless a task has its own receiver. Needs the scope `read` as well. */
            callback_url?: components["schemas"]["CallbackTarget"];
            /** @description Addresses that get an email when a task ends, and when one waits for a person. */
            notification_emails?: components["schemas"]["NotificationEmails"];
            /**
             * @description Whether the recording is of the marketplace type, which `get_recordings` lists only with `include_marketplace`.
             * @default false
             */
            is_marketplace?: boolean;
            /** @description About version 1. */
            comment?: components["schemas"]["VersionComment"];
        };
        CreateScheduleRequest: {
            /** @description Name of the schedule, unique in the account. */
            name: string;
            /**
             * @description When the schedule is due, in five fields: minute, hour, day of month, month, day of week. `30 7 * * 1-5` is 7:30 on workdays.
             *     The shortest interval is one minute. A local time that a clock change leaves out is not due on that day; one that it repeats is
             *     due once, unless the expression names every hour. An expression that is not due in the next 30 years is refused.
             */
            cron: string;
            task: components["schemas"]["ScheduledTask"];
            /**
             * @description IANA name of the time zone in which `cron` is read, such as `Europe/Berlin`.
             * @default UTC
             */
            timezone?: string;
            /**
             * @description What happens at a due time while a task of the schedule waits or runs. `skip`: no task is submitted, and the run has the outcome `skipped`. `allow`: another task is submitted.
             * @default skip
             * @enum {string}
             */
            overlap?: "skip" | "allow";
            /**
             * @description What happens to due times that pass while the service is down. `none`: they are missed, and so is one that could only run more than two minutes late. `once`: when it is up again, one task is submitted for the last of them.
             * @default none
             * @enum {string}
             */
            catch_up?: "none" | "once";
            /**
             * @description A paused schedule is not due. Due times that pass in the meantime are skipped.
             * @default false
             */
            paused?: boolean;
        };
        DebugSession: {
            /** Format: uuid */
            session_id: string;
            state: components["schemas"]["SessionState"];
            /** @description Null until it has ended. */
            end_reason: components["schemas"]["SessionEndReason"] | null;
            /** @description Why it failed or was lost, in a sentence; otherwise null. */
            error: string | null;
            /** @description What it was opened on. Both members are absent if the request contained the automation. */
            source: {
                url?: string;
                /** Format: uuid */
                recording_id?: string;
                version?: number;
                /**
                 * Format: uuid
                 * @description The task whose responses it replays.
                 */
                replay_of?: string;
            };
            page_url: string | null;
            /** @description Path of the node that runs next; null before the session is ready, and after the last node. */
            position: string | null;
            tabs: components["schemas"]["SessionTab"][];
            variables: components["schemas"]["SessionVariables"];
            /** @description Why its start page or the steps before `until` failed, or `until` was not reached. The session continues where they stopped. */
            failure: components["schemas"]["SessionFailure"] | null;
            /**
             * @description Present if what the worker reported can no longer be decrypted, for example because a key was removed. `page_url`, `position` and `failure` are then null, and `tabs` and `variables` are empty, until the worker reports the state again, as after the next step.
             * @constant
             */
            is_damaged?: true;
            idle_seconds: number;
            max_minutes: number;
            /** @description The name, at that time, of the API key that opened it. */
            created_by: string | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When a worker started it; null while it waits. */
            started_at: components["schemas"]["Timestamp"] | null;
            ended_at: components["schemas"]["Timestamp"] | null;
            /** @description When it ends unless it is used; never later than `max_minutes` after its start. Before its start, when it ends unless a worker starts it. Null after its end. */
            expires_at: components["schemas"]["Timestamp"] | null;
        };
        DeliveriesAnswer: {
            /** @constant */
            success: true;
            /** @description Oldest first. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description The delivery of one message to one receiver. */
        Delivery: {
            /**
             * Format: uuid
             * @description Also the `webhook-id` that the receiver gets.
             */
            delivery_id: string;
            /** Format: uuid */
            task_id: string;
            /**
             * @description `task_ended`: the result of the task; `waiting_for_human`: an email that a person is needed.
             * @enum {string}
             */
            about: "task_ended" | "waiting_for_human";
            /** @description URL of the receiver; for an email, `mailto:` and the address. */
            url: string;
            state: components["schemas"]["DeliveryState"];
            /** @description Number of tries so far, including those before a redelivery. */
            attempts: number;
            /** @description HTTP status of the last try, or the mail server's reply code for an email; null without a response. */
            last_status: number | null;
            /** @description Why the last try was not accepted; null if it was. */
            last_error: string | null;
            /** @description Beginning of the receiver's response body, at most 1 KB. */
            last_response: string | null;
            created_at: components["schemas"]["Timestamp"];
            last_attempt_at: components["schemas"]["Timestamp"] | null;
            delivered_at: components["schemas"]["Timestamp"] | null;
        };
        DeliveryAnswer: {
            /** @constant */
            success: true;
            delivery: components["schemas"]["Delivery"];
        };
        /** @description `data` of a `delivery` event. */
        DeliveryEndedEvent: {
            /** Format: uuid */
            delivery_id: string;
            /** Format: uuid */
            task_id: string;
            /** @enum {string} */
            state: "delivered" | "failed";
            /** @description Number of tries so far. */
            attempts: number;
            /** @description HTTP status of the last try; null without a response. */
            last_status: number | null;
            at: components["schemas"]["Timestamp"];
        };
        DeliveryList: {
            /** @constant */
            success: true;
            /** @description Newest first. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description `pending`: being tried or waiting for the next try; `delivered`: accepted; `failed`: given up.
         * @enum {string}
         */
        DeliveryState: "pending" | "delivered" | "failed";
        /** @description A goal that was saved with files. */
        Demo: {
            /** Format: uuid */
            goal_id: string;
            /** @description URL of the page that the goal is about. */
            url: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description In the order of the request. */
            files: components["schemas"]["DemoFile"][];
        };
        DemoAnswer: {
            /** @constant */
            success: true;
            demo: components["schemas"]["Demo"];
        };
        DemoFile: {
            /**
             * Format: uri
             * @description Signed, short-lived URL. GET it without an API key. Treat it as opaque.
             */
            url: string;
            /** @description Last part of the source URL, or a generated name. */
            filename: string;
            /** @description Size in bytes. */
            size: number;
            /** @description Media type given by the server or the data URL; `application/octet-stream` without one, as for base64. */
            content_type: string;
            /** @description Where the file was fetched from; null for one that the request contained. */
            source_url: string | null;
        };
        /** @description Error of most operations. */
        DetailError: {
            /** @description What happened and what to do, in a sentence. */
            detail: string;
        };
        Download: {
            /**
             * Format: uri
             * @description Signed, short-lived URL. GET it without an API key. Treat it as opaque.
             */
            url: string;
            /** @description Name of the file, without any folder. */
            filename: string;
            /** @description Size in bytes. */
            size: number;
            /** @description Media type of the file. */
            content_type: string;
            /** @description The action's `download_metadata`; null if it has none. */
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        DownloadsAnswer: {
            /** @constant */
            success: true;
            /** @description Signed, short-lived URLs of all files, in the order in which they were created. */
            urls: string[];
            /** @description Added by Errand. The same files with their details, in the same order. */
            downloads: components["schemas"]["Download"][];
        };
        /** @description An empty object. Members are refused. */
        EmptyRequest: Record<string, never>;
        EndRolloutRequest: {
            /**
             * @description `promote`: all tasks run the new version. `stop`: all tasks run the version before it again.
             * @enum {string}
             */
            outcome: "promote" | "stop";
        };
        /** @description Name by which tasks refer to a recording. */
        EndpointName: string;
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
        /** @description The node that failed, such as `nodes[3].if_nodes[0]`; null when none did. */
        ErrorNodePath: string | null;
        EventsUrlAnswer: {
            /**
             * Format: uri
             * @description URL for `EventSource`. Anyone who has it can read the task's events until `expires_at`, so do not log it.
             */
            events_url: string;
            /** @description The latest time at which a stream can be opened with it. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description Extracts something: exactly one sub-action. */
        ExtractionAction: {
            /** @description Name of the result in the output of the task; placeholders are allowed. */
            unique_identifier?: string | null;
            /**
             * @description Continues when nothing was found, or a variable is null; otherwise the step fails. Not for kinds that always have a result: api_call, ocr_coordinates, screenshot, state, vision.
             * @default false
             */
            allow_none?: boolean;
            /** @description Sends an HTTP request outside the browser and extracts the response: status_code, headers and body (JSON, else text; integers beyond 9007199254740991 as text; null with a message if it is not text). */
            api_call?: components["schemas"]["ExtractionApiCall"] | null;
            /** @description Lets a model read fields from the page. */
            llm?: components["schemas"]["ExtractionLlm"] | null;
            /** @description Extracts the text of the first element that a locator finds (of a form control, its value), an attribute of it, the texts of all of them, or the rows of a table. */
            locator?: components["schemas"]["ExtractionLocator"] | null;
            /** @description Extracts the network calls that the page has made since the last interaction. */
            network_call?: components["schemas"]["ExtractionNetworkCall"] | null;
            /** @description Extracts where the centres of texts are, by text recognition: on the screen when the automation acts on one, else on the visible part of the page. */
            ocr_coordinates?: components["schemas"]["ExtractionOcrCoordinates"] | null;
            /** @description Lets a model read fields from a downloaded PDF file; without a model its text goes into the output, and the step fails unless allow_none is set. */
            pdf?: components["schemas"]["ExtractionPdf"] | null;
            /** @description Runs a Python script whose result is the extracted value, in a sandbox. */
            python_script?: components["schemas"]["ExtractionPythonScript"] | null;
            /** @description Stores a screenshot of the current page, or of the remote desktop, as a file of the task. */
            screenshot?: components["schemas"]["ExtractionScreenshot"] | null;
            /** @description Extracts the address and the title of the page, its local and session storage, and its cookies. */
            state?: components["schemas"]["ExtractionState"] | null;
            /** @description Waits for a one-time code in a message and extracts it. */
            two_fa_action?: components["schemas"]["ExtractionTwoFaAction"] | null;
            /** @description Lets a model find coordinates: on the screen when the automation acts on one, else on the visible part of the page. */
            vision?: components["schemas"]["ExtractionVision"] | null;
        };
        /** @description Sends an HTTP request outside the browser and extracts the response: status_code, headers and body (JSON, else text; integers beyond 9007199254740991 as text; null with a message if it is not text). */
        ExtractionApiCall: {
            /** @description URL to call; placeholders are allowed. */
            url: string;
            /**
             * @description Method.
             * @default GET
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Header values by name; placeholders are allowed in values. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description Body: an object is sent as JSON, a string unchanged; placeholders are allowed in strings. */
            body?: string | {
                [key: string]: unknown;
            } | null;
            /** @description Query values by name; placeholders are allowed in values. */
            query_params?: {
                [key: string]: string;
            } | null;
            /**
             * @description Variables that get the result: an object with status_code, headers and body (JSON, else text) and, if there was no response, error (timeout or http_error) and message.
             * @default [
             *       "api_result"
             *     ]
             */
            output_variable_names?: string[];
            /**
             * @description Longest wait for a response, in seconds.
             * @default 30
             */
            timeout?: number;
            /** @description Condition over the result, such as body.status == "done"; the call is repeated until it is true. */
            poll_condition?: string | null;
            /**
             * @description Wait between two calls, in seconds.
             * @default 5
             */
            poll_interval?: number;
            /**
             * @description Maximum number of calls.
             * @default 10
             */
            max_poll_attempts?: number;
        };
        /** @description Lets a model read fields from the page. */
        ExtractionLlm: {
            /** @description Fields of the answer by name. A type is str, int, float, bool, Any, dict, List[T], Optional[T] or T | None, an object of fields, or a list of exactly one of these. */
            extraction_format: {
                [key: string]: unknown;
            };
            /** @description What to extract, in plain language; placeholders are allowed. */
            extraction_instructions: string;
            /**
             * @description Provider of the model: gemini, openai, anthropic or openai-compatible. Ignored when llm_model_name has the form provider/model. The default applies unless the worker is set to another one (LLM_PROVIDER).
             * @default gemini
             */
            llm_provider?: string | null;
            /**
             * @description Name of the model, alone or as provider/model. The default applies unless the worker is set to another one (LLM_MODEL).
             * @default gemini-2.5-flash
             */
            llm_model_name?: string | null;
            /**
             * @description What the model sees: axtree (the accessibility tree as text), screenshot, or both.
             * @default [
             *       "axtree"
             *     ]
             */
            source?: ("axtree" | "screenshot")[];
            /** @description Address (http or https) of the screenshot taken when the step was recorded: PNG, JPEG or WebP, at most 10 MiB. The model sees it as an example. */
            recording_screenshot?: string | null;
            /**
             * @description The screenshot shows the whole page (7900 pixels of it at most), not only what is scrolled into view. The accessibility tree always does.
             * @default false
             */
            include_full_page?: boolean;
            /** @description Fields of the answer that become variables for later steps. Each is a top-level key of the format. */
            output_variable_names?: string[] | null;
        };
        /** @description Extracts the text of the first element that a locator finds (of a form control, its value), an attribute of it, the texts of all of them, or the rows of a table. */
        ExtractionLocator: {
            /** @description Locator expression of the element in Python Playwright syntax; placeholders are allowed. */
            command: string;
            /** @description Variable that gets the text; a key of extraction_format. Default: node<number>_output, and the only key of extraction_format is renamed to it. */
            output_variable_name?: string | null;
            /** @description Names and types of what is extracted: str, int, float, bool or Any, or Optional[T] of these. The text is read as its type; a text that does not fit fails the step, a blank one is null (a str or Any only when Optional). int and float take a plain number such as 1234.5, without a currency or separators: extract 1.50 EUR or 1,234.50 as str. */
            extraction_format: {
                [key: string]: unknown;
            };
            /** @description What to extract, in plain language; a model is asked when the locator finds nothing. */
            extraction_instructions?: string | null;
            /** @description Name of the attribute to extract instead of the text, as in the page, such as href. A missing attribute is null. Cannot be combined with table. Added by Errand. */
            attribute?: string | null;
            /**
             * @description Extracts a list with the text of every match, in the order of the page, once their number is steady. The type in extraction_format is that of one text, or a list of it. Cannot be combined with table. Added by Errand.
             * @default false
             */
            all_matches?: boolean;
            /**
             * @description The element is a table or an ARIA grid, or holds exactly one: extracts a list of its rows, each an object of strings by column header. extraction_format is Any for all columns, or an object of the wanted ones with their types. Only rows that are in the page and displayed, without table footers, blank rows and rows that are one cell across the whole width; a cell that spans several columns or rows is in each of them; columns without a header are column_1, column_2. If a grid reports more rows than are in the page, the log of the step says so. Added by Errand.
             * @default false
             */
            table?: boolean;
            /**
             * @description Provider of the model: gemini, openai, anthropic or openai-compatible. Ignored when llm_model_name has the form provider/model. The default applies unless the worker is set to another one (LLM_PROVIDER).
             * @default gemini
             */
            llm_provider?: string | null;
            /**
             * @description Name of the model, alone or as provider/model. The default applies unless the worker is set to another one (LLM_MODEL).
             * @default gemini-2.5-flash
             */
            llm_model_name?: string | null;
        };
        /** @description Extracts the network calls that the page has made since the last interaction. */
        ExtractionNetworkCall: {
            /** @description Text that the URL of the call contains; placeholders are allowed. Waits up to 5 seconds for a call to begin, and up to 30 for it to end. */
            url_pattern: string;
            /**
             * @description Body to extract into the output, one entry {body} per call: of the request (its text) or of the response (JSON, else text; integers beyond 9007199254740991 as text); null extracts none. A response that has not ended has the body null and a note.
             * @default response
             * @enum {string|null}
             */
            extract_from?: "request" | "response" | null;
            /**
             * @description Body to store as download_filename, one file per call. response: the body as received. request: sends the request again with the cookies of the page and stores the body of that response; the call must have got a response, and come from the page or a frame of the site that it called. null stores none.
             * @default response
             * @enum {string|null}
             */
            download_from?: "request" | "response" | null;
            /** @description Name of the file to store; placeholders are allowed. Default: no file. */
            download_filename?: string | null;
        };
        /** @description Extracts where the centres of texts are, by text recognition: on the screen when the automation acts on one, else on the visible part of the page. */
        ExtractionOcrCoordinates: {
            /** @description Name of the list of strings to look for, or a path to one. They are looked for in order, small misreadings are forgiven, and no place counts twice. The output of the task gets an entry {text: [x, y]}. */
            source_variable: string;
            /**
             * @description Variable that gets the list of x coordinates, in pixels from the left edge; -1 where a text was not found.
             * @default coords_x
             */
            output_x_variable?: string;
            /**
             * @description Variable that gets the list of y coordinates, in pixels from the top edge; -1 where a text was not found.
             * @default coords_y
             */
            output_y_variable?: string;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
        };
        /** @description Lets a model read fields from a downloaded PDF file; without a model its text goes into the output, and the step fails unless allow_none is set. */
        ExtractionPdf: {
            /** @description Text that the name of the downloaded file contains; if only one file was downloaded, it is used regardless of its name. Placeholders are allowed. */
            filename: string;
            /** @description Fields of the answer by name. A type is str, int, float, bool, Any, dict, List[T], Optional[T] or T | None, an object of fields, or a list of exactly one of these. */
            extraction_format: {
                [key: string]: unknown;
            };
            /** @description What to extract, in plain language; placeholders are allowed. */
            extraction_instructions: string;
            /**
             * @description Provider of the model: gemini, openai, anthropic or openai-compatible. Ignored when llm_model_name has the form provider/model. The default applies unless the worker is set to another one (LLM_PROVIDER).
             * @default gemini
             */
            llm_provider?: string | null;
            /**
             * @description Name of the model, alone or as provider/model. The default applies unless the worker is set to another one (LLM_MODEL).
             * @default gemini-2.5-flash
             */
            llm_model_name?: string | null;
        };
        /** @description Runs a Python script whose result is the extracted value, in a sandbox. */
        ExtractionPythonScript: {
            /** @description Python that defines async def code_fn(axtree, browser) returning a dict or None; a parameter named ctx gets the context of the run. Placeholders become values. */
            script: string;
            /** @description Fields of the answer by name. A type is str, int, float, bool, Any, dict, List[T], Optional[T] or T | None, an object of fields, or a list of exactly one of these. It names the fields; the values are stored as the script returns them, so the script has to convert them. */
            extraction_format?: {
                [key: string]: unknown;
            } | null;
            /** @description Fields of the answer that become variables for later steps. Each is a top-level key of the format. */
            output_variable_names?: string[] | null;
            /** @description Longest run time, in seconds. Default, and at most: what the worker allows. */
            timeout_seconds?: number | null;
        };
        /** @description Stores a screenshot of the current page, or of the remote desktop, as a file of the task. */
        ExtractionScreenshot: {
            /** @description Name of the file, with extension: png (the default), jpg, jpeg, or webp, which a remote desktop does not have. */
            filename: string;
            /**
             * @description Takes the whole page, not only what is scrolled into view. A remote desktop has only what it shows.
             * @default true
             */
            full_page?: boolean;
        };
        /** @description Extracts the address and the title of the page, its local and session storage, and its cookies. */
        ExtractionState: Record<string, never>;
        /** @description Waits for a one-time code in a message and extracts it. */
        ExtractionTwoFaAction: {
            /** @description Where the code comes from; placeholders are allowed in addresses, numbers and names. */
            action: {
                /**
                 * @description The code comes by e-mail.
                 * @constant
                 */
                type: "email_two_fa_action";
                /** @description Address the code is sent to. */
                receiver_email_address: string;
                /** @description Address the code comes from. */
                sender_email_address: string;
                /** @description Connected mailbox, when it is not the address of the receiver. */
                integration_email_address?: string | null;
            } | {
                /**
                 * @description The code comes in a Slack channel.
                 * @constant
                 */
                type: "slack_two_fa_action";
                /** @description Domain of the workspace. */
                slack_workspace_domain: string;
                /** @description Channel the code is posted in. */
                channel_name: string;
                /** @description Who posts the code. */
                sender_name: string;
            } | {
                /**
                 * @description The code comes by text message.
                 * @constant
                 */
                type: "sms_two_fa_action";
                /** @description Number the code comes from. */
                from_number: string;
                /** @description Number the code is sent to. */
                to_number: string;
            };
            /** @description Variable that gets the code. */
            output_variable_name: string;
            /** @description Which code to take from the messages, in plain language; placeholders are allowed. */
            instructions?: string | null;
            /**
             * @description Longest wait, in seconds.
             * @default 300
             */
            max_wait_time?: number;
            /**
             * @description Time between two checks of the messages, in seconds.
             * @default 30
             */
            check_interval?: number;
            /**
             * @description Messages count from this long before the last interaction, in minutes.
             * @default 0
             */
            start_2fa_time_offset_minutes?: number;
            /**
             * @description Messages count until this long after the end of the wait, in minutes.
             * @default 0
             */
            end_2fa_time_offset_minutes?: number;
        };
        /** @description Lets a model find coordinates: on the screen when the automation acts on one, else on the visible part of the page. */
        ExtractionVision: {
            /** @description What to find, in plain language; placeholders are allowed. */
            prompt: string;
            /** @description Variables that get the coordinates: x, then y, in pixels from the top left corner of the screen, or of the page area; -1 when nothing was found. */
            output_variable_names: string[];
        };
        /** @description Fails the task with a message, for a state that the automation recognises as a failure. */
        FailStateAction: {
            /**
             * @description Error of the task; placeholders are allowed.
             * @default The automation completed at one of the failure states.
             */
            failure_message?: string;
        };
        /**
         * @description HTTP status of the document on the page when the task failed: at the node at `error_node_path`, or outside a node, such as on the start page. null if the task has not failed, or the page did not come over HTTP.
         * @example 503
         */
        FailureStatus: number | null;
        /** @description Error response of a file's URL. */
        FileError: {
            error: {
                /** @description The code of `x-error-code`. */
                code: string;
                /** @description What happened and what to do, in a sentence. */
                message: string;
            };
        };
        /** @description `data` of a `file` event: `get_downloads` returns the file if its attempt is the last one. */
        FileEvent: {
            /** Format: uuid */
            artifact_id: string;
            attempt: number;
            /** @enum {string} */
            kind: "download" | "screenshot" | "final_screenshot";
            filename: string;
            content_type: string;
            /** @description Bytes. */
            size: number;
        };
        /**
         * @description Why files that show the step, such as its screenshot, were not stored although there was something to show.
         * @example One attempt may store 3000 files (ATTEMPT_FILES), and this would exceed the limit.
         */
        FilesLeftOut: string;
        /** @description Repeats nodes for each value of a list, or for each element that a locator finds. */
        ForLoopNode: {
            /**
             * @description Kind of the node. Optional.
             * @constant
             */
            type?: "for_loop_node";
            /** @description List to iterate over, or a path to one, such as answer.body.items. Several, separated by commas, are read in parallel; the first sets the number of iterations. Cannot be combined with locator. */
            variable_name?: string | null;
            /** @description Locator expression whose matches to iterate over. Cannot be combined with variable_name. */
            locator?: string | null;
            /**
             * @description Name of the index in the placeholders of the loop, as in {items[index]}.
             * @default index
             */
            index_variable_name?: string;
            /**
             * @description Longest wait for the first match, in seconds; 0 checks once. A page that does not respond gets at least 20 seconds.
             * @default 5
             */
            locator_timeout?: number;
            /** @description Maximum number of iterations. Default: no limit. */
            max_iterations?: number | null;
            /** @description What to do in each iteration. */
            nodes: components["schemas"]["Node"][];
            /**
             * @description What to do between two iterations.
             * @default []
             */
            reset_nodes?: components["schemas"]["Node"][];
            /** @description Added by Errand. A failed task may be continued at this node, in a new browser that shows the page that was open before the node, with the variables it had then. What the node and those after it need must be on that page, or they create it themselves, and running the node twice must do no harm. A loop is continued at its first iteration. In post_processing_nodes, which every attempt runs, it only says that running twice does no harm. Not for nodes inside a loop or a branch. Default: false. */
            resumable?: boolean | null;
            /**
             * @description When an iteration fails: continue with the next, break out of the loop, or raise the error.
             * @default raise
             * @enum {string}
             */
            on_error_in_loop?: "continue" | "break" | "raise";
        };
        /** @description The API key is valid but does not allow this. */
        ForbiddenError: {
            /** @description What happened and what to do, in a sentence. */
            detail: string;
            /**
             * @description `missing-scope`: another key of the account may allow it. `secret-not-granted`: the account may not read a vault.
             * @enum {string}
             */
            code: "missing-scope" | "secret-not-granted";
            /** @description With `missing-scope`, the scope that the key lacks. */
            required_scope?: components["schemas"]["ApiKeyScope"];
        };
        GivenInputFiles: {
            /** @description The file's name as the site sees it, without a directory: 1 to 255 bytes of UTF-8. It must not contain a slash, a backslash or a control character, nor start or end with white space, and must not be `.` or `..`. Unique among the files of the task, ignoring case and Unicode form. */
            name: string;
            /** @description The content in base64 (RFC 4648, section 4) with padding and without line breaks. An empty string is an empty file. */
            content_base64: string;
        }[];
        /**
         * @description HTTP status of the document on the current page. A page with a 4xx or 5xx status is not a failure by itself. Absent or null if the document did not come over HTTP, such as `about:blank`, or could not be loaded.
         * @example 200
         * @example 503
         */
        HttpStatus: number;
        /** @description Waits until a person has done something in the live view and resumes the run, optionally with values for variables. */
        HumanInLoopAction: {
            /** @description Longest wait, in seconds (up to 600), after which the step fails; the deadline of the task still applies. */
            max_wait_time: number;
        };
        /** @description Runs one of two lists of nodes. */
        IfElseNode: {
            /**
             * @description Kind of the node. Optional.
             * @constant
             */
            type?: "if_else_node";
            /** @description Expression over parameters and variables, such as not is_logged_in[0]. */
            condition: string;
            /** @description Added by Errand. A failed task may be continued at this node, in a new browser that shows the page that was open before the node, with the variables it had then. What the node and those after it need must be on that page, or they create it themselves, and running the node twice must do no harm. A loop is continued at its first iteration. In post_processing_nodes, which every attempt runs, it only says that running twice does no harm. Not for nodes inside a loop or a branch. Default: false. */
            resumable?: boolean | null;
            /** @description What to do when the condition is true. */
            if_nodes: components["schemas"]["Node"][];
            /**
             * @description What to do when it is not.
             * @default []
             */
            else_nodes?: components["schemas"]["Node"][];
        };
        InferenceRequestList: {
            /** @constant */
            success: true;
            /** @description Length of `requests`, at most 1000. */
            total_requests: number;
            /** @description Newest first. */
            requests: components["schemas"]["InferenceRequestSummary"][];
        };
        /** @description One task in the older form. `result`, `progress`, `error` and `completed_at` appear only when they apply. */
        InferenceRequestSummary: {
            /** @description False if the task has failed or was cancelled. */
            success: boolean;
            /** Format: uuid */
            task_id: string;
            /**
             * @description `started` until the automation runs, `completed` in every final state.
             * @enum {string}
             */
            status: "started" | "running" | "completed";
            /** @description Endpoint name that the task was submitted with. */
            end_point: string;
            /** @description The goal of an older submission; for any other task, the description of its recording. */
            goal: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description When the task reached its final state. Absent until then. */
            completed_at?: components["schemas"]["Timestamp"];
            /** @description What the task extracted, once it has ended: the text of a single entry, or otherwise all entries as JSON. Cut off after 10000 characters; `GET /api/v1/tasks/{task_id}` returns everything. */
            result?: string;
            /** @description Share of the recording's steps that were executed, in percent; only while the task is running. */
            progress?: number;
            /** @description Why the task failed, or that it was cancelled. */
            error?: string;
        };
        InitiateCallbackAnswer: {
            /** @constant */
            success: true;
            /**
             * @description `accepted`: the delivery is scheduled; `no_callback_url`: no receiver is set, nothing will be sent.
             * @enum {string}
             */
            status: "accepted" | "no_callback_url";
        };
        InitiateCallbackRequest: {
            /** @description The finished task whose result should be delivered. */
            task_id: string;
            /** @description Endpoint name of that task. If given, it must match the task. */
            endpoint_name?: string;
            /** @description Receiver for this delivery in place of the recording's. Needs the scope `read` as well. */
            callback_url?: components["schemas"]["CallbackTarget"];
            /**
             * Format: uri
             * @description URL that overrides every other receiver. Needs the scope `read` as well.
             */
            task_callback_url?: string | null;
            /** @description Key sent to `task_callback_url` in the `x-api-key` header: printable ASCII without leading or trailing spaces. */
            task_callback_api_key?: string | null;
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
        /** @description Values by parameter name; every value is a list of strings, so that a parameter can carry several. An `input_text` action that uses an empty list is skipped. */
        InputParameters: {
            [key: string]: string[];
        };
        /**
         * @description How a service of the account is reached, without its credentials. The settings are also in the member that is named after the
         *     kind, as `createIntegration` and `updateIntegration` take them: read it, change it and send it back.
         */
        Integration: {
            /** Format: uuid */
            integration_id: string;
            /** @enum {string} */
            kind: "onepassword" | "aws_secrets_manager" | "mailbox" | "slack" | "sms";
            name: string;
            /** @description The given settings, with defaults and without secrets. Empty for a damaged integration. */
            settings: {
                connect_url?: string;
                access_key_id?: string;
                email_address?: string;
                host?: string;
                port?: number;
                /** @enum {string} */
                security?: "tls" | "starttls";
                username?: string;
                workspace_domain?: string;
                account_sid?: string;
            };
            onepassword?: components["schemas"]["OnePasswordShown"];
            aws_secrets_manager?: components["schemas"]["AmazonShown"];
            mailbox?: components["schemas"]["MailboxShown"];
            slack?: components["schemas"]["SlackShown"];
            sms?: components["schemas"]["SmsShown"];
            /**
             * @description Whether the stored settings cannot be decrypted: they were changed, or the installation has lost the key that
             *     encrypted them. Send all settings again with PATCH.
             */
            is_damaged: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        IntegrationAnswer: {
            /** @constant */
            success: true;
            integration: components["schemas"]["Integration"];
        };
        IntegrationCheck: {
            /** @constant */
            success: true;
            /** @description Whether the service accepted the login. */
            works: boolean;
            /** @description What was tried, and why it failed if it did. */
            message: string;
        };
        IntegrationDeleted: {
            /** @constant */
            success: true;
            message: string;
        };
        IntegrationList: {
            /** @constant */
            success: true;
            /** @description By name. */
            integrations: components["schemas"]["Integration"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description Display name; unique in the account. */
        IntegrationName: string;
        /** @description Acts on the page: exactly one sub-action. */
        InteractionAction: {
            /**
             * @description Number of tries; multiplied by max_timeout_seconds_per_try, it is the deadline of the interaction.
             * @default 10
             */
            max_tries?: number;
            /**
             * @description Longest wait of one try, in seconds.
             * @default 1
             */
            max_timeout_seconds_per_try?: number;
            /**
             * @description Waits until the element stands still and is not covered, and checks again right before acting. When false, the step acts as soon as the element is there and visible; a field must still be enabled and editable. With coordinates and recording_screenshot: waits until what the recording shows around them is visible, and follows it.
             * @default true
             */
            verify_before_step?: boolean;
            /** @description Lets an agent do a task on the page, described in plain language; it loads documents only from the origins that the automation, the task and the current page name, and fails unless a second check confirms that the task is done. */
            agentic_task?: components["schemas"]["InteractionAgenticTask"] | null;
            /** @description Sets a checkbox or radio button; does nothing if it is already set. */
            check?: components["schemas"]["InteractionCheck"] | null;
            /** @description Clicks the element once it is visible, enabled, stable and not covered; on the screen, the place of the target. */
            click_element?: components["schemas"]["InteractionClickElement"] | null;
            /** @description Closes every tab but the newest. */
            close_all_but_last_tab?: components["schemas"]["InteractionCloseAllButLastTab"] | null;
            /** @description Closes the current tab and continues in the newest remaining one; if it is the only tab, it stays open and the step is skipped. */
            close_current_tab?: components["schemas"]["InteractionCloseCurrentTab"] | null;
            /** @description Lets an agent dismiss what covers the page, such as cookie notices; it can click and wait, and stays on the origin of the page. */
            close_overlay_popup?: components["schemas"]["InteractionCloseOverlayPopup"] | null;
            /** @description Closes the newest tabs until the wanted tab is the newest and the current one; without such a tab the step fails and closes nothing. */
            close_tabs_until?: components["schemas"]["InteractionCloseTabsUntil"] | null;
            /** @description Stores the document at a URL as a PDF file, fetched with the cookies of the browser: a PDF unchanged, any other page printed. */
            download_url_as_pdf?: components["schemas"]["InteractionDownloadUrlAsPdf"] | null;
            /** @description Drags the element to another one, or over a distance, with the mouse as a person does; added by Errand. */
            drag_and_drop?: components["schemas"]["InteractionDragAndDrop"] | null;
            /** @description Goes one page back in the history of the current tab. */
            go_back?: components["schemas"]["InteractionGoBack"] | null;
            /** @description Loads a URL in the current tab or in a new one. */
            go_to_url?: components["schemas"]["InteractionGoToUrl"] | null;
            /** @description Moves the mouse over the element once it is visible and stable. */
            hover?: components["schemas"]["InteractionHover"] | null;
            /** @description Puts text into a field; skipped if the text is a placeholder for an element of an empty list. */
            input_text?: components["schemas"]["InteractionInputText"] | null;
            /** @description Presses a key or a combination of keys, on the target if there is one (on the screen it is clicked first); on a page, shortcuts of the browser window itself have no effect. */
            key_press?: components["schemas"]["InteractionKeyPress"] | null;
            /** @description Turns the mouse wheel over an element, or where the pointer is, and ends when scrolling has settled; or brings an element into view. */
            scroll?: components["schemas"]["InteractionScroll"] | null;
            /** @description Selects options of a list by value, label or pattern. */
            select_option?: components["schemas"]["InteractionSelectOption"] | null;
            /** @description Sets a control of any kind to a value as a person does, and checks what it shows afterwards; skipped if the value is a placeholder for an element of an empty list; added by Errand. */
            set_value?: components["schemas"]["InteractionSetValue"] | null;
            /** @description Makes another tab the current one. */
            switch_tab?: components["schemas"]["InteractionSwitchTab"] | null;
            /** @description Clears a checkbox; does nothing if it is already clear. */
            uncheck?: components["schemas"]["InteractionUncheck"] | null;
            /** @description Gives a file, or several at once, to a file field, or to the file chooser that a click on the element opens. */
            upload_file?: components["schemas"]["InteractionUploadFile"] | null;
        };
        /** @description Lets an agent do a task on the page, described in plain language; it loads documents only from the origins that the automation, the task and the current page name, and fails unless a second check confirms that the task is done. */
        InteractionAgenticTask: {
            /** @description What to do, in plain language; placeholders are allowed. */
            task: string;
            /** @description Maximum number of steps of the agent (1 to 200). */
            max_steps: number;
            /**
             * @description Which agent works on the page: browser_use, the only one.
             * @default browser_use
             * @constant
             */
            backend?: "browser_use";
            /**
             * @description Shows the agent a screenshot at every step.
             * @default false
             */
            use_vision?: boolean;
            /**
             * @description Keeps the page as the agent left it; when false, its tabs are closed.
             * @default true
             */
            keep_alive?: boolean;
        };
        /** @description Sets a checkbox or radio button; does nothing if it is already set. */
        InteractionCheck: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
        };
        /** @description Clicks the element once it is visible, enabled, stable and not covered; on the screen, the place of the target. */
        InteractionClickElement: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
            /**
             * @description Clicks twice, as a double click.
             * @default false
             */
            double_click?: boolean;
            /**
             * @description The step starts a download: it ends when the file is complete, and fails without one.
             * @default false
             */
            expect_download?: boolean;
            /** @description Name of the downloaded file, with extension. Without it, or when it is a UUID, the name that the site gives is kept. */
            download_filename?: string | null;
            /** @description Free-form data stored with the downloaded file. Placeholders in its strings are resolved when the file is complete; secure parameters are not available. */
            download_metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Mouse button.
             * @default left
             * @enum {string}
             */
            button?: "left" | "right" | "middle";
            /**
             * @description Clicks a point with the mouse: the centre of the element (on the screen: the place of the target), moved by mouse_click_deviation.
             * @default false
             */
            mouse_click?: boolean;
            /** @description Distance of the click from the centre of the element, or from the place of the target. Used with mouse_click. */
            mouse_click_deviation?: {
                /**
                 * @description To the right, in CSS pixels; may be negative.
                 * @default 0
                 */
                x?: number;
                /**
                 * @description Downwards, in CSS pixels; may be negative.
                 * @default 0
                 */
                y?: number;
            } | null;
            /**
             * @description Clicks as soon as the element is visible, without waiting until it is enabled, stands still and is not covered; on the screen without comparing it with recording_screenshot.
             * @default false
             */
            force?: boolean;
            /**
             * @description Added by Errand. Keys that are held during the click. ControlOrMeta is Control here. Not on the screen.
             * @default []
             */
            modifiers?: ("Alt" | "Control" | "ControlOrMeta" | "Meta" | "Shift")[];
            /** @description Added by Errand. Point of the element that is clicked, from the top left corner inside its border. Needs command, xpath or prompt_instructions; not with mouse_click, and not on the screen. Default: the centre. */
            position?: {
                /** @description To the right, in CSS pixels. */
                x: number;
                /** @description Downwards, in CSS pixels. */
                y: number;
            } | null;
            /**
             * @description Added by Errand. How long the button stays pressed, in seconds (0 to 60). Not with double_click, and not on the screen.
             * @default 0
             */
            hold_seconds?: number;
        };
        /** @description Closes every tab but the newest. */
        InteractionCloseAllButLastTab: Record<string, never>;
        /** @description Closes the current tab and continues in the newest remaining one; if it is the only tab, it stays open and the step is skipped. */
        InteractionCloseCurrentTab: Record<string, never>;
        /** @description Lets an agent dismiss what covers the page, such as cookie notices; it can click and wait, and stays on the origin of the page. */
        InteractionCloseOverlayPopup: {
            /**
             * @description What to do, in plain language; placeholders are allowed.
             * @default Dismiss every overlay that covers the page: cookie notices, sign-up and newsletter dialogs, age checks and promotions. Prefer to reject or to close. Type nothing, submit no form and do not leave the page. Stop as soon as nothing covers the page any more.
             */
            task?: string;
            /**
             * @description Maximum number of steps of the agent (1 to 200).
             * @default 5
             */
            max_steps?: number;
            /**
             * @description Which agent works on the page: browser_use, the only one.
             * @default browser_use
             * @constant
             */
            backend?: "browser_use";
            /**
             * @description Shows the agent a screenshot at every step.
             * @default true
             */
            use_vision?: boolean;
            /**
             * @description Keeps the page as the agent left it; when false, its tabs are closed.
             * @default true
             */
            keep_alive?: boolean;
        };
        /** @description Closes the newest tabs until the wanted tab is the newest and the current one; without such a tab the step fails and closes nothing. */
        InteractionCloseTabsUntil: {
            /** @description Stops at the newest tab whose address contains this text; placeholders are allowed. Cannot be combined with tab_index. */
            matching_url?: string | null;
            /** @description Stops at the tab in this position, from 0. Cannot be combined with matching_url. */
            tab_index?: number | null;
        };
        /** @description Stores the document at a URL as a PDF file, fetched with the cookies of the browser: a PDF unchanged, any other page printed. */
        InteractionDownloadUrlAsPdf: {
            /** @description Name of the file; placeholders are allowed. Without an extension it gets .pdf. Without a name, or if it is a UUID, the file is named after its URL. */
            download_filename?: string | null;
            /** @description URL to fetch; placeholders are allowed. Default: the current page as it is shown. */
            url?: string | null;
        };
        /** @description Drags the element to another one, or over a distance, with the mouse as a person does; added by Errand. */
        InteractionDragAndDrop: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
            /** @description Added by Errand. Point of the element where it is grabbed, from the top left corner inside its border. Needs command, xpath or prompt_instructions. Default: the centre. */
            position?: {
                /** @description To the right, in CSS pixels. */
                x: number;
                /** @description Downwards, in CSS pixels. */
                y: number;
            } | null;
            /** @description Added by Errand. The element of the same page to drop on. It may take half of the time of the step to appear before the drag, and as much again during it, if it appears only then; an error says whether it is about the source or the destination. It may be in another frame if the browser itself drags the element (HTML drag and drop). skip_prompt makes the source optional only. Cannot be combined with offset. */
            destination?: {
                /** @description Locator expression of the element to drop on. Placeholders are allowed inside. Cannot be combined with xpath. */
                command?: string | null;
                /** @description XPath of the element to drop on. Placeholders are allowed inside. Cannot be combined with command. */
                xpath?: string | null;
                /** @description Added by Errand. Point of the destination to drop at, from the top left corner inside its border. Default: the centre. */
                position?: {
                    /** @description To the right, in CSS pixels. */
                    x: number;
                    /** @description Downwards, in CSS pixels. */
                    y: number;
                } | null;
            } | null;
            /** @description Added by Errand. Distance of the drop from where the element was grabbed. Cannot be combined with destination. */
            offset?: {
                /**
                 * @description To the right, in CSS pixels; may be negative.
                 * @default 0
                 */
                x?: number;
                /**
                 * @description Downwards, in CSS pixels; may be negative.
                 * @default 0
                 */
                y?: number;
            } | null;
            /**
             * @description Added by Errand. How long the button is pressed before the first move, in seconds (0 to 60), for what can be dragged only after a long press.
             * @default 0
             */
            hold_seconds?: number;
        };
        /** @description Goes one page back in the history of the current tab. */
        InteractionGoBack: Record<string, never>;
        /** @description Loads a URL in the current tab or in a new one. */
        InteractionGoToUrl: {
            /** @description URL to load: http, https, about, data or blob; placeholders are allowed. */
            url: string;
            /**
             * @description Opens a new tab for it, which becomes the current one.
             * @default false
             */
            new_tab?: boolean;
        };
        /** @description Moves the mouse over the element once it is visible and stable. */
        InteractionHover: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
        };
        /** @description Puts text into a field; skipped if the text is a placeholder for an element of an empty list. */
        InteractionInputText: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
            /** @description Text to put in; placeholders are allowed. Without it a model proposes one from prompt_instructions. */
            input_text?: string | null;
            /**
             * @description The field is a slider: input_text is the number it is set to. Works on the page in every automation.
             * @default false
             */
            is_slider?: boolean;
            /**
             * @description fill replaces the whole value at once as an edit of the browser (on the screen: selects all with Ctrl+A and types), and fails with text_not_taken if the field then contains something else, for example because of a maxlength or a check by the page. A mask may format the text: it may add white space, punctuation, grouping, a currency or a country code, or change the case, as long as all letters and digits are there in order and a number keeps its value. type focuses the field and sends key events per character, and compares nothing; on a page, a character that a US keyboard lacks, such as é, is inserted with an input event alone, as by Puppeteer and Playwright; key_press does the same, and without a target sends them to whatever has the focus.
             * @default fill
             * @enum {string}
             */
            fill_or_type?: "fill" | "type" | "key_press";
            /**
             * @description Presses Enter in the field afterwards. Needs a target.
             * @default false
             */
            press_enter?: boolean;
            /**
             * @description Clicks the field before the text goes in, unless something covers it; otherwise the field only gets the focus. On the screen, without the click, the text goes to whatever has the focus, and the target is not looked for.
             * @default true
             */
            click_before_input?: boolean;
        };
        /** @description Presses a key or a combination of keys, on the target if there is one (on the screen it is clicked first); on a page, shortcuts of the browser window itself have no effect. */
        InteractionKeyPress: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
            /** @description Key to press, or the keys of a combination in order: ["ctrl", "a"]. Added by Errand: names may be written as in pages and in Playwright (Enter, ArrowDown, Control, KeyA), in upper or lower case, and a combination as one string (Control+A). A capital letter alone is typed with shift. */
            type: string | string[];
        };
        /** @description Turns the mouse wheel over an element, or where the pointer is, and ends when scrolling has settled; or brings an element into view. */
        InteractionScroll: {
            /** @description Direction: down, which is the default, or up when false. Cannot be combined with direction. */
            down?: boolean | null;
            /**
             * @description Direction, sideways too. Cannot be combined with down. Added by Errand.
             * @enum {string|null}
             */
            direction?: "up" | "down" | "left" | "right" | null;
            /**
             * @description How far, in CSS pixels; on the screen in turns of the wheel, one for every 120 pixels or part thereof. If the area ends too soon and then loads more, the wheel turns again for the rest, for up to a minute; on the screen it turns once. -1 scrolls as far as it goes: at the end, it waits up to 10 seconds for what scrolling has set in motion, such as requests and timers. It fails on a page that still grows after a minute.
             * @default -1
             */
            amount?: number;
            /** @description Locator expression of the element over which the wheel turns, which scrolls the innermost area around it that can be scrolled that way. Placeholders are allowed inside. Cannot be combined with xpath. Added by Errand. */
            command?: string | null;
            /** @description The same as an XPath. Cannot be combined with command. Added by Errand. */
            xpath?: string | null;
            /**
             * @description Brings the element of command, xpath or prompt_instructions into view instead, in every area and frame around it that scrolls. It must be in the page. Cannot be combined with down, direction and amount, and not where steps act on the screen. Added by Errand.
             * @default false
             */
            to_element?: boolean;
            /**
             * @description Which part of the page to scroll, in plain language; placeholders are allowed. A model finds it; without any of the three the wheel turns where the pointer is.
             * @default
             */
            prompt_instructions?: string;
        };
        /** @description Selects options of a list by value, label or pattern. */
        InteractionSelectOption: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
            /** @description Values or labels to select; placeholders are allowed. A text selects the option whose value or label is equal to it, or else equal ignoring case and white space; the prefix value= or label= says which of the two is meant. A text that starts with ^, ends with $ or contains .* is a regular expression too. A merely similar option is never selected: the step fails with option_not_found and lists the options, or with option_ambiguous when several with different values are equal to a text. Where a model is configured and skip_prompt is false, it may then choose one of the options; the record of the step says so. Several texts need a list with multiple selection. Without select_values a model proposes them. */
            select_values?: string[] | null;
            /**
             * @description The step starts a download: it ends when the file is complete, and fails without one.
             * @default false
             */
            expect_download?: boolean;
            /** @description Name of the downloaded file, with extension. Without it, or when it is a UUID, the name that the site gives is kept. */
            download_filename?: string | null;
            /** @description Free-form data stored with the downloaded file. Placeholders in its strings are resolved when the file is complete; secure parameters are not available. */
            download_metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Sets a control of any kind to a value as a person does, and checks what it shows afterwards; skipped if the value is a placeholder for an element of an empty list; added by Errand. */
        InteractionSetValue: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
            /** @description Added by Errand. Value to set; placeholders are allowed in a string, but those of secrets only for a text field. A number for sliders (range, role slider) and spin buttons; YYYY-MM-DD, YYYY-MM-DDTHH:MM, HH:MM, YYYY-MM, YYYY-Www or #rrggbb for the fields of dates, times, months, weeks and colours; true or false for checkboxes and switches; the value or label of an option for a select, a group of radio buttons or one of them, such as a rating (true for that one, unless an option has that name); a text for all other fields. A value that the control cannot hold is refused before anything is done, and value_not_taken names what the control shows if it did not take the value. */
            value: string | number | boolean;
        };
        /** @description Makes another tab the current one. */
        InteractionSwitchTab: {
            /** @description Position of the tab in the order of opening, from 0; negative from the end. */
            tab_index: number;
        };
        /** @description Clears a checkbox; does nothing if it is already clear. */
        InteractionUncheck: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
        };
        /** @description Gives a file, or several at once, to a file field, or to the file chooser that a click on the element opens. */
        InteractionUploadFile: {
            /** @description Locator expression of the element in Python Playwright syntax, such as get_by_role("button", name="Save"). Placeholders are allowed inside. Cannot be combined with xpath. A step that acts on the screen uses it only without coordinates and keyword, and clicks where the element is on the page. */
            command?: string | null;
            /** @description XPath of the element. Placeholders are allowed inside. Cannot be combined with command. */
            xpath?: string | null;
            /** @description Point in CSS pixels from the top left corner of the page area, or in pixels of the screen for a step that acts on it: [x, y], or an object with the keys "[0]" and "[1]". Integers, or texts with placeholders. The step acts on what is drawn there. -1 and -1 stand for a place that an earlier step did not find. Ignored when keyword is used; on a page, also when command or xpath is used. */
            coordinates?: (number | string)[] | {
                "[0]": number | string;
                "[1]": number | string;
            } | null;
            /** @description Visible text to act on; placeholders are allowed. Case does not matter; on a page, a place with no other text takes precedence. Of several places, the one nearest to the coordinates is used. On a page, it is ignored when there is a command or xpath. On a screen, it is found by text recognition: one word, or words of one line. */
            keyword?: string | null;
            /**
             * @description What to act on, in plain language; a model picks the element when the locator does not lead to one.
             * @default
             */
            prompt_instructions?: string;
            /**
             * @description Ignores command and xpath: keyword, coordinates or prompt_instructions find the target.
             * @default false
             */
            skip_command?: boolean;
            /**
             * @description Makes the step optional: no model is asked, and the step is skipped if its element is not there.
             * @default false
             */
            skip_prompt?: boolean;
            /**
             * @description Fails the step when the command finds no element in time, even with skip_prompt, and asks no model. Needs command.
             * @default false
             */
            assert_locator_presence?: boolean;
            /** @description Screenshot taken when the step was recorded, of the page area or of the screen: an address (http, https or data), PNG, at most 10 MiB. Before the step acts (verify_before_step), it looks for what the screenshot shows around the coordinates, and follows that if it has moved. A model that looks for the target sees it as an example, in JPEG or WebP too. */
            recording_screenshot?: string | null;
            /** @description The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box. */
            bounding_box_variables?: string[] | null;
            /** @description Name of a file that the run has downloaded, or its path relative to the downloads; placeholders are allowed. Cannot be combined with file_url or input_file. */
            file_path?: string | null;
            /** @description http(s) address the file is fetched from, outside of the browser and without its cookies, at most 50 MB in 120 seconds; placeholders are allowed. Cannot be combined with file_path or input_file. */
            file_url?: string | null;
            /** @description Name of a file that came with the task (`input_files` of its submission), with the same case; placeholders are allowed. The page sees this name, and the type that the browser knows for its extension. Cannot be combined with file_path or file_url. Added by Errand. */
            input_file?: string | null;
            /** @description Several files for one field, in this order, each by file_path, file_url or input_file. Fails on a field that takes only one file. Cannot be combined with file_path, file_url or input_file. Added by Errand. */
            files?: {
                /** @description Name of a file that the run has downloaded, or its path relative to the downloads; placeholders are allowed. Cannot be combined with file_url or input_file. */
                file_path?: string | null;
                /** @description http(s) address the file is fetched from, outside of the browser and without its cookies, at most 50 MB in 120 seconds; placeholders are allowed. Cannot be combined with file_path or input_file. */
                file_url?: string | null;
                /** @description Name of a file that came with the task (`input_files` of its submission), with the same case; placeholders are allowed. The page sees this name, and the type that the browser knows for its extension. Cannot be combined with file_path or file_url. Added by Errand. */
                input_file?: string | null;
            }[];
        };
        LastTask: {
            /** Format: uuid */
            task_id: string;
            status: components["schemas"]["TaskStatus"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Null until it ends. */
            completed_at: components["schemas"]["Timestamp"] | null;
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
        /** @description A task in a list. `GET /api/v1/tasks/{task_id}` returns its inputs, results and steps. */
        ListedTask: {
            /**
             * Format: uuid
             * @description ID of the task.
             */
            task_id: string;
            status: components["schemas"]["TaskStatus"];
            /** @description When the task was submitted. */
            created_at: components["schemas"]["Timestamp"] | null;
            /** @description When a worker last took the task; null before that. */
            allocated_at: components["schemas"]["Timestamp"] | null;
            /** @description When the worker last began the automation; null before that. */
            started_at: components["schemas"]["Timestamp"] | null;
            /** @description When the task reached its final state; null before that. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description Why the task failed, in a sentence; null otherwise. */
            error: string | null;
            /** @description The input parameters; null if they take more than about 2 KB. The task itself always returns them. */
            input_parameters: components["schemas"]["InputParameters"] | null;
            /** @description Class of the failure; null when the task has not failed. */
            error_class: components["schemas"]["ErrorClass"] | null;
            error_node_path: components["schemas"]["ErrorNodePath"];
            http_status: components["schemas"]["FailureStatus"];
            /** @description Endpoint name that the task was submitted with. */
            endpoint_name: string;
            /**
             * Format: uuid
             * @description The recording that the task runs. It may have been deleted since.
             */
            recording_id: string;
            /** @description Lower runs first, null last. */
            priority: number | null;
            /** @description Number of retries so far. */
            retry_count: number;
            /** @description Whether cancellation was requested. */
            cancel_requested: boolean;
            /** @description Set while the task is waiting for a person, who resumes it with `POST /api/v1/tasks/{task_id}/resume`; null otherwise. */
            waiting_for_human: components["schemas"]["WaitingForHuman"] | null;
        };
        Liveness: {
            /** @constant */
            status: "live";
        };
        /** @description A lease as workers get it (`Lease` in the worker protocol), with the `worker_id` to report under. */
        LocalLease: {
            /**
             * Format: uuid
             * @description ID of the task.
             */
            task_id: string;
            /** @description ID to send with every report. */
            worker_id: string;
            /** @description Number to send with every report. */
            lease_epoch: number;
            /** @description Send it with every report. Keep it out of logs. */
            lease_secret: string;
            /** @description How long the lease lasts after each renewal, in seconds. */
            lease_seconds: number;
            expires_at: components["schemas"]["Timestamp"];
            /** @description A local inference server has no warm sessions. */
            session: null;
            task: components["schemas"]["LeasedTask"];
            trace?: components["schemas"]["Trace"];
        };
        /** @description Response to a submission with `x-inference-target: local`. The task is never queued; it is allocated to the caller, who reports on it through the worker protocol under this lease. */
        LocalSubmitAccepted: {
            /** @constant */
            success: true;
            /** @description What happened, in a sentence. */
            message: string;
            /**
             * Format: uuid
             * @description ID of the task.
             */
            task_id: string;
            task: components["schemas"]["Task"];
            lease: components["schemas"]["LocalLease"];
        };
        LocateAnswer: {
            count: number;
            /** @description The first 50. */
            matches: components["schemas"]["SessionElement"][];
        } & {
            [key: string]: unknown;
        };
        LocateRequest: {
            /** @description A locator, as in `command` of a step. Placeholders of variables are allowed. */
            command: string;
            /**
             * @description Outline the elements on the screen.
             * @default true
             */
            highlight?: boolean;
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
        /** @description A locator for a step whose own locator found nothing. A model found the element, and this locator would have found it too; or the step failed, and the candidates of the kind `nearest` matched the elements most similar to the target. It is applied only when you accept it. */
        LocatorProposal: {
            /** Format: uuid */
            proposal_id: string;
            /** @description The version of the recording that ran. */
            version: number;
            /**
             * @description Path of the step in the automation.
             * @example nodes[3].if_nodes[0]
             */
            node_path: string;
            /**
             * @description Whether it was accepted or declined. A new version may still lack an accepted locator. `superseded`: neither, and a newer version no longer has the step, or not with the locator that failed.
             * @enum {string}
             */
            state: "open" | "accepted" | "declined" | "superseded";
            /**
             * @description Kind of the step.
             * @example click_element
             */
            kind: string;
            /** @description The locator that found nothing; null if the step has none, or skips it. */
            failed_command: string | null;
            /** @description The best of the candidates. */
            command: string;
            /** @description Best first. Each matches the element of the step and nothing else on the page. */
            candidates: components["schemas"]["LocatorCandidate"][];
            /** @description URL of the page on which they were last checked. */
            page_url: string;
            /**
             * Format: uuid
             * @description The last task that needed it; its steps show what was tried. Null if that task has been deleted.
             */
            task_id: string | null;
            /** @description Number of steps that needed it. */
            times_seen: number;
            first_seen_at: components["schemas"]["Timestamp"];
            last_seen_at: components["schemas"]["Timestamp"];
        };
        LocatorProposalAnswer: {
            /** @constant */
            success: true;
            proposal: components["schemas"]["LocatorProposal"];
            /** @description Send it as `base_version` to accept what `change` shows. */
            current_version: number;
            /** @description The node in the current version, and the same node with the proposed locator; null if the proposal no longer fits. */
            change: components["schemas"]["NodeChange"] | null;
            /** @description Why the proposal does not fit the current version; otherwise null. */
            problem: string | null;
        };
        LocatorProposalList: {
            /** @constant */
            success: true;
            /** @description Newest first. */
            proposals: components["schemas"]["LocatorProposal"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Identifies tasks of one account that wait for each other because they have the same portal (origin of the automation's `url`)
         *     and the same values of their unique parameters. Opaque.
         */
        LoginQueue: string;
        LoginQueueList: {
            /** @constant */
            success: true;
            /** @description Those with the most waiting tasks first, then those with the most running ones. */
            login_queues: components["schemas"]["LoginQueueState"][];
            /** @description Whether there are more than `limit`. */
            has_more: boolean;
        };
        /** @description The login queue of the task, for `GET /api/v1/tasks`; null for a task that never waits for another task's login. */
        LoginQueueOrNull: components["schemas"]["LoginQueue"] | null;
        LoginQueueState: {
            login_queue: components["schemas"]["LoginQueue"];
            /** @description Origin of the automations' `url`. */
            portal: string;
            /**
             * @description Which login it is: the unique parameters that its tasks share. Without members if they are dedicated tasks that name no
             *     login; null if the values take more than about 2 KB, or all inputs of a task more than about 100 KB. They are input parameters,
             *     which `GET /api/v1/tasks` also returns: a password belongs in `secure_parameters`, which no operation returns.
             */
            unique_parameters?: components["schemas"]["InputParameters"] | null;
            /** @description Endpoints of its running tasks and of those that run next, in alphabetical order. Reads at most 50 tasks of each kind. A debug session appears as `debug session`. */
            endpoint_names?: string[];
            /** @description Whether one of these tasks uses a dedicated session. */
            is_dedicated?: boolean;
            waiting: number;
            running: number;
            /** @description How many of its tasks may run at once. */
            per_login_parallelism: number;
            /** @description Its running tasks, longest-running first, at most 50. */
            held_by: string[];
            /** @description When the oldest of its waiting tasks was submitted; null if none waits. */
            oldest_waiting_since: components["schemas"]["Timestamp"] | null;
            /** @description Whether an operator has paused it, its portal or the account. */
            is_paused: boolean;
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
        /** @description Like `MailboxSettings`. Without `password`, the stored one is kept. */
        MailboxChange: {
            /**
             * @description Address of the mailbox: the `integration_email_address` of a two_fa_action, or else its
             *     `receiver_email_address`. One integration for each address.
             */
            email_address: string;
            /** @description Host name or IP address of the IMAP server. The installation's rules for outgoing requests apply to it. */
            host: string;
            /** @description Port of the IMAP server. Defaults to 993, or to 143 with `starttls`. */
            port?: number;
            /**
             * @description Whether the connection is encrypted from the start (TLS) or upgraded (STARTTLS). Unencrypted is not supported.
             * @default tls
             * @enum {string}
             */
            security?: "tls" | "starttls";
            /** @description User name to log in with. Defaults to the address. */
            username?: string;
            /** @description Password of the mailbox, or an app password. Never returned. */
            password?: string;
        };
        /** @description A mailbox from which one-time codes are read over IMAP. Nothing in it is changed, not even the read flags. */
        MailboxSettings: {
            /**
             * @description Address of the mailbox: the `integration_email_address` of a two_fa_action, or else its
             *     `receiver_email_address`. One integration for each address.
             */
            email_address: string;
            /** @description Host name or IP address of the IMAP server. The installation's rules for outgoing requests apply to it. */
            host: string;
            /** @description Port of the IMAP server. Defaults to 993, or to 143 with `starttls`. */
            port?: number;
            /**
             * @description Whether the connection is encrypted from the start (TLS) or upgraded (STARTTLS). Unencrypted is not supported.
             * @default tls
             * @enum {string}
             */
            security?: "tls" | "starttls";
            /** @description User name to log in with. Defaults to the address. */
            username?: string;
            /** @description Password of the mailbox, or an app password. Never returned. */
            password: string;
        };
        /** @description Like `MailboxSettings`, with defaults and without `password`. */
        MailboxShown: {
            /**
             * @description Address of the mailbox: the `integration_email_address` of a two_fa_action, or else its
             *     `receiver_email_address`. One integration for each address.
             */
            email_address: string;
            /** @description Host name or IP address of the IMAP server. The installation's rules for outgoing requests apply to it. */
            host: string;
            /** @description Port of the IMAP server. Defaults to 993, or to 143 with `starttls`. */
            port: number;
            /**
             * @description Whether the connection is encrypted from the start (TLS) or upgraded (STARTTLS). Unencrypted is not supported.
             * @default tls
             * @enum {string}
             */
            security: "tls" | "starttls";
            /** @description User name to log in with. Defaults to the address. */
            username: string;
        };
        MeAnswer: {
            /** @constant */
            success: true;
            /** Format: uuid */
            account_id: string;
            account_name: string;
            key: components["schemas"]["ApiKey"];
            /** @description Tasks of the account now. */
            tasks: {
                running: number;
                /** @description How many tasks of the account may run at once under all its limits: 0 while it has used up its minutes of the last 24 hours. Null if only the workers limit it. */
                may_run: number | null;
                /** @description Number of waiting tasks; 10000 means that many or more. */
                waiting: number;
                /** @description Whether the operator has paused the whole account. */
                is_paused: boolean;
            };
            /** @description Limits of the account in effect, its own or those of the installation. Null if there is no limit. */
            limits: {
                /** @description Minutes that the attempts of its tasks may take within 24 hours. */
                minutes_per_day: number | null;
                /** @description Bytes of its files and of the text of its tasks, steps and recordings. `GET /api/v1/account` has their use. */
                storage_bytes: number | null;
                /** @description Notification emails in a day that begins at midnight UTC. */
                mails_per_day: number | null;
                /** @description Debug sessions open at once. */
                debug_sessions: number | null;
            };
            /** @description Optional features of this installation. */
            features: {
                /** @description Whether tasks can be watched. Without it, `createStreamUrl` is refused. */
                live_view: boolean;
                /** @description Whether a worker that serves the account now has a provider of language models. Without one, steps that need a model fail. */
                models: boolean;
                /** @description Whether a worker that serves the account now stores a video of each attempt. */
                recording: boolean;
            };
        };
        /** @description Works with variables, or waits: exactly one sub-action. */
        MiscAction: {
            /** @description Counts the elements that a locator finds, once their number is stable. */
            count_locator?: components["schemas"]["MiscCountLocator"] | null;
            /** @description Asks a model a question that has nothing to do with the page. */
            llm_query?: components["schemas"]["MiscLlmQuery"] | null;
            /** @description Sets a variable to a fixed value or to the result of an expression. */
            set_variable?: components["schemas"]["MiscSetVariable"] | null;
            /** @description Waits until an element or the page meets an expectation, and then continues at once; fails the step (timeout) if it does not in time; added by Errand. */
            wait_for?: components["schemas"]["MiscWaitFor"] | null;
        };
        /** @description Counts the elements that a locator finds, once their number is stable. */
        MiscCountLocator: {
            /** @description Locator expression in Python Playwright syntax; placeholders are allowed. */
            locator: string;
            /** @description Variable that gets the number; placeholders are allowed. */
            name: string;
            /**
             * @description Longest wait for the first element, in seconds; 0 checks once. A page that does not respond gets at least 20 seconds.
             * @default 5
             */
            locator_timeout?: number;
            /** @description Also writes the number to the output of the task, with this name as unique_identifier of the entry and as key in its json_data. */
            output_variable_name?: string | null;
        };
        /** @description Asks a model a question that has nothing to do with the page. */
        MiscLlmQuery: {
            /** @description Fields of the answer by name. A type is str, int, float, bool, Any, dict, List[T], Optional[T] or T | None, an object of fields, or a list of exactly one of these. */
            output_format: {
                [key: string]: unknown;
            };
            /** @description The question, in plain language; placeholders are allowed. */
            prompt_instructions: string;
            /**
             * @description Provider of the model: gemini, openai, anthropic or openai-compatible. Ignored when llm_model_name has the form provider/model. The default applies unless the worker is set to another one (LLM_PROVIDER).
             * @default gemini
             */
            llm_provider?: string | null;
            /**
             * @description Name of the model, alone or as provider/model. The default applies unless the worker is set to another one (LLM_MODEL).
             * @default gemini-2.5-flash
             */
            llm_model_name?: string | null;
            /** @description Fields of the answer that become variables for later steps. Each is a top-level key of the format. */
            output_variable_names?: string[] | null;
        };
        /** @description Sets a variable to a fixed value or to the result of an expression. */
        MiscSetVariable: {
            /** @description Variable to set; placeholders are allowed. */
            name: string;
            /** @description Fixed value; placeholders are allowed in a string, and the result is a string. Cannot be combined with expression. */
            value?: number | string | boolean | null;
            /** @description Expression to evaluate, such as {counter[0]} + 1. Cannot be combined with value. */
            expression?: string | null;
            /** @description Also writes the value to the output of the task, with this name as unique_identifier of the entry and as key in its json_data. */
            output_variable_name?: string | null;
        };
        /** @description Waits until an element or the page meets an expectation, and then continues at once; fails the step (timeout) if it does not in time; added by Errand. */
        MiscWaitFor: {
            /** @description Locator expression of the element in Python Playwright syntax; placeholders are allowed. Not with to_have_url and to_have_title, which look at the page. */
            command?: string | null;
            /**
             * @description What is expected. Hidden includes an element that is not there; editable means enabled and not read-only.
             * @enum {string}
             */
            assertion: "to_be_checked" | "to_be_disabled" | "to_be_editable" | "to_be_enabled" | "to_be_hidden" | "to_be_visible" | "to_have_attribute" | "to_have_text" | "to_have_value" | "to_have_title" | "to_have_url" | "to_have_count";
            /** @description The text, value, address, title or number of elements that is expected; placeholders are allowed. Without it, to_have_attribute accepts any value. White space in a text and a title is collapsed; the text is everything written in the element, including hidden parts. */
            expected?: string | number | null;
            /**
             * @description How expected is compared: equals, contains, or regex: expected is a JavaScript regular expression that matches anywhere (values of placeholders in it match literally).
             * @default equals
             * @enum {string}
             */
            match?: "equals" | "contains" | "regex";
            /** @description Name of the attribute. With to_have_attribute only. */
            attribute?: string | null;
            /**
             * @description Expects the opposite.
             * @default false
             */
            is_negated?: boolean;
            /**
             * @description Longest wait until it is met, in seconds, counted from the moment when a loading page is there; 0 checks once.
             * @default 30
             */
            timeout?: number;
            /** @description Sentence that the error of the task begins with; placeholders are allowed. What was expected and received follows it. */
            failure_message?: string | null;
        };
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
        /** @description null if no model was used. */
        ModelUsageOrNull: components["schemas"]["ModelUsage"] | null;
        /** @description Name by which tasks will refer to the recording. */
        NewEndpointName: string;
        /** @description A step. Without type, its other fields determine what it is: condition and nodes, or expectation (while_loop_node), condition (if_else_node), variable_name (for_loop_node), locator and assertion (assert_locator_node), locator and nodes (for_loop_node), else action_node. */
        Node: components["schemas"]["ActionNode"] | components["schemas"]["ForLoopNode"] | components["schemas"]["IfElseNode"] | components["schemas"]["AssertLocatorNode"] | components["schemas"]["PrivateNode"] | components["schemas"]["WhileLoopNode"];
        NodeChange: {
            /** @description A node as its author sent it. */
            before: {
                [key: string]: unknown;
            };
            /** @description The node with the proposed locator. */
            after: {
                [key: string]: unknown;
            };
        };
        /** @description Email addresses. */
        NotificationEmails: string[];
        /** @description Error of an older operation. */
        OlderError: {
            /** @description What happened and what to do, in a sentence. */
            error: string;
        };
        /** @description Like `OnePasswordSettings`. Without `token`, the stored one is kept. */
        OnePasswordChange: {
            /**
             * Format: uri
             * @description URL of a Connect server. Without it, the token is that of a service account of 1password.com.
             */
            connect_url?: string;
            /** @description Token of the Connect server or of the service account. Never returned. */
            token?: string;
        };
        /** @description A field of an item in 1Password. */
        OnePasswordSecret: {
            /** @description Name of the vault. */
            vault_name: string;
            /** @description Name of the item in the vault. */
            item_name: string;
            /** @description Name of the field of the item. */
            field_name: string;
            type?: components["schemas"]["SecretType"];
            digits?: components["schemas"]["OptionalDigits"];
            allowed_origins?: components["schemas"]["AllowedOrigins"];
        };
        /** @description Gives access to 1Password vaults for `secure_parameters`. An account has at most one. */
        OnePasswordSettings: {
            /**
             * Format: uri
             * @description URL of a Connect server. Without it, the token is that of a service account of 1password.com.
             */
            connect_url?: string;
            /** @description Token of the Connect server or of the service account. Never returned. */
            token: string;
        };
        /** @description Like `OnePasswordSettings`, with defaults and without `token`. */
        OnePasswordShown: {
            /**
             * Format: uri
             * @description URL of a Connect server. Without it, the token is that of a service account of 1password.com.
             */
            connect_url?: string;
        };
        /** @description What to open, exactly one of `url`, `automation`, `recording_id` and `replay_of`, and with which inputs. `replay_of` may have an `automation`. */
        OpenSessionRequest: {
            /** @description A page. The session then has an automation without steps. */
            url?: string;
            /** @description Checked as in `createRecording`. It is not stored as a recording. */
            automation?: components["schemas"]["Automation"];
            recording_id?: string;
            /** @description With `recording_id`. Defaults to the current version. */
            version?: number;
            /**
             * Format: uuid
             * @description A task that has left a trace with the bodies of its responses (`trace: replayable`). The session runs `automation`, or that of the task, against these responses instead of the network, which its browser cannot reach. Omitted inputs are taken from the task. Needs the scope `read` as well, because another key may have submitted the task.
             */
            replay_of?: string;
            /**
             * @description Path of a node of the automation, in loops with the iteration, or the one after the last node for all nodes. The nodes before it run before the session is ready.
             * @example nodes[2]
             */
            until?: string;
            /** @description Values of the declared input parameters. An omitted parameter takes the example values of the automation. */
            input_parameters?: components["schemas"]["InputParameters"];
            /** @description References to secrets, as in a submission. The worker gets a value only when a step types it. */
            secure_parameters?: components["schemas"]["SecureParameters"];
            /** @description Files of the session, as in a submission: at most 10, and 10 MiB (10,485,760 bytes) together when decoded. Steps with `upload_file` take them by name, and a file chooser that opens in the live view while a recording runs takes all of them. If omitted with `replay_of`, the files of the task are used. */
            input_files?: components["schemas"]["GivenInputFiles"];
            /** @description Input parameters that identify a login, as in a submission. The session then waits for, and blocks, tasks of this login. */
            unique_parameter_names?: string[];
            /**
             * @description Run the browser behind the configured proxy.
             * @default false
             */
            use_proxy?: boolean;
            /** @description Replaces `browser_settings` of the automation. */
            browser_settings?: {
                [key: string]: unknown;
            };
            /**
             * @description The session ends when it has been unused for this long, in seconds.
             * @default 300
             */
            idle_seconds?: number;
            /**
             * @description The session ends this long after its start, in minutes, or after its opening if no worker has started it.
             * @default 60
             */
            max_minutes?: number;
        };
        /** @description Length of the one-time password. Required for the type `totp_secret`, refused for `raw`. */
        OptionalDigits: number | null;
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
        PickAnswer: {
            /**
             * @description `timed_out`: nobody clicked. `cancelled`: the pick was cancelled. Both have no element.
             * @enum {string}
             */
            outcome: "picked" | "timed_out" | "cancelled";
            /** @description Locators of the element, best first. */
            candidates: ({
                command: string;
                kind?: string;
                /** @description How likely it is to find the element after a change to the page, from 0 to 100; higher is better. */
                score: number;
                /** @description How many elements it finds now. */
                count?: number;
            } & {
                [key: string]: unknown;
            })[];
            element: components["schemas"]["SessionElement"] | null;
        } & {
            [key: string]: unknown;
        };
        PickRequest: {
            /**
             * @description How long to wait for the click, in seconds.
             * @default 60
             */
            timeout_seconds?: number;
        };
        PointRecordingRequest: {
            /**
             * @description What a person's next click means; the page does not receive it. `extract`: read the element, or the table if its head or caption is clicked. `assert`: expect its text, value or checked state. `each`: repeat what follows for each row like the clicked one, until `end_each`. `record`: clicks are recorded again.
             * @enum {string}
             */
            mode: "record" | "extract" | "assert" | "each" | "end_each";
        };
        /** @description Runs commands in PowerShell on the worker, in the sandbox of scripts; their output is in the log of the step. */
        PowershellAction: {
            /** @description Commands that run one after the other in one shell, until one fails. A placeholder may stand alone or inside quotes, where its value cannot become code. */
            commands: string[];
            /**
             * @description Leaves the shell afterwards; otherwise the next step with commands continues in it.
             * @default true
             */
            exit_after_commands?: boolean;
        };
        /** @description Runs a plug-in that is installed on the worker. */
        PrivateNode: {
            /**
             * @description Kind of the node.
             * @constant
             */
            type: "private_node";
            /** @description Added by Errand. A failed task may be continued at this node, in a new browser that shows the page that was open before the node, with the variables it had then. What the node and those after it need must be on that page, or they create it themselves, and running the node twice must do no harm. A loop is continued at its first iteration. In post_processing_nodes, which every attempt runs, it only says that running twice does no harm. Not for nodes inside a loop or a branch. Default: false. */
            resumable?: boolean | null;
            /** @description Name of the plug-in that runs the node. */
            handler: string;
            /**
             * @description Inputs of the plug-in; placeholders are allowed in strings.
             * @default {}
             */
            inputs?: {
                [key: string]: unknown;
            };
            /** @description Variables that get the result: one gets it whole, several get its fields. */
            output_variable_names?: string[] | null;
            /**
             * @description Longest wait before the node until the page is quiet, in seconds (0 to 86400).
             * @default 0
             */
            before_sleep_time?: number;
            /**
             * @description Longest wait after the node until the page is quiet, in seconds (0 to 30).
             * @default 0
             */
            end_sleep_time?: number;
        };
        ProposalDeclined: {
            /** @constant */
            success: true;
            message: string;
        };
        /** @description Runs a Python script on the page, in a sandbox. */
        PythonScriptAction: {
            /** @description Python that defines async def code_fn(page); a parameter named ctx gets the context of the run. Placeholders become values. */
            execution_code: string;
        };
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
        Readiness: {
            /**
             * @description `ready` if every check is `ok`.
             * @enum {string}
             */
            status: "ready" | "unavailable";
            /** @description The server's dependencies, by name. */
            checks: {
                [key: string]: "ok" | "unavailable";
            };
            /** @description Details of why the server is unavailable, if there are any beyond `checks`. */
            reasons?: string[];
        };
        /** @description The last 50 tasks that succeeded or failed, among the newest 100 tasks of the recording. */
        RecentResults: {
            success_count: number;
            failed_count: number;
            /** @description Share of the tasks that succeeded; null without any. */
            success_rate: number | null;
        };
        RecordedNode: {
            node_path: string;
            /** @description What the person did, such as `click`, `fill`, `select` or `go`. */
            kind: string;
            /** @description Address of the page, without its query. */
            page_url: string;
            /** @description Every locator that was tried. The automation has the first one, unless a replay found a better one. */
            candidates: ({
                command: string;
                kind?: string;
                /** @description How likely it is to find the element after a change to the page, from 0 to 100; higher is better. */
                score: number;
                /** @description How many elements it found. */
                count: number;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description What happened to the node in the replay; absent before one.
             * @enum {string}
             */
            outcome?: "passed" | "failed" | "not_reached";
            /** @description Why it failed or was not reached. */
            reason?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A stored automation. */
        Recording: {
            /** Format: uuid */
            recording_id: string;
            /** Format: uuid */
            workspace_id: string;
            endpoint_name: string;
            description: string;
            /** @description The current version. */
            version: number;
            /** @description Whether the recording is of the marketplace type. */
            is_marketplace: boolean;
            automation: components["schemas"]["Automation"];
            callback_url: components["schemas"]["RecordingCallback"] | null;
            notification_emails: string[];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The running or last roll-out, only from `getRecording`. Left out if there was none. While one runs, `version` is the new version, but only some of the tasks run it. */
            rollout?: components["schemas"]["Rollout"];
        };
        RecordingAnswer: {
            /** @constant */
            success: true;
            recording: components["schemas"]["Recording"];
        };
        /** @description Where results go. Credentials are never returned. */
        RecordingCallback: {
            /** Format: uri */
            url: string;
            /** @description Whether a key, or a user name and password, are stored for the receiver. */
            has_credentials: boolean;
        };
        /** @description `data` of a `recording` event. */
        RecordingChangedEvent: {
            /** Format: uuid */
            recording_id: string;
            endpoint_name: string;
            /** @enum {string} */
            change: "created" | "new_version" | "rolled_back" | "settings_changed" | "rollout" | "deleted";
            /** @description The current version after the change; for `rollout` the version that is rolled out. */
            version: number;
            /** @description Only for `rollout`. */
            rollout_state?: components["schemas"]["RolloutState"];
            at: components["schemas"]["Timestamp"];
        };
        RecordingDeleted: {
            /** @constant */
            success: true;
            message: string;
            /** @description Number of tasks that this request cancelled, or marked because a worker holds them. */
            cancelled_task_count: number;
        };
        /** @description What the recording is for. */
        RecordingDescription: string;
        RecordingList: {
            /** @constant */
            success: true;
            /** @description By endpoint name, ascending. */
            recordings: components["schemas"]["Recording"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        RecordingSaved: {
            /** @constant */
            success: true;
            /** Format: uuid */
            recording_id: string;
            /** @description The current version. Tasks already submitted keep theirs. */
            version: number;
            message: string;
            /** @description Likely mistakes in the automation, and members without effect that were left out, at most 100. The automation is stored. */
            warnings: components["schemas"]["AutomationWarning"][];
        };
        /** @description A recording without its automation, with the recent results of its tasks. */
        RecordingSummary: {
            /** Format: uuid */
            recording_id: string;
            /** Format: uuid */
            workspace_id: string;
            endpoint_name: string;
            description: string;
            /** @description The current version. */
            version: number;
            /** @description Whether the recording is of the marketplace type. */
            is_marketplace: boolean;
            callback_url: components["schemas"]["RecordingCallback"] | null;
            notification_emails: string[];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The newest task of the recording; null if it has none. */
            last_task: components["schemas"]["LastTask"] | null;
            recent: components["schemas"]["RecentResults"];
        };
        RecordingSummaryList: {
            /** @constant */
            success: true;
            /** @description By endpoint name, ascending. */
            recordings: components["schemas"]["RecordingSummary"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One version of a recording with its automation. */
        RecordingVersion: {
            /** @description Number of the version, from 1. */
            version: number;
            /** @description Whether it is current, that is, used for new tasks. */
            is_current: boolean;
            /** @description For a version that a rollback created, the older version that it copies; null for any other version. */
            restored_from: number | null;
            /** @description The note of its author; null without one. */
            comment: string | null;
            /** @description Name of its author's API key at that time; null for a version that was created without a key, or before names were recorded. */
            created_by: string | null;
            created_at: components["schemas"]["Timestamp"];
            automation: components["schemas"]["Automation"];
        };
        RecordingVersionAnswer: {
            /** @constant */
            success: true;
            version: components["schemas"]["RecordingVersion"];
        };
        RecordingVersionList: {
            /** @constant */
            success: true;
            /** @description Newest first. */
            versions: components["schemas"]["RecordingVersionSummary"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One version of a recording. */
        RecordingVersionSummary: {
            /** @description Number of the version, from 1. */
            version: number;
            /** @description Whether it is current, that is, used for new tasks. */
            is_current: boolean;
            /** @description For a version that a rollback created, the older version that it copies; null for any other version. */
            restored_from: number | null;
            /** @description The note of its author; null without one. */
            comment: string | null;
            /** @description Name of its author's API key at that time; null for a version that was created without a key, or before names were recorded. */
            created_by: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        RedeliverManyAnswer: {
            /** @constant */
            success: true;
            /** @description Number of deliveries that this call scheduled. */
            queued_count: number;
            /** @description Number of deliveries that had left the state in the meantime, for example because another call scheduled them. */
            skipped_count: number;
            /** @description Whether more deliveries match. */
            has_more: boolean;
            /** @description Pass it as `cursor` with the same filter to continue; null if nothing is left. */
            next_cursor: string | null;
            /** @description The outcome for each delivery, newest first. */
            results: components["schemas"]["RedeliverResult"][];
        };
        /** @description Which deliveries to send again. `{"state":"failed"}` means all that were given up. */
        RedeliverManyRequest: {
            /**
             * @description Only deliveries in this state; without it, failed ones.
             * @enum {string}
             */
            state?: "failed" | "delivered";
            /** @description Only deliveries of these tasks. IDs of tasks that the account does not have match nothing. */
            task_ids?: string[];
            /** @description Only deliveries whose `url` starts with this text, such as `https://erp.example.com/` or `mailto:`. */
            url_prefix?: string;
            /**
             * Format: date-time
             * @description Only deliveries that were created at this time or later. ISO 8601 with an offset.
             */
            created_after?: string;
            /**
             * Format: date-time
             * @description Only deliveries that were created before this time. ISO 8601 with an offset.
             */
            created_before?: string;
            /** @description `next_cursor` of the previous call with the same filter. If absent, the call starts with the newest. */
            cursor?: string;
        };
        RedeliverResult: {
            /** Format: uuid */
            delivery_id: string;
            /** Format: uuid */
            task_id: string;
            /**
             * @description `queued`: it is sent again now; `skipped`: it had left the state in the meantime, so this call did nothing.
             * @enum {string}
             */
            outcome: "queued" | "skipped";
        };
        RenameApiKeyRequest: {
            /** @description Display name; need not be unique. */
            name: string;
        };
        /** @description `data` of a `reset` event. */
        ResetEvent: {
            /**
             * @description `no_position`: the request has no ID of an event; `position_expired`: the events after it are no longer stored.
             * @enum {string}
             */
            reason: "no_position" | "position_expired";
            at: components["schemas"]["Timestamp"];
        };
        RestartRequest: {
            /** @description Path of the node before which to stop. Defaults to the first node. */
            until?: string;
        };
        ResumeAnswer: {
            /** @constant */
            success: true;
            /** @description What happened, in a sentence. */
            message: string;
        };
        /** @description Input for the run when it resumes. */
        ResumeRequest: {
            /** @description Values by variable name, at most 64 KB of JSON; every value is a list of strings. Names consist of letters, digits and `_`, do not begin with a digit, and are not `current_page_url`, `current_time` or `task_id`. */
            variables?: {
                [key: string]: string[];
            };
        };
        /** @description `data` of a `resumed` event: a person has resumed the task. If a wait ends in another way, the failed step or the status of the task shows it. */
        ResumedEvent: {
            attempt: number;
            at: components["schemas"]["Timestamp"];
            node_path: string;
            /** @description How long the task waited, in milliseconds. */
            waited_ms: number;
            /**
             * Format: uuid
             * @description ID of the API key that made the call.
             */
            resumed_by: string | null;
            /** @description Names of the passed variables. Only the run receives their values. */
            variable_names: string[];
        };
        RetryAnswer: {
            /** @constant */
            success: true;
            /** @description What happened, in a sentence. */
            message: string;
            /**
             * Format: uuid
             * @description ID of the new task.
             */
            task_id: string;
            /**
             * Format: uuid
             * @description ID of the old task.
             */
            retry_of: string;
        };
        /** @description Retries the tasks of the account that match all members. `{"statuses":["failed"]}` means all that failed and are not retries themselves; `created_before` includes retries, too. */
        RetryByFilter: {
            /** @description Only tasks that ended in one of these states. */
            statuses: ("failed" | "cancelled")[];
            /** @description Only tasks that were submitted with exactly this endpoint name. */
            endpoint_name?: components["schemas"]["EndpointName"];
            /**
             * Format: uuid
             * @description Only tasks of this recording, whatever its version and endpoint name were.
             */
            recording_id?: string;
            /** @description Only tasks that failed with this error class. */
            error_class?: components["schemas"]["ErrorClass"];
            /**
             * Format: uuid
             * @description Only tasks whose recording is in this workspace now.
             */
            workspace_id?: string;
            /**
             * Format: uuid
             * @description Only tasks that this schedule has submitted.
             */
            schedule_id?: string;
            /** @description Only tasks of this login queue. The details of a task and of its wait contain the ID. */
            login_queue?: components["schemas"]["LoginQueue"];
            /** @description Only tasks with this text in the endpoint name or in an input, or at the start of the ID, as in `listTasks`. */
            q?: string;
            /**
             * Format: date-time
             * @description Only tasks that ended at this time or later. ISO 8601 with an offset.
             */
            completed_after?: string;
            /**
             * Format: date-time
             * @description Only tasks that ended before this time. ISO 8601 with an offset.
             */
            completed_before?: string;
            /**
             * Format: date-time
             * @description Only tasks that were submitted at this time or later. ISO 8601 with an offset.
             */
            created_after?: string;
            /**
             * Format: date-time
             * @description Only tasks that were submitted before this time, such as that of the first call. ISO 8601 with an offset. If absent, retries of other tasks are left out: a repeated call would otherwise retry the tasks that the first one created, once they fail.
             */
            created_before?: string;
            /** @description The same changes for each task. */
            changes?: components["schemas"]["RetryRequest"];
            /** @description `next_cursor` of the previous call with the same filter. If absent, the call starts with the newest task. */
            cursor?: string;
        };
        /** @description Retries these tasks. */
        RetryByIds: {
            /** @description IDs of tasks. An ID given twice is returned once. */
            task_ids: string[];
            /** @description The same changes for each task. */
            changes?: components["schemas"]["RetryRequest"];
        };
        /** @description Changes for the new task, in place of the values that the old one was submitted with. */
        RetryRequest: {
            /** @description Continues the task instead of running it from its start: `failed_node`, or the path of a node of the automation's own list, such as `nodes[3]`. The new task opens the page that was open before that node, has the variables it had then, and its output begins with what the old one had extracted. `failed_node` is the node at which the task stopped, or the last one before it that the recording marks as `resumable`. Refused with 409 if the recording does not say that it is safe, or if the task has already been retried, and with 422 if `input_parameters` is sent too. */
            from?: string;
            /** @description Version of the task's recording that the new task runs, such as the one before a bad version, whatever a roll-out would choose. Its parameters then count in place of those of the current version. Refused with 404 if the recording has no such version. If absent, the new task runs the current version. */
            version?: number;
            /** @description New values of these input parameters; the others keep theirs, except those that the recording's current version no longer declares: they are dropped, unless they are among the `unique_parameter_names` of the task. `{}` only drops. With it or `secure_parameters`, parameters that do not fit the current version are refused with 400 instead of 409. */
            input_parameters?: components["schemas"]["InputParameters"];
            /** @description New sources of these secrets; the others keep theirs, except those that the recording's current version no longer declares: they are dropped. */
            secure_parameters?: components["schemas"]["SecureParameters"];
            /** @description Timeout of each attempt, in minutes. If absent, the old task's timeout applies. */
            max_timeout_in_minutes?: number;
            /**
             * @description Which attempts leave a trace, as for a submission. If absent, the old task's setting applies.
             * @enum {string|null}
             */
            trace?: "off" | "failed" | "all" | "replayable" | null;
            /** @description Place among the waiting tasks of the login queue, as for a submission. If absent, the old task's priority applies. */
            priority?: number | null;
            /**
             * Format: uri
             * @description URL to which the result is delivered. If absent, the old task's URL is used. The old task's `task_callback_api_key` belongs to its own URL, so it is not sent to this one. Needs the scope `read` as well, because the result may contain what another key has submitted.
             */
            task_callback_url?: string;
            /** @description Key sent to `task_callback_url` in the `x-api-key` header. Needs `task_callback_url`. */
            task_callback_api_key?: string;
        };
        RetryResult: {
            /** @description ID of the old task. */
            retry_of: string;
            /**
             * @description `retried`: a new task is queued. `already_retried`: an earlier request has created one. `refused`: see `error`.
             * @enum {string}
             */
            outcome: "retried" | "already_retried" | "refused";
            /**
             * Format: uuid
             * @description ID of the new task; null if there is none.
             */
            task_id: string | null;
            /** @description Why the task was not retried; null if it was. */
            error: components["schemas"]["TaskRefusal"] | null;
        };
        RetryTasksAnswer: {
            /** @constant */
            success: true;
            /** @description Number of new tasks that this call created. */
            retried_count: number;
            /** @description Number of tasks in this call that already had a retry. They were not retried again. */
            already_retried_count: number;
            /** @description Number of tasks in this call that cannot be retried, or that do not exist. */
            refused_count: number;
            /** @description Whether something is left. If true, send the same request again, with `next_cursor` as `cursor` if it is not null. */
            has_more: boolean;
            /** @description Where a filter continues: after the last task of `results`. Null if nothing is left, with `task_ids`, and if the call has reached no task. */
            next_cursor: string | null;
            /** @description The outcome for each task that was processed; for named tasks, in the order of the request. */
            results: components["schemas"]["RetryResult"][];
        };
        /** @description Either `task_ids`, or a filter. */
        RetryTasksRequest: components["schemas"]["RetryByFilter"] | components["schemas"]["RetryByIds"];
        RollBackRequest: {
            /** @description Number of the version whose automation becomes current again. */
            version: number;
            /** @description The version that is current as far as you know. If another one is current now, nothing is changed (409), so authors do not overwrite each other. Without it, any version is replaced. */
            base_version?: number;
            /** @description Why the version was created. */
            comment?: components["schemas"]["VersionComment"];
        };
        /** @description A comparison of a new version with the previous one on some of the tasks. */
        Rollout: {
            /** @description `running`; `completed`: the new version was not worse, and all tasks run it; `returned`: it was worse, and the previous version is current again; `promoted`, `stopped`: ended by `endRollout`; `replaced`: another version was created in the meantime. */
            state: components["schemas"]["RolloutState"];
            /** @description The new version. */
            version: number;
            /** @description The version that the other tasks run. */
            base_version: number;
            /** @description Share of the tasks that run the new version; null if the first ones do. */
            percent: number | null;
            /** @description How many tasks run the new version; null if a share does. */
            first_tasks: number | null;
            min_tasks: number;
            max_failure_rate_increase: number;
            new_results: components["schemas"]["RolloutResults"];
            old_results: components["schemas"]["RolloutResults"];
            started_at: components["schemas"]["Timestamp"];
            ended_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Counted tasks of one version that were submitted and ended during the roll-out. */
        RolloutResults: {
            succeeded: number;
            failed: number;
            /** @description Tasks that ended without a result because of the infrastructure, such as a crashed browser or a lost worker, after all their retries. */
            lost: number;
        };
        /** @enum {string} */
        RolloutState: "running" | "completed" | "returned" | "promoted" | "stopped" | "replaced";
        RotateSigningSecretRequest: {
            /**
             * @description For how many hours the earlier secrets also sign, so that receivers can switch over. 0 ends them at once.
             * @default 24
             */
            overlap_hours?: number;
        };
        /** @description What to run. `node` excludes the other members. */
        RunStepsRequest: {
            /** @description A node as in an automation. It need not be part of the session's automation. */
            node?: {
                [key: string]: unknown;
            };
            /**
             * @description Path of a node of the session's automation, in loops with the iteration. With `until`, the node to start from.
             * @example nodes[3]
             * @example nodes[3][0].nodes[1]
             */
            node_path?: string;
            /** @description Path of the node before which to stop. It must not be before the position, or before `node_path`. The path after the last node runs to the end. */
            until?: string;
        };
        SaveDemoAnswer: {
            /** @constant */
            success: true;
            /** Format: uuid */
            goal_id: string;
            message: string;
        };
        SaveDemoRequest: {
            /**
             * Format: uri
             * @description URL of the page that the goal is about, http or https.
             */
            url: string;
            /** @description URLs of files, or the files themselves: as `data:` URLs, or in base64 (RFC 4648, section 4) with padding. The limit of the whole body is 10 MiB. */
            files: string[];
        };
        Schedule: {
            /**
             * Format: uuid
             * @description ID of the schedule.
             */
            schedule_id: string;
            /** @description Name of the schedule, unique in the account. */
            name: string;
            /**
             * @description When the schedule is due, in five fields: minute, hour, day of month, month, day of week. `30 7 * * 1-5` is 7:30 on workdays.
             *     The shortest interval is one minute. A local time that a clock change leaves out is not due on that day; one that it repeats is
             *     due once, unless the expression names every hour. An expression that is not due in the next 30 years is refused.
             */
            cron: string;
            /** @description IANA name of the time zone in which `cron` is read, such as `Europe/Berlin`. */
            timezone: string;
            /**
             * @description What happens at a due time while a task of the schedule waits or runs. `skip`: no task is submitted, and the run has the outcome `skipped`. `allow`: another task is submitted.
             * @enum {string}
             */
            overlap: "skip" | "allow";
            /**
             * @description What happens to due times that pass while the service is down. `none`: they are missed, and so is one that could only run more than two minutes late. `once`: when it is up again, one task is submitted for the last of them.
             * @enum {string}
             */
            catch_up: "none" | "once";
            /** @description A paused schedule is not due. Due times that pass in the meantime are skipped. */
            paused: boolean;
            task: components["schemas"]["ShownScheduledTask"];
            /** @description Which parts of the submission are stored encrypted, such as `secure_parameters.password`. */
            secret_members: string[];
            /**
             * @description Present if the encrypted part can no longer be decrypted, for example because its key was removed. Runs are refused until `task` is sent again with `PATCH`.
             * @constant
             */
            is_damaged?: true;
            /** @description Name of the API key that created the schedule, at that time. */
            created_by: string | null;
            /** @description The state of that key; null if it is not known. A schedule does not need its key: it runs until it is paused or deleted. */
            created_by_status: ("valid" | "expired" | "revoked") | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description Why the schedule is never due, although it is not paused; absent otherwise. Only an earlier release accepted such schedules. It submits nothing until `cron` or `timezone` is changed with `PATCH`. */
            times_error?: string;
            /** @description The next five due times; fewer if the next 30 years have fewer, and none while the schedule is paused. */
            next_runs: components["schemas"]["Timestamp"][];
            /** @description The latest run; null before the first one. */
            last_run: components["schemas"]["ScheduleRun"] | null;
        };
        ScheduleAnswer: {
            /** @constant */
            success: true;
            schedule: components["schemas"]["Schedule"];
        };
        /** @description `data` of a `schedule` event. */
        ScheduleChangedEvent: {
            /** Format: uuid */
            schedule_id: string;
            name: string;
            /**
             * @description `changed`: its times, its task or another setting. Pausing and resuming have their own names.
             * @enum {string}
             */
            change: "created" | "changed" | "paused" | "resumed" | "deleted";
            at: components["schemas"]["Timestamp"];
        };
        ScheduleDeleted: {
            /** @constant */
            success: true;
            /** @description What happened, in a sentence. */
            message: string;
        };
        ScheduleList: {
            /** @constant */
            success: true;
            /** @description Sorted by name. */
            schedules: components["schemas"]["Schedule"][];
            /** @description Pass it as `cursor` to get the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description `data` of a `schedule_run` event. */
        ScheduleRanEvent: {
            /** Format: uuid */
            schedule_id: string;
            name: string;
            due_at: components["schemas"]["Timestamp"];
            /**
             * @description As in the list of runs.
             * @enum {string}
             */
            outcome: "submitted" | "skipped" | "refused" | "missed";
            /** @description Whether it ran late, after its due time. */
            catch_up: boolean;
            /**
             * Format: uuid
             * @description The submitted task.
             */
            task_id: string | null;
            /** @description Code of the error with which the submission was refused. */
            error_code: string | null;
            at: components["schemas"]["Timestamp"];
        };
        /** @description What a schedule did at a due time. */
        ScheduleRun: {
            /** @description The due time. */
            due_at: components["schemas"]["Timestamp"];
            /**
             * @description `submitted`: `task_id` was queued. `skipped`: a task of the schedule was still open (`overlap`). `refused`: the submission was refused with `error`, for example because its recording was deleted. `missed`: the service was down. It is recorded when the service is up again, for the last two missed due times at most.
             * @enum {string}
             */
            outcome: "submitted" | "skipped" | "refused" | "missed";
            /** @description Whether it ran late because the service was down at the due time (`catch_up`). */
            catch_up: boolean;
            /**
             * Format: uuid
             * @description ID of the submitted task.
             */
            task_id: string | null;
            error: components["schemas"]["TaskRefusal"] | null;
            /** @description When it ran. */
            created_at: components["schemas"]["Timestamp"];
        };
        ScheduleRunList: {
            /** @constant */
            success: true;
            /** @description Latest first. Runs are listed for 30 days; the latest one always is. */
            runs: components["schemas"]["ScheduleRun"][];
            /** @description Pass it as `cursor` to get the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description What a schedule submits: the members of a submission except `input_files`. `secure_parameters`, `rdp_parameter` and `task_callback_api_key` are stored encrypted, and no response contains them. */
        ScheduledTask: {
            /** @description Name of the automation endpoint. Must match a recording of the account (else 404). */
            endpoint_name: components["schemas"]["EndpointName"];
            /** @description Input values by parameter name; every value is a list of strings. Include every parameter that the automation defines. An `input_text` action that uses an empty list is skipped. */
            input_parameters: components["schemas"]["InputParameters"];
            /**
             * @description Names of the input parameters that identify the login. Tasks with the same values of these parameters share a login queue. Every name must be a key of `input_parameters` (else 400).
             * @default []
             */
            unique_parameter_names?: string[];
            /** @description Where sensitive values come from, by parameter name. A value is read when a step types it; if the vault does not return it, the task fails at that step with `secret_unavailable`. */
            secure_parameters?: components["schemas"]["SecureParameters"];
            rdp_parameter?: components["schemas"]["RdpParameter"];
            /**
             * @description Timeout of each attempt, in minutes.
             * @default 10
             */
            max_timeout_in_minutes?: number;
            /**
             * @description Run the browser behind the configured proxy. Refused together with `is_dedicated` and with `rdp_parameter` (400). All traffic of the browser goes through it; `api_call`, `file_url` and downloads that the worker fetches itself do not. The task fails with `proxy_failed` on a worker without a proxy, or if the proxy refuses the worker's login.
             * @default false
             */
            use_proxy?: boolean;
            /**
             * @description Keeps the browser open and logged in for the next task of the same login queue. The first task logs in, and later tasks find the browser as the previous one left it, so the automation must handle both. A warm session that is idle for a few minutes is closed. Without `unique_parameter_names`, the task shares one login queue with all such dedicated tasks of the portal, instead of having none. Refused together with `rdp_parameter`.
             * @default false
             */
            is_dedicated?: boolean;
            /**
             * Format: uri
             * @description URL to which the result is delivered. Overrides the recording's `callback_url`.
             */
            task_callback_url?: string;
            /** @description Key sent to `task_callback_url` in the `x-api-key` header: printable ASCII without leading or trailing spaces. Needs `task_callback_url`. */
            task_callback_api_key?: string;
            /**
             * @description How many tasks of the portal (the origin of the automation's `url`) may run at once, across all its login queues.
             *
             *     - If it is sent, it limits all tasks of the portal, dedicated or not; an idle warm session counts as a task. Further tasks wait, and
             *       a waiting task ends a warm session that blocks it. The newest value above 1 applies to the portal. A value of 1 applies only if
             *       the portal has no limit yet, or while none of its tasks wait or run.
             *     - If it is left out, the portal keeps the limit that it has. A portal without any has the default, which limits only its warm
             *       sessions (`is_dedicated`), to one at a time. Its other tasks are limited by the workers alone.
             *
             *     `GET /api/v1/tasks/{task_id}/queue` returns the limit of the portal, and `portal_limit` as the reason for a wait because of it.
             * @default 1
             */
            max_parallelism?: number;
            /**
             * @description How many tasks of the login queue may run at once. The newest value above 1 applies. A value of 1 applies only while no tasks of the login queue wait or run.
             * @default 1
             */
            per_login_parallelism?: number;
            /**
             * @description Which attempts leave a trace of their pages for the trace viewer: none (`off`), failed ones (`failed`), all (`all`), or failed ones with the bodies of their responses, so that a debug session can replay them (`replayable`). Null or no value leaves it to the setting `TRACE` of the workers. Workers that are set to `TRACE=off` leave no trace, whatever a task asks for.
             * @default null
             * @enum {string|null}
             */
            trace?: "off" | "failed" | "all" | "replayable" | null;
            /**
             * @description Place among the waiting tasks of the login queue: lower runs first, negative values are allowed, null or no value runs last, ties run in the order of arrival. A running task is never interrupted.
             * @default null
             */
            priority?: number | null;
        };
        /**
         * @description `raw`: the value itself; `totp_secret`: the value is the seed of a one-time password, and `digits` is required.
         * @default raw
         * @enum {string}
         */
        SecretType: "raw" | "totp_secret";
        /** @description Source of one secret. Exactly one of the three kinds. */
        SecureParameter: {
            onepassword?: components["schemas"]["OnePasswordSecret"];
            amazon_secrets_manager?: components["schemas"]["AmazonSecret"];
            totp?: components["schemas"]["TotpSecret"];
        };
        /** @description References to secrets by parameter name. The control plane resolves them when a step types them. */
        SecureParameters: {
            [key: string]: components["schemas"]["SecureParameter"][];
        };
        SessionAnswer: {
            /** @constant */
            success: true;
            session: components["schemas"]["DebugSession"];
        };
        /** @description An element of the page. Text is shortened. */
        SessionElement: {
            /** @description In pixels of the viewport; null if it has none. */
            box: ({
                x: number;
                y: number;
                width: number;
                height: number;
            } & {
                [key: string]: unknown;
            }) | null;
            text?: string | null;
            role?: string | null;
            /** @description Accessible name. */
            name?: string | null;
            tag?: string | null;
            /** @description URL of its frame; null for the page itself. */
            frame?: string | null;
            is_visible: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description `closed`: a client ended it. `idle`: nobody used it for `idle_seconds`. `deadline`: it lasted, or waited for a worker for, `max_minutes`. `worker_drained`: its worker was taken out of service. `worker_lost`: its worker stopped. `cancelled`: an operator cancelled it. `failed`: its browser could not continue; see `error`.
         * @enum {string}
         */
        SessionEndReason: "closed" | "idle" | "deadline" | "worker_drained" | "worker_lost" | "cancelled" | "failed";
        /** @description One server-sent event of a debug session. */
        SessionEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /**
             * @description `state`: the state has changed, with `state`, `page_url` and `position`, or with `end_reason` and `error`. `command`: a command has ended, with `number`, `kind` and the class of its `error`, if any. `recorded_node`: a step was recorded, with its `kind` and the `count` so far. `step`, `navigation` and `console`: what happened in the browser.
             * @enum {string}
             */
            event: "state" | "command" | "step" | "navigation" | "console" | "recorded_node";
            /** @description An event larger than 1 MiB omits its largest members; `left_out` then lists their names. If the event can no longer be decrypted, for example because a key was removed, `data` contains only `is_damaged: true`. */
            data: {
                [key: string]: unknown;
            };
        };
        SessionFailure: {
            /** @description An error class of steps, or another stable name, such as `pick_timeout`. */
            class: string;
            /** @description What happened, in a sentence. Never contains a secret. */
            message: string;
        };
        SessionList: {
            /** @constant */
            success: true;
            sessions: components["schemas"]["DebugSession"][];
        };
        SessionRecordingAnswer: {
            is_recording: boolean;
            /** @description What is recorded, as `POST /automations/check` accepts it. Null before the first recording of the session. */
            automation: {
                [key: string]: unknown;
            } | null;
            /** @description What was typed, by the names of the input parameters. */
            inputs: {
                [key: string]: string[];
            };
            /** @description Secrets that the automation needs, each with an empty list. Their values are never recorded. */
            secure_parameters: {
                [key: string]: string[];
            };
            /** @description In the order of the recording. */
            nodes: components["schemas"]["RecordedNode"][];
            /** @description What could not be recorded. */
            faults: string[];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description `opening`: it waits for a worker, or its start page is opening. `ready`: it waits for a command. `busy`: a command runs. `ended`: its browser is gone; see `end_reason`.
         * @enum {string}
         */
        SessionState: "opening" | "ready" | "busy" | "ended";
        /** @description A step as in a task, with what the page showed. Other members may be added. */
        SessionStep: {
            node_path: string;
            kind: string;
            outcome: components["schemas"]["StepOutcome"];
            /** @description Why it was skipped. */
            reason?: string;
            error_class?: string;
            error_message?: string;
            started_at: components["schemas"]["Timestamp"];
            duration_ms: number;
            page_url?: string;
            /** @description The page after the step, as a data URL of a JPEG. Secrets are masked. */
            picture?: string;
            /** @description For a failed step, what the page showed. */
            evidence?: {
                /** @description Data URL. */
                screenshot?: string;
                page_url?: string;
                title?: string;
                accessibility_snapshot?: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        SessionTab: {
            url: string;
            is_current: boolean;
        };
        /** @description Values by name. Secrets are masked. The largest ones are `[left out: N bytes]` if all together have more than 1 MiB in a state, or 4 MiB in an answer to a command. */
        SessionVariables: {
            [key: string]: unknown[];
        };
        SetAutomationRequest: {
            automation: components["schemas"]["Automation"];
        };
        SetVariablesRequest: {
            variables: {
                [key: string]: string[] | null;
            };
        };
        /** @description The submission of a schedule, without its encrypted members. */
        ShownScheduledTask: {
            /** @description Name of the automation endpoint. Must match a recording of the account (else 404). */
            endpoint_name: components["schemas"]["EndpointName"];
            /** @description Input values by parameter name; every value is a list of strings. Include every parameter that the automation defines. An `input_text` action that uses an empty list is skipped. */
            input_parameters: components["schemas"]["InputParameters"];
            /**
             * @description Names of the input parameters that identify the login. Tasks with the same values of these parameters share a login queue. Every name must be a key of `input_parameters` (else 400).
             * @default []
             */
            unique_parameter_names?: string[];
            /**
             * @description Timeout of each attempt, in minutes.
             * @default 10
             */
            max_timeout_in_minutes?: number;
            /**
             * @description Run the browser behind the configured proxy. Refused together with `is_dedicated` and with `rdp_parameter` (400). All traffic of the browser goes through it; `api_call`, `file_url` and downloads that the worker fetches itself do not. The task fails with `proxy_failed` on a worker without a proxy, or if the proxy refuses the worker's login.
             * @default false
             */
            use_proxy?: boolean;
            /**
             * @description Keeps the browser open and logged in for the next task of the same login queue. The first task logs in, and later tasks find the browser as the previous one left it, so the automation must handle both. A warm session that is idle for a few minutes is closed. Without `unique_parameter_names`, the task shares one login queue with all such dedicated tasks of the portal, instead of having none. Refused together with `rdp_parameter`.
             * @default false
             */
            is_dedicated?: boolean;
            /**
             * Format: uri
             * @description URL to which the result is delivered. Overrides the recording's `callback_url`.
             */
            task_callback_url?: string;
            /**
             * @description How many tasks of the portal (the origin of the automation's `url`) may run at once, across all its login queues.
             *
             *     - If it is sent, it limits all tasks of the portal, dedicated or not; an idle warm session counts as a task. Further tasks wait, and
             *       a waiting task ends a warm session that blocks it. The newest value above 1 applies to the portal. A value of 1 applies only if
             *       the portal has no limit yet, or while none of its tasks wait or run.
             *     - If it is left out, the portal keeps the limit that it has. A portal without any has the default, which limits only its warm
             *       sessions (`is_dedicated`), to one at a time. Its other tasks are limited by the workers alone.
             *
             *     `GET /api/v1/tasks/{task_id}/queue` returns the limit of the portal, and `portal_limit` as the reason for a wait because of it.
             * @default 1
             */
            max_parallelism?: number;
            /**
             * @description How many tasks of the login queue may run at once. The newest value above 1 applies. A value of 1 applies only while no tasks of the login queue wait or run.
             * @default 1
             */
            per_login_parallelism?: number;
            /**
             * @description Which attempts leave a trace of their pages for the trace viewer: none (`off`), failed ones (`failed`), all (`all`), or failed ones with the bodies of their responses, so that a debug session can replay them (`replayable`). Null or no value leaves it to the setting `TRACE` of the workers. Workers that are set to `TRACE=off` leave no trace, whatever a task asks for.
             * @default null
             * @enum {string|null}
             */
            trace?: "off" | "failed" | "all" | "replayable" | null;
            /**
             * @description Place among the waiting tasks of the login queue: lower runs first, negative values are allowed, null or no value runs last, ties run in the order of arrival. A running task is never interrupted.
             * @default null
             */
            priority?: number | null;
        };
        SigningSecret: {
            /** Format: uuid */
            signing_secret_id: string;
            /** @description `whsec_` and the key in base64, the form that Standard Webhooks libraries accept. */
            secret: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description When it stops signing; null for the current one. */
            expires_at: components["schemas"]["Timestamp"] | null;
        };
        SigningSecretsAnswer: {
            /** @constant */
            success: true;
            /** @description The secrets that sign now, at most three, the current one first. */
            signing_secrets: components["schemas"]["SigningSecret"][];
        };
        /** @description Response for a single ID. */
        SingleTaskStatus: {
            /** @constant */
            success: true;
            task: components["schemas"]["TaskStatusData"];
        };
        /** @description Like `SlackSettings`. Without `token`, the stored one is kept. */
        SlackChange: {
            /** @description Domain of the workspace, as in `slack_workspace_domain` of a two_fa_action. */
            workspace_domain: string;
            /** @description Token of a Slack app (`xoxb-...`). Never returned. */
            token?: string;
        };
        /**
         * @description A Slack workspace from which one-time codes are read. The token needs the scopes `channels:read`, `channels:history` and
         *     `users:read` (and `groups:read`, `groups:history` for private channels), and its app must be in the channel.
         */
        SlackSettings: {
            /** @description Domain of the workspace, as in `slack_workspace_domain` of a two_fa_action. */
            workspace_domain: string;
            /** @description Token of a Slack app (`xoxb-...`). Never returned. */
            token: string;
        };
        /** @description Like `SlackSettings`, with defaults and without `token`. */
        SlackShown: {
            /** @description Domain of the workspace, as in `slack_workspace_domain` of a two_fa_action. */
            workspace_domain: string;
        };
        /** @description Waits for a fixed time. */
        SleepAction: {
            /** @description How long, in seconds; fractions are allowed. The deadline of the task still applies. */
            sleep_time: number;
        };
        /** @description Like `SmsSettings`. Without `auth_token`, the stored one is kept. */
        SmsChange: {
            /** @description Account SID of Twilio. */
            account_sid: string;
            /** @description Its auth token. Never returned. */
            auth_token?: string;
        };
        /** @description A Twilio account from whose text messages one-time codes are read. */
        SmsSettings: {
            /** @description Account SID of Twilio. */
            account_sid: string;
            /** @description Its auth token. Never returned. */
            auth_token: string;
        };
        /** @description Like `SmsSettings`, with defaults and without `auth_token`. */
        SmsShown: {
            /** @description Account SID of Twilio. */
            account_sid: string;
        };
        SnapshotAnswer: {
            page_url: string;
            title: string;
            /** @description The accessibility tree, one element per line. Those of up to 20 frames follow. */
            accessibility_snapshot: string;
            /** @description Data URL of a screenshot of the viewport. */
            screenshot: string;
        } & {
            [key: string]: unknown;
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
        /** @description Response to a submission of the older shape. */
        StartAccepted: {
            /** @constant */
            success: true;
            /** @description What happened, in a sentence. */
            message: string;
            /**
             * Format: uuid
             * @description ID of the task.
             */
            task_id: string;
            /** @constant */
            status: "started";
        };
        /**
         * @deprecated
         * @description Older shape of a submission. Recognised by `end_point`, or by `goal` without `endpoint_name`.
         */
        StartInferenceRequest: {
            /** @description Name of the automation endpoint on whose start page the agent begins (404 if there is none). */
            end_point: components["schemas"]["EndpointName"];
            /** @description What the task must achieve, in words. Text in braces is literal text, not a placeholder. */
            goal: string;
            /** @description Input values that are passed to the agent, by name. Values may be strings, numbers, booleans, null, and lists of them; anything else is passed as JSON. The name `errand_goal` is reserved. */
            params?: {
                [key: string]: unknown;
            };
        };
        /** @description Either `automation` or `version`, and either `percent` or `first_tasks`. */
        StartRolloutRequest: {
            /** @description The automation of the new version. */
            automation?: components["schemas"]["Automation"];
            /** @description Number of an older version whose automation the new version gets. */
            version?: number;
            /** @description The version that is current as far as you know. If another one is current now, nothing is changed (409), so authors do not overwrite each other. Without it, the new version is compared with any. */
            base_version?: number;
            /** @description Share of the new tasks that run the new version, chosen by a hash of their ids. */
            percent?: number;
            /** @description How many of the next submitted tasks run the new version. At least `min_tasks`. */
            first_tasks?: number;
            /**
             * @description Results that each version needs before the roll-out can be complete.
             * @default 20
             */
            min_tasks?: number;
            /**
             * @description How much higher the share of failed tasks may be with the new version, such as 0.05 for 15 % instead of 10 %.
             * @default 0.05
             */
            max_failure_rate_increase?: number;
            /** @description Why the version was created. */
            comment?: components["schemas"]["VersionComment"];
        };
        /**
         * @description Width of the buckets; they begin at full hours, or at midnight, in UTC.
         * @default hour
         * @enum {string}
         */
        StatisticBucket: "hour" | "day";
        /** @description Figures of one bucket. */
        StatisticBucketFigures: {
            starts_at: components["schemas"]["Timestamp"];
            /** @description How many tasks ended. */
            tasks: number;
            /** @description How many of them have this status. */
            success: number;
            /** @description How many of them have this status. */
            failed: number;
            /** @description How many of them have this status. */
            cancelled: number;
            /** @description `success` / (`success` + `failed`), with four decimals; null if both are 0. */
            success_rate: number | null;
            /** @description From the submission until a worker took the task for the first time; null if there was no such task. */
            wait_ms: components["schemas"]["TaskTimes"] | null;
            /** @description From the start of the task's last attempt (`started_at`) to its end; null if no task was started. */
            duration_ms: components["schemas"]["TaskTimes"] | null;
            /**
             * @description Cost of language models in US dollars, of all attempts. Tasks whose cost is unknown (`model_usage.cost_usd` is null)
             *     count as 0.
             */
            model_cost_usd: number;
        };
        /** @description Figures of the tasks with one value of `group_by`. */
        StatisticGroup: {
            /** @description Null for tasks without an error class. */
            value: string | null;
            total: components["schemas"]["TaskFigures"];
            /** @description Buckets in which tasks of the group ended, oldest first. */
            buckets: components["schemas"]["StatisticBucketFigures"][];
        };
        /** @enum {string} */
        StatisticGrouping: "status" | "endpoint_name" | "error_class" | "recording_id";
        Statistics: {
            /** @constant */
            success: true;
            /** @description Start of the first bucket. */
            from: components["schemas"]["Timestamp"];
            /** @description End of the last bucket. */
            to: components["schemas"]["Timestamp"];
            bucket: components["schemas"]["StatisticBucket"];
            group_by: components["schemas"]["StatisticGrouping"] | null;
            total: components["schemas"]["TaskFigures"];
            /** @description Every bucket from `from` to `to`, oldest first, including those in which no task ended. */
            buckets: components["schemas"]["StatisticBucketFigures"][];
            /** @description The groups with the most tasks, at most 30, or fewer with many buckets; empty without `group_by`. */
            groups: components["schemas"]["StatisticGroup"][];
            /** @description Whether there are groups besides `groups`. `total` and `buckets` include them. */
            has_more_groups: boolean;
        };
        /** @description `data` of a `status` event: the new status of the task. */
        StatusEvent: {
            /** Format: uuid */
            task_id: string;
            status: components["schemas"]["TaskStatus"];
            at: components["schemas"]["Timestamp"];
            /** @description Number of the attempt that it belongs to; 0 before the first one. */
            attempt: number;
            /** @description Why the attempt failed; null otherwise. */
            error: string | null;
            error_class: components["schemas"]["ErrorClass"] | null;
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
        StepsAnswer: {
            /** @description What ran, in order. */
            steps: components["schemas"]["SessionStep"][];
            /** @description Why the last step failed, or why `until` was not reached; absent if all went well. */
            failure?: {
                class: string;
                message: string;
            } & {
                [key: string]: unknown;
            };
            /** @description In a replay, requests since the last command that match no recorded response, at most 100; after the first command, also those of the start page and the steps before `until`. These requests failed, except downloads, which began and were cancelled, and those with `body_differs`. Absent if there are none. */
            missed_requests?: ({
                method: string;
                url: string;
                /**
                 * @description `body_not_kept`: the trace has the response, but not its body. `download_not_kept`: the response began a download, and no trace has the file. A step that waits for it fails with `download_missing`. `body_differs`: the request got the response to a request with another body, which may be the wrong one. Each address is listed once.
                 * @enum {string}
                 */
                reason: "not_recorded" | "body_not_kept" | "download_not_kept" | "body_differs";
            } & {
                [key: string]: unknown;
            })[];
            /** @description What these steps extracted. */
            output_data: unknown[];
            variables: components["schemas"]["SessionVariables"];
            /** @description Path of the node that runs next; null after the last one. */
            position: string | null;
            page_url: string | null;
            tabs: components["schemas"]["SessionTab"][];
        } & {
            [key: string]: unknown;
        };
        StopRecordingRequest: {
            /**
             * @description Replay the recording and mark each node. The replay acts on the real site, in a page without cookies or storage, and the session continues where the replay ends.
             * @default true
             */
            replay?: boolean;
        };
        StreamAnswer: {
            /**
             * Format: uri
             * @description `wss` URL (`ws` on a local installation) for a noVNC client, with a signed ticket in it. Valid for one connection, until `expires_at`. Request a new one for every connection. Anyone who has it can watch: do not log it.
             */
            stream_url: string;
            /** @description The latest time at which a viewer can connect. */
            expires_at: components["schemas"]["Timestamp"];
            /**
             * @description What the URL allows.
             * @enum {string}
             */
            mode: "view" | "control";
        };
        SubmissionResult: {
            /** @description Position of the submission in `tasks`, from 0. */
            index: number;
            /**
             * @description `accepted`: the task is queued, or was by an earlier request. `refused`: nothing was stored for it.
             * @enum {string}
             */
            outcome: "accepted" | "refused";
            /**
             * Format: uuid
             * @description ID of the task; null if the submission was refused.
             */
            task_id: string | null;
            /** @description Whether an earlier request with the same `Idempotency-Key` had stored the task. */
            replayed: boolean;
            /** @description Why the submission was refused; null if it was accepted. */
            error: components["schemas"]["TaskRefusal"] | null;
        };
        /** @description The task is queued. */
        SubmitAccepted: {
            /** @constant */
            success: true;
            /** @description What happened, in a sentence. */
            message: string;
            /**
             * Format: uuid
             * @description ID of the task.
             */
            task_id: string;
        };
        SubmitAnswer: components["schemas"]["SubmitAccepted"] | components["schemas"]["LocalSubmitAccepted"];
        /** @description Two shapes on one route. A body with the member `end_point`, or with `goal` and without `endpoint_name`, is an older `StartInferenceRequest`; any other body is a `SubmitTaskRequest`. */
        SubmitBody: components["schemas"]["SubmitTaskRequest"] | components["schemas"]["StartInferenceRequest"];
        /** @description Error of a submission. */
        SubmitError: {
            /** @constant */
            success: false;
            /** @description What happened and what to do, in a sentence. */
            message: string;
        };
        /** @description `OlderError` when the request's body has the older shape (`StartInferenceRequest`), otherwise `SubmitError`. */
        SubmitOrOlderError: components["schemas"]["SubmitError"] | components["schemas"]["OlderError"];
        /** @description Runs a recorded automation. Every body that is not of the older shape. */
        SubmitTaskRequest: {
            /** @description Name of the automation endpoint. Must match a recording of the account (else 404). */
            endpoint_name: components["schemas"]["EndpointName"];
            /** @description Input values by parameter name; every value is a list of strings. Include every parameter that the automation defines. An `input_text` action that uses an empty list is skipped. */
            input_parameters: components["schemas"]["InputParameters"];
            /**
             * @description Names of the input parameters that identify the login. Tasks with the same values of these parameters share a login queue. Every name must be a key of `input_parameters` (else 400).
             * @default []
             */
            unique_parameter_names?: string[];
            /** @description Where sensitive values come from, by parameter name. A value is read when a step types it; if the vault does not return it, the task fails at that step with `secret_unavailable`. */
            secure_parameters?: components["schemas"]["SecureParameters"];
            rdp_parameter?: components["schemas"]["RdpParameter"];
            /** @description Added by Errand. Files of the task for `upload_file.input_file`: at most 10, and 10 MiB (10,485,760 bytes) together when decoded. They are stored before the task is queued, every attempt has them, and a retry of the task gets them again. No response, event or callback contains their contents. An invalid file is refused with 400; a name with a character that cannot be stored (U+0000, an unpaired surrogate) with 422. */
            input_files?: components["schemas"]["GivenInputFiles"];
            /**
             * @description Timeout of each attempt, in minutes.
             * @default 10
             */
            max_timeout_in_minutes?: number;
            /**
             * @description Run the browser behind the configured proxy. Refused together with `is_dedicated` and with `rdp_parameter` (400). All traffic of the browser goes through it; `api_call`, `file_url` and downloads that the worker fetches itself do not. The task fails with `proxy_failed` on a worker without a proxy, or if the proxy refuses the worker's login.
             * @default false
             */
            use_proxy?: boolean;
            /**
             * @description Keeps the browser open and logged in for the next task of the same login queue. The first task logs in, and later tasks find the browser as the previous one left it, so the automation must handle both. A warm session that is idle for a few minutes is closed. Without `unique_parameter_names`, the task shares one login queue with all such dedicated tasks of the portal, instead of having none. Refused together with `rdp_parameter`.
             * @default false
             */
            is_dedicated?: boolean;
            /**
             * Format: uri
             * @description URL to which the result is delivered. Overrides the recording's `callback_url`.
             */
            task_callback_url?: string;
            /** @description Key sent to `task_callback_url` in the `x-api-key` header: printable ASCII without leading or trailing spaces. Needs `task_callback_url`. */
            task_callback_api_key?: string;
            /**
             * @description How many tasks of the portal (the origin of the automation's `url`) may run at once, across all its login queues.
             *
             *     - If it is sent, it limits all tasks of the portal, dedicated or not; an idle warm session counts as a task. Further tasks wait, and
             *       a waiting task ends a warm session that blocks it. The newest value above 1 applies to the portal. A value of 1 applies only if
             *       the portal has no limit yet, or while none of its tasks wait or run.
             *     - If it is left out, the portal keeps the limit that it has. A portal without any has the default, which limits only its warm
             *       sessions (`is_dedicated`), to one at a time. Its other tasks are limited by the workers alone.
             *
             *     `GET /api/v1/tasks/{task_id}/queue` returns the limit of the portal, and `portal_limit` as the reason for a wait because of it.
             * @default 1
             */
            max_parallelism?: number;
            /**
             * @description How many tasks of the login queue may run at once. The newest value above 1 applies. A value of 1 applies only while no tasks of the login queue wait or run.
             * @default 1
             */
            per_login_parallelism?: number;
            /**
             * @description Which attempts leave a trace of their pages for the trace viewer: none (`off`), failed ones (`failed`), all (`all`), or failed ones with the bodies of their responses, so that a debug session can replay them (`replayable`). Null or no value leaves it to the setting `TRACE` of the workers. Workers that are set to `TRACE=off` leave no trace, whatever a task asks for.
             * @default null
             * @enum {string|null}
             */
            trace?: "off" | "failed" | "all" | "replayable" | null;
            /**
             * @description Place among the waiting tasks of the login queue: lower runs first, negative values are allowed, null or no value runs last, ties run in the order of arrival. A running task is never interrupted.
             * @default null
             */
            priority?: number | null;
        };
        SubmitTasksAnswer: {
            /** @constant */
            success: true;
            /** @description Number of accepted submissions, including replayed ones. */
            accepted_count: number;
            /** @description Number of submissions that an earlier request with the same `Idempotency-Key` had stored. */
            replayed_count: number;
            /** @description Number of submissions that were not stored. */
            refused_count: number;
            /** @description The outcome of each submission, in the order of the request. */
            results: components["schemas"]["SubmissionResult"][];
        };
        SubmitTasksRequest: {
            /** @description The submissions, each as in a separate request. One that violates its schema is refused individually. */
            tasks: components["schemas"]["SubmitTaskRequest"][];
            /** @description What identifies each submission under the `Idempotency-Key`, in the order of `tasks`, instead of its position there. A list may then be corrected, sorted or divided before it is sent again. Needs the `Idempotency-Key` header. */
            item_keys?: string[];
        };
        /** @description A task with everything that a local inference server needs to run it. It contains an API key, so only a submission with `x-inference-target: local` returns it. */
        Task: {
            /**
             * Format: uuid
             * @description ID of the task.
             */
            task_id: string;
            /** @description The account that owns the task. */
            user_id: string;
            /**
             * Format: uuid
             * @description The recording that the task runs.
             */
            recording_id: string;
            automation: components["schemas"]["Automation"];
            input_parameters: components["schemas"]["InputParameters"];
            /** @description Names of the input parameters that identify the login. */
            unique_parameter_names: string[];
            /** @description Those parameters with their values; null if there are none. */
            unique_parameters: components["schemas"]["InputParameters"] | null;
            created_at: components["schemas"]["Timestamp"];
            allocated_at: components["schemas"]["Timestamp"] | null;
            started_at: components["schemas"]["Timestamp"] | null;
            completed_at: components["schemas"]["Timestamp"] | null;
            status: components["schemas"]["TaskStatus"];
            /** @description Why the task failed. */
            error: string | null;
            /**
             * @description Number of previous retries of the task.
             * @default 0
             */
            retry_count: number;
            /**
             * @description How often the task may be retried after a lost lease or a crashed browser; 0 on a local server.
             * @default 1
             */
            max_retries: number;
            /** @description Folder for the task's files, below the local server's data folder. */
            save_directory: string;
            /** @description Folder of this task; if null, the server chooses it below `save_directory`. */
            task_directory?: string | null;
            /** @description Folder of this task; if null, the server chooses it below `save_directory`. */
            logs_directory?: string | null;
            /** @description Folder of this task; if null, the server chooses it below `save_directory`. */
            downloads_directory?: string | null;
            /** @description Folder of this task; if null, the server chooses it below `save_directory`. */
            log_file_path?: string | null;
            /** @description The same for tasks that must not run at the same time. */
            dedup_key: string;
            /** @description API key of the submitter. */
            api_key: string;
        };
        /** @description One attempt, from the moment a worker takes the task to its report or its loss. */
        TaskAttempt: {
            /** @description Number of the attempt, from 1. */
            attempt: number;
            allocated_at: components["schemas"]["Timestamp"];
            /** @description When the automation began; null if it never did. */
            started_at: components["schemas"]["Timestamp"] | null;
            /** @description When the attempt ended; null while it continues. */
            ended_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description null while the attempt continues. `lost`: the worker stopped sending heartbeats; `released`: the worker returned the task.
             * @enum {string|null}
             */
            outcome: "success" | "failed" | "cancelled" | "lost" | "released" | null;
            error_class: components["schemas"]["ErrorClass"] | null;
            /** @description Why the attempt failed; null otherwise. */
            error: string | null;
        };
        /** @description `data` of a `task` event. */
        TaskChangedEvent: {
            /** Format: uuid */
            task_id: string;
            /** Format: uuid */
            recording_id: string;
            endpoint_name: string;
            status: components["schemas"]["TaskStatus"];
            /** @description Number of the attempt that it belongs to; 0 before the first one. */
            attempt: number;
            /** @description Why the task failed; null otherwise. `GET /api/v1/tasks/{task_id}` has the message. */
            error_class: components["schemas"]["ErrorClass"] | null;
            at: components["schemas"]["Timestamp"];
        };
        TaskDeleted: {
            /** @constant */
            success: true;
            message: string;
        };
        /** @description A task with its results, attempts and steps. */
        TaskDetail: {
            /**
             * Format: uuid
             * @description ID of the task.
             */
            task_id: string;
            status: components["schemas"]["TaskStatus"];
            /** @description When the task was submitted. */
            created_at: components["schemas"]["Timestamp"] | null;
            /** @description When a worker last took the task; null before that. */
            allocated_at: components["schemas"]["Timestamp"] | null;
            /** @description When the worker last began the automation; null before that. */
            started_at: components["schemas"]["Timestamp"] | null;
            /** @description When the task reached its final state; null before that. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description Why the task failed, in a sentence; null otherwise. */
            error: string | null;
            /** @description Class of the failure; null when the task has not failed. */
            error_class: components["schemas"]["ErrorClass"] | null;
            /**
             * Format: uri
             * @description Added by Errand. The entry of `error_class` in the documentation: what it means, what to look at and what to do. null when the task has not failed.
             */
            error_docs_url: string | null;
            error_node_path: components["schemas"]["ErrorNodePath"];
            /** @description URL of the page at the time of the failure; null if unknown. */
            error_page_url: string | null;
            http_status: components["schemas"]["FailureStatus"];
            /** @description Endpoint name that the task was submitted with. */
            endpoint_name: string;
            /**
             * Format: uuid
             * @description The recording that the task runs.
             */
            recording_id: string;
            /** @description Version of the recording that the task is pinned to. */
            recording_version: number;
            input_parameters: components["schemas"]["InputParameters"];
            /** @description Added by Errand. Files submitted with the task, in order. */
            input_files: components["schemas"]["InputFile"][];
            /** @description Names of the input parameters that identify the login. */
            unique_parameter_names: string[];
            login_queue: components["schemas"]["LoginQueueOrNull"];
            /** @description Lower runs first, null last. */
            priority: number | null;
            /** @description Timeout of each attempt, in minutes. */
            max_timeout_in_minutes: number;
            /** @description Whether the browser uses the configured proxy. */
            use_proxy: boolean;
            /** @description Whether the submission requested a browser that stays warm for the next task of its login queue. */
            is_dedicated: boolean;
            /** @description Number of retries so far, after a lost lease, a crashed browser or an unexpected error. */
            retry_count: number;
            /** @description How often the task may be retried after a lost lease or a crashed browser. */
            max_retries: number;
            /** @description Whether cancellation was requested. The task stays `allocated` or `running` until its worker has stopped it. */
            cancel_requested: boolean;
            /** @description Set while the task is waiting for a person, who resumes it with `POST /api/v1/tasks/{task_id}/resume`; null otherwise. */
            waiting_for_human: components["schemas"]["WaitingForHuman"] | null;
            /**
             * Format: uuid
             * @description The failed or cancelled task that this one retries; null for a first submission.
             */
            retry_of: string | null;
            /**
             * @description Path of the node at which the task continues the one that it retries; null for a task that starts at its first node.
             * @example nodes[3]
             */
            continued_from: string | null;
            /**
             * Format: uuid
             * @description The schedule that submitted the task, even if it was deleted since; null for any other task.
             */
            schedule_id: string | null;
            /** @description Results in the order in which they were extracted; empty until the task has reported. */
            output_data: components["schemas"]["OutputEntry"][];
            for_loop_status: components["schemas"]["LoopStatus"];
            model_usage: components["schemas"]["ModelUsageOrNull"];
            /** @description Number of files that `get_downloads` returns for this task. */
            download_count: number;
            /**
             * Format: uri
             * @description Added by Errand. Page of the trace viewer with a trace of the newest attempt that has left one: what its pages showed before, during and after each step, with console and network. It opens with an API key (header `x-api-key`); `GET /api/v1/tasks/{task_id}/trace/url` returns a URL that opens without one. null if no attempt has left a trace: by default (`TRACE` of the workers), only failed ones do.
             */
            trace_url: string | null;
            /**
             * @description When the task's files were deleted at the end of the account's retention period; null otherwise. URLs of files no longer work, and
             *     `get_downloads` returns 410.
             */
            files_deleted_at: components["schemas"]["Timestamp"] | null;
            /** @description Who had mouse and keyboard control of the task's browser, and for how long; all attempts, oldest first. */
            control_sessions: components["schemas"]["ControlSession"][];
            /** @description Every attempt, oldest first. */
            attempts: components["schemas"]["TaskAttempt"][];
            /** @description The newest 1,000 executed steps of all attempts, oldest first. */
            steps: components["schemas"]["TaskStep"][];
            /** @description Added by Errand. Whether the task has older steps that are left out of `steps`: `GET /api/v1/tasks/{task_id}/steps` returns all of them. */
            steps_truncated: boolean;
        };
        TaskDetailAnswer: {
            /** @constant */
            success: true;
            task: components["schemas"]["TaskDetail"];
        };
        /** @description One server-sent event of a task. */
        TaskEvent: components["schemas"]["TaskStatusEvent"] | components["schemas"]["TaskStepEvent"] | components["schemas"]["TaskFileEvent"] | components["schemas"]["TaskWaitingEvent"] | components["schemas"]["TaskResumedEvent"];
        /** @description Figures of the tasks that ended in a period. */
        TaskFigures: {
            /** @description How many tasks ended. */
            tasks: number;
            /** @description How many of them have this status. */
            success: number;
            /** @description How many of them have this status. */
            failed: number;
            /** @description How many of them have this status. */
            cancelled: number;
            /** @description `success` / (`success` + `failed`), with four decimals; null if both are 0. */
            success_rate: number | null;
            /** @description From the submission until a worker took the task for the first time; null if there was no such task. */
            wait_ms: components["schemas"]["TaskTimes"] | null;
            /** @description From the start of the task's last attempt (`started_at`) to its end; null if no task was started. */
            duration_ms: components["schemas"]["TaskTimes"] | null;
            /**
             * @description Cost of language models in US dollars, of all attempts. Tasks whose cost is unknown (`model_usage.cost_usd` is null)
             *     count as 0.
             */
            model_cost_usd: number;
        };
        /** @description A file is stored. */
        TaskFileEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "file";
            data: components["schemas"]["FileEvent"];
        };
        TaskList: {
            /** @constant */
            success: true;
            /** @description In the order of `sort`, newest first by default. */
            tasks: components["schemas"]["ListedTask"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Number of tasks on all pages; above 2,000, an estimate from the database's statistics, which can be far off for some minutes after thousands of tasks were submitted or deleted. */
            total_estimate: number;
            /** @description Whether `total_estimate` was counted. */
            total_is_exact: boolean;
        };
        TaskQueue: {
            /** Format: uuid */
            task_id: string;
            status: components["schemas"]["TaskStatus"];
            login_queue: components["schemas"]["LoginQueueOrNull"];
            /**
             * @description What the task is waiting for; null if it is not waiting.
             *
             *     - `paused`: an operator has paused the account, the portal or the login; `message` gives the reason.
             *     - `login_busy`: its login has as many running tasks as allowed (`per_login_parallelism`).
             *     - `portal_limit`: its portal is full (`max_parallelism`; for dedicated tasks without one: another login has the one
             *       warm session).
             *     - `account_limit`: this account has as many running tasks as allowed, or has used up its minutes of the last 24 hours
             *       (limits that the operator sets; by default one slot stays free for other accounts).
             *     - `warm_session_busy`: it is next for its login's warm session, whose worker has not taken it yet.
             *     - `no_worker`: only a worker with a free slot is missing. What the workers run is not shown, since other accounts may use them.
             *       Debug sessions, and tasks that continue another one, need a worker that is new enough; `message` says whether there is one.
             *
             *     If several tasks of one login wait, this is what the first of them waits for.
             */
            reason: ("paused" | "login_busy" | "portal_limit" | "account_limit" | "warm_session_busy" | "no_worker") | null;
            /** @description The reason in human-readable sentences, and a debug session of this account that holds a place. Their wording may change. */
            message: string;
            /**
             * @description 1 is next. For a task that waits for a login: its place among the waiting tasks of that login, by priority and arrival. For
             *     any other task: its place among the tasks that its portal takes next, or else among all waiting tasks of this account by
             *     arrival. Tasks of other accounts never count. Null if it is not waiting.
             */
            position: number | null;
            /** @description Whether more than 10,000 tasks are ahead of it, so that `position` (10001) is a lower bound. */
            position_is_lower_bound: boolean;
            /**
             * @description Tasks of this account that hold the place the task is waiting for, longest-held first, at most 50.
             *     Empty if only idle warm sessions hold it, and for `no_worker`.
             */
            held_by: string[];
            /**
             * @description Estimated time until the task starts: its position, divided by how many may run at once, times the median duration of the
             *     last 20 successful tasks of its endpoint. Null if there are none, if `has_worker` is false, if `position` is a lower bound,
             *     for `no_worker`, while the account has no minutes left, and for a task that is not waiting.
             */
            estimated_seconds: number | null;
            /** @description Whether a worker that serves this account was seen within the last 60 seconds. */
            has_worker: boolean;
            /**
             * @description The limit of the portal (`max_parallelism` of submissions) on all its tasks. Null if none was submitted: the portal then
             *     has one warm session at a time, and its other tasks are limited by the workers alone.
             */
            max_parallelism: number | null;
            /**
             * @description The limit of the task's login queue (`per_login_parallelism` of submissions). Null for a task that never waits for another
             *     task's login.
             */
            per_login_parallelism: number | null;
        };
        TaskQueueAnswer: {
            /** @constant */
            success: true;
            queue: components["schemas"]["TaskQueue"];
        };
        /** @description What a request with this submission alone would have returned. */
        TaskRefusal: {
            /** @description The HTTP status. */
            status: number;
            /** @description The value of `x-error-code`. */
            code: string;
            /** @description What happened and what to do, in sentences. */
            message: string;
            /** @description With status 422, every violation of the schema. `loc` begins with `body`, which is the submission. */
            detail?: components["schemas"]["Violation"][];
        };
        /** @description What a receiver gets when a task has ended. */
        TaskResult: {
            /** Format: uuid */
            task_id: string;
            /** Format: uuid */
            recording_id: string;
            endpoint_name: string;
            /** @enum {string} */
            status: "success" | "failed" | "cancelled";
            /** @description Why the task failed; null otherwise. */
            error: string | null;
            /** @description Class of the failure; null when the task has not failed. */
            error_class: components["schemas"]["ErrorClass"] | null;
            error_node_path: components["schemas"]["ErrorNodePath"];
            http_status: components["schemas"]["FailureStatus"];
            /** @description Results in the order in which they were extracted; null when the task never reported. */
            output_data: components["schemas"]["OutputEntry"][] | null;
            /** @description The final screenshot, PNG in base64; null when there is none. */
            final_screenshot: string | null;
            /** @description Files of the task; null when it has none. */
            downloads: {
                /** Format: uri */
                url: string;
                filename: string;
            }[] | null;
            /** @description All files, with their metadata. Present only when at least one of them has metadata. */
            downloads_with_metadata?: {
                /** Format: uri */
                url: string;
                filename: string;
                metadata: {
                    [key: string]: unknown;
                } | null;
            }[];
            input_parameters: components["schemas"]["InputParameters"];
            unique_parameter_names: string[];
        };
        /** @description The wait for a person has ended. */
        TaskResumedEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "resumed";
            data: components["schemas"]["ResumedEvent"];
        };
        /**
         * @description `queued`: waiting for a worker; `allocated`: a worker holds the lease; `running`: the worker has begun; `success`, `failed` and `cancelled` are final.
         * @enum {string}
         */
        TaskStatus: "queued" | "allocated" | "running" | "success" | "failed" | "cancelled";
        TaskStatusAnswer: components["schemas"]["SingleTaskStatus"] | components["schemas"]["BatchTaskStatus"];
        /** @description State of a task. All members are always present. */
        TaskStatusData: {
            /**
             * Format: uuid
             * @description ID of the task.
             */
            task_id: string;
            status: components["schemas"]["TaskStatus"];
            /** @description When the task was submitted. */
            created_at?: components["schemas"]["Timestamp"] | null;
            /** @description When a worker last took the task; null before that. */
            allocated_at?: components["schemas"]["Timestamp"] | null;
            /** @description When the worker last began the automation; null before that. */
            started_at?: components["schemas"]["Timestamp"] | null;
            /** @description When the task reached its final state; null before that. */
            completed_at?: components["schemas"]["Timestamp"] | null;
            /** @description Why the task failed, in a sentence; null otherwise. */
            error?: string | null;
        };
        /** @description The status of the task has changed. */
        TaskStatusEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "status";
            data: components["schemas"]["StatusEvent"];
        };
        TaskStatusRequest: {
            /** @description One ID, which returns `task` (or 404), or a list of at most 50 IDs, which returns `tasks` and `not_found_task_ids`. */
            task_id: string | string[];
        };
        /** @description One executed node. */
        TaskStep: {
            /** @description Number of the attempt that the step belongs to. */
            attempt: number;
            /** @description Position within the attempt, from 0. */
            sequence: number;
            /** @description Path of the node in the automation. */
            node_path: string;
            /** @description Kind of the action or node. */
            kind: string;
            outcome: components["schemas"]["StepOutcome"];
            /** @description Why the step was skipped; null otherwise. */
            reason: string | null;
            error_class: components["schemas"]["ErrorClass"] | null;
            /** @description What went wrong; null otherwise. */
            error_message: string | null;
            started_at: components["schemas"]["Timestamp"];
            /** @description Wall time in milliseconds, including waits. */
            duration_ms: number;
            /** @description URL of the page after the step; null if unknown. */
            page_url: string | null;
            http_status: components["schemas"]["HttpStatus"] | null;
            /** @description null if every wait of the step ended before its bound. */
            waited_for: components["schemas"]["WaitedFor"] | null;
            /** @description null if there were none. */
            dialogs: components["schemas"]["StepDialogs"] | null;
            /** @description Signed, short-lived URL of a screenshot of the page after the step: a small JPEG or, for a failed step, a PNG as large as the window. null if none was taken: steps in quick succession do not all have one, and an attempt has at most 200. Not in events. */
            screenshot_url?: string | null;
            /** @description Signed, short-lived URL of a description of the page on which the step failed: JSON with `node_path`, `page_url`, `page_title` and `accessibility_snapshot` (both null if the page returned none), `console` (the last lines), `network` (the last 30 requests, each with `method`, `url`, `type`, `status`, `failure`, `is_open` and `duration_ms`: those that ended, and then up to ten that were open, because there was no response or the page had not read it) and `dialogs`, with secrets masked. null for steps that did not fail. Not in events. */
            evidence_url?: string | null;
            /** @description Signed, short-lived URL of the output of the step's script, or of what a person did while the step waited, as nodes (JSON): text in UTF-8, at most about 100,000 characters, with secrets masked. null if there is none. Not in events. */
            log_url?: string | null;
            files_left_out?: components["schemas"]["FilesLeftOut"];
            means?: components["schemas"]["StepMeans"];
        };
        /** @description A step has ended. */
        TaskStepEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "step";
            data: components["schemas"]["TaskStep"];
        };
        TaskStepsAnswer: {
            /** @constant */
            success: true;
            steps: components["schemas"]["TaskStep"][];
            /** @description Pass it as `cursor` to get the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description In whole milliseconds. Percentiles are estimates within 5 % of the exact values; the mean is exact. */
        TaskTimes: {
            mean: number;
            p50: number;
            p95: number;
        };
        /** @description The task is waiting for a person. */
        TaskWaitingEvent: {
            /** @description Send it as `Last-Event-ID` to continue after this event. Opaque. */
            id: string;
            /** @constant */
            event: "waiting_for_human";
            data: components["schemas"]["WaitingForHumanEvent"];
        };
        TestDeliveryAnswer: {
            /** @constant */
            success: true;
            /** @description Whether the receiver accepted the example, with a status from 200 to 299. */
            delivered: boolean;
            /**
             * Format: uuid
             * @description The header `webhook-id` that was sent.
             */
            webhook_id: string;
            /** @description HTTP status of the response; null without a response. */
            status: number | null;
            /** @description Why the example was not accepted; null if it was. */
            error: string | null;
            /** @description Beginning of the receiver's response body, at most 1 KB. */
            response: string | null;
        };
        /**
         * Format: date-time
         * @description Point in time, ISO 8601 in UTC with milliseconds and `Z`.
         * @example 2026-03-02T09:15:00.000Z
         */
        Timestamp: string;
        /** @description A time-based one-time password computed from a seed. */
        TotpSecret: {
            /** @description The seed in base32. */
            totp_secret: string;
            /**
             * @description Length of the code.
             * @default 6
             */
            digits?: number;
            allowed_origins?: components["schemas"]["AllowedOrigins"];
        };
        /** @description Headers of W3C Trace Context: the position of the submission in a trace. Absent for a task without a trace. */
        Trace: {
            /** @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 */
            traceparent: string;
            tracestate?: string;
        };
        TraceUrlAnswer: {
            /**
             * Format: uri
             * @description URL of the trace viewer. Anyone who has it can see the trace until `expires_at`, so do not log it.
             */
            trace_url: string;
            /** @description The latest time at which the viewer can be opened with it. */
            expires_at: components["schemas"]["Timestamp"];
        };
        UpdateExampleRequest: {
            automation: components["schemas"]["Automation"];
            description?: components["schemas"]["RecordingDescription"];
            /** @description The recording with this name gets a new version; if there is none, it is created. */
            endpoint_name: components["schemas"]["NewEndpointName"];
            /** @description Added by Errand. Why the version was created. */
            comment?: components["schemas"]["VersionComment"];
            /** @description Added by Errand. The version that you read and changed; 0 if there was no recording with this name. If another one is current now, nothing is stored (409), so authors do not overwrite each other. Without it, any version is replaced. */
            base_version?: number;
        };
        /**
         * @description A new name, new settings of the integration's own kind, or both. Settings are replaced together. Leave the secret out to keep the
         *     stored one; it must be given again when the place it is sent to changes (`connect_url`, or `host`, `port` and `security`), so that
         *     it never goes to a host that it was not meant for.
         */
        UpdateIntegrationRequest: {
            name?: components["schemas"]["IntegrationName"];
            onepassword?: components["schemas"]["OnePasswordChange"];
            aws_secrets_manager?: components["schemas"]["AmazonChange"];
            mailbox?: components["schemas"]["MailboxChange"];
            slack?: components["schemas"]["SlackChange"];
            sms?: components["schemas"]["SmsChange"];
        };
        /** @description Changes only the given members. */
        UpdateRecordingRequest: {
            automation?: components["schemas"]["Automation"];
            /** @description New endpoint name. Must be free in the account (else 409). */
            endpoint_name?: components["schemas"]["NewEndpointName"];
            /** @description Where the results of its tasks go; null removes the receiver. A receiver needs the scope `read` as well. */
            callback_url?: components["schemas"]["CallbackTarget"] | null;
            description?: components["schemas"]["RecordingDescription"];
            /** @description Addresses that get an email when a task ends, and when one waits for a person. Replaces the whole list. */
            notification_emails?: components["schemas"]["NotificationEmails"];
            /** @description Added by Errand. Workspace to move the recording to (404 if it does not exist). */
            workspace_id?: components["schemas"]["WorkspaceReference"];
            /** @description Added by Errand. Whether the recording is of the marketplace type, which `get_recordings` lists only with `include_marketplace`. */
            is_marketplace?: boolean;
            /** @description Added by Errand. Why the version was created. Only with `automation`. */
            comment?: components["schemas"]["VersionComment"];
            /** @description Added by Errand. The version that you read and changed. If another one is current now, nothing is changed (409), so authors do not overwrite each other. Only with a change. Without it, any version is replaced. */
            base_version?: number;
        };
        /** @description Changes the given members. A given `task` replaces the whole submission, including what is stored encrypted. */
        UpdateScheduleRequest: {
            /** @description Name of the schedule, unique in the account. */
            name?: string;
            /**
             * @description When the schedule is due, in five fields: minute, hour, day of month, month, day of week. `30 7 * * 1-5` is 7:30 on workdays.
             *     The shortest interval is one minute. A local time that a clock change leaves out is not due on that day; one that it repeats is
             *     due once, unless the expression names every hour. An expression that is not due in the next 30 years is refused.
             */
            cron?: string;
            task?: components["schemas"]["ScheduledTask"];
            /** @description IANA name of the time zone in which `cron` is read, such as `Europe/Berlin`. */
            timezone?: string;
            /**
             * @description What happens at a due time while a task of the schedule waits or runs. `skip`: no task is submitted, and the run has the outcome `skipped`. `allow`: another task is submitted.
             * @enum {string}
             */
            overlap?: "skip" | "allow";
            /**
             * @description What happens to due times that pass while the service is down. `none`: they are missed, and so is one that could only run more than two minutes late. `once`: when it is up again, one task is submitted for the last of them.
             * @enum {string}
             */
            catch_up?: "none" | "once";
            /** @description A paused schedule is not due. Due times that pass in the meantime are skipped. */
            paused?: boolean;
        };
        /** @description The request violates the schema. Every violation is listed. */
        ValidationError: {
            detail: components["schemas"]["Violation"][];
        };
        Variables: {
            [key: string]: unknown;
        };
        VariablesAnswer: {
            variables: components["schemas"]["SessionVariables"];
        } & {
            [key: string]: unknown;
        };
        /** @description A note of the author about a version. */
        VersionComment: string;
        Violation: {
            /** @description Path to the value: `body`, `query`, `path` or `header` first, then member names and list positions. */
            loc: (string | number)[];
            /** @description What is wrong there. */
            msg: string;
            /** @description Kind of violation, such as `required`, `type`, `maximum` or `additionalProperties`. */
            type: string;
        };
        /** @description `data` of a `waiting_for_human` event. */
        WaitBegunEvent: {
            /** Format: uuid */
            task_id: string;
            /** @description Number of the attempt that it belongs to; 0 before the first one. */
            attempt: number;
            /** @description The step that waits. */
            node_path: string;
            /** @description When the wait times out. */
            until: components["schemas"]["Timestamp"];
            at: components["schemas"]["Timestamp"];
        };
        /** @description `data` of a `wait_ended` event. */
        WaitEndedEvent: {
            /** Format: uuid */
            task_id: string;
            /** @description Number of the attempt that it belongs to; 0 before the first one. */
            attempt: number;
            /** @description The step that waits. */
            node_path: string;
            /**
             * @description `ended`: the attempt ended in another way.
             * @enum {string}
             */
            outcome: "resumed" | "timed_out" | "ended";
            at: components["schemas"]["Timestamp"];
        };
        /** @description What was still active when a wait of the step reached its bound, such as `request GET /api/orders` or `interval of 1,000 ms`. Also lists frames of other sites that did not report their activity, such as `frame /widget, which does not respond`. */
        WaitedFor: string[];
        /** @description What the task needs a person for. */
        WaitingForHuman: {
            /** @description When the wait began. */
            since: components["schemas"]["Timestamp"];
            /** @description The step fails if nobody has resumed the task by then. */
            until: components["schemas"]["Timestamp"];
            /** @description Path of the waiting node in the automation. */
            node_path: string;
            /** @description URL of the page that the browser shows. */
            page_url: string;
        };
        /** @description `data` of a `waiting_for_human` event: the task is now waiting for a person. */
        WaitingForHumanEvent: {
            attempt: number;
            since: components["schemas"]["Timestamp"];
            until: components["schemas"]["Timestamp"];
            node_path: string;
            page_url: string;
        };
        /** @description Repeats nodes while a condition is true, or an element or the page is as expected. Added by Errand. */
        WhileLoopNode: {
            /**
             * @description Kind of the node. Optional.
             * @constant
             */
            type?: "while_loop_node";
            /** @description Expression over parameters and variables; the loop continues while it is true. Cannot be combined with expectation. */
            condition?: string | null;
            /** @description The loop continues while the element or the page is as expected, and ends if it does not become so within the timeout. Cannot be combined with condition. */
            expectation?: {
                /** @description Locator expression of the element in Python Playwright syntax; placeholders are allowed. Not with to_have_url and to_have_title, which look at the page. */
                command?: string | null;
                /**
                 * @description What is expected. Hidden includes an element that is not there; editable means enabled and not read-only.
                 * @enum {string}
                 */
                assertion: "to_be_checked" | "to_be_disabled" | "to_be_editable" | "to_be_enabled" | "to_be_hidden" | "to_be_visible" | "to_have_attribute" | "to_have_text" | "to_have_value" | "to_have_title" | "to_have_url" | "to_have_count";
                /** @description The text, value, address, title or number of elements that is expected; placeholders are allowed. Without it, to_have_attribute accepts any value. White space in a text and a title is collapsed; the text is everything written in the element, including hidden parts. */
                expected?: string | number | null;
                /**
                 * @description How expected is compared: equals, contains, or regex: expected is a JavaScript regular expression that matches anywhere (values of placeholders in it match literally).
                 * @default equals
                 * @enum {string}
                 */
                match?: "equals" | "contains" | "regex";
                /** @description Name of the attribute. With to_have_attribute only. */
                attribute?: string | null;
                /**
                 * @description Expects the opposite.
                 * @default false
                 */
                is_negated?: boolean;
                /**
                 * @description Longest wait until it is met, in seconds, counted from the moment when a loading page is there; 0 checks once.
                 * @default 5
                 */
                timeout?: number;
            } | null;
            /** @description Maximum number of iterations (1 to 10000). A loop that would continue after them fails (limit_exceeded). */
            max_iterations: number;
            /**
             * @description Name of the index in the placeholders of the loop, as in {items[index]}.
             * @default index
             */
            index_variable_name?: string;
            /**
             * @description Runs the nodes once before the condition is checked for the first time.
             * @default false
             */
            is_checked_after?: boolean;
            /** @description What to do in each iteration. */
            nodes: components["schemas"]["Node"][];
            /** @description Added by Errand. A failed task may be continued at this node, in a new browser that shows the page that was open before the node, with the variables it had then. What the node and those after it need must be on that page, or they create it themselves, and running the node twice must do no harm. A loop is continued at its first iteration. In post_processing_nodes, which every attempt runs, it only says that running twice does no harm. Not for nodes inside a loop or a branch. Default: false. */
            resumable?: boolean | null;
            /**
             * @description When an iteration fails: continue with the next, break out of the loop, or raise the error.
             * @default raise
             * @enum {string}
             */
            on_error_in_loop?: "continue" | "break" | "raise";
        };
        WorkersAnswer: {
            /** @constant */
            success: true;
            /** @description The workers that `alive` counts, the largest first, at most 1000. */
            alive_workers: components["schemas"]["AliveWorker"][];
            workers: {
                /** @description Workers that serve this account and were seen within the last 60 seconds, excluding those that an operator is draining. */
                alive: number;
                /** @description How many tasks they can run at once, including those of other accounts. */
                slots: number;
                /** @description Tasks of this account that workers hold now. */
                running: number;
                /** @description How many of the workers that are alive have a provider of language models. */
                with_models: number;
                /** @description How many of the workers that are alive store a video of each attempt. */
                with_recording: number;
            };
        };
        /** @description A group of recordings. */
        Workspace: {
            /** Format: uuid */
            workspace_id: string;
            name: string;
            /** @description Whether recordings go here if no workspace is named. Every account has one default workspace. */
            is_default: boolean;
            /** @description Number of recordings in it. */
            recording_count: number;
            created_at: components["schemas"]["Timestamp"];
        };
        WorkspaceAnswer: {
            /** @constant */
            success: true;
            workspace: components["schemas"]["Workspace"];
        };
        WorkspaceDeleted: {
            /** @constant */
            success: true;
            message: string;
        };
        WorkspaceList: {
            /** @constant */
            success: true;
            /** @description The default workspace first, then by name. */
            workspaces: components["schemas"]["Workspace"][];
            /** @description Pass it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description ID of a workspace, a UUID. Any other value returns 404. */
        WorkspaceReference: string;
        WorkspaceRequest: {
            /** @description Name of the workspace, unique in the account. */
            name: string;
        };
    };
    responses: {
        /** @description The address has sent too many requests. Send the same request again after `retry-after` seconds. */
        AddressTooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example too-many-requests
                 */
                "x-error-code"?: "too-many-requests";
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The key does not exist or belongs to another account. */
        ApiKeyNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example api-key-not-found
                 */
                "x-error-code"?: "api-key-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The request violates the schema, or the session could not carry it out; `type` is then the class of the error. */
        CommandRefused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example invalid-request
                 */
                "x-error-code"?: "invalid-request" | "unstorable-text";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The command did not end in time. It continues. */
        CommandUnfinished: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example command-unfinished
                 */
                "x-error-code"?: "command-unfinished";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The server failed, or a stored secret that the request needs cannot be decrypted. */
        DamagedSecret: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example internal-error
                 */
                "x-error-code"?: "internal-error" | "stored-secret-damaged";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The session has ended, is waiting for a click, or has too many waiting commands. */
        DebugSessionEnded: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example debug-session-ended
                 */
                "x-error-code"?: "debug-session-ended" | "pick-open" | "too-many-commands";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The account has reached its limit of open sessions, or an input file of the replayed task is no longer stored. */
        DebugSessionLimit: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example debug-session-limit
                 */
                "x-error-code"?: "debug-session-limit" | "input-file-lost";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The session does not exist or belongs to another account. */
        DebugSessionNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example debug-session-not-found
                 */
                "x-error-code"?: "debug-session-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The session has ended. */
        DebugSessionOver: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example debug-session-ended
                 */
                "x-error-code"?: "debug-session-ended";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
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
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example internal-error
                 */
                "x-error-code"?: "internal-error";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /**
         * @description The server is busy with other requests, is shutting down, or its database or files are unavailable or timed out. The condition is
         *     temporary: send the same request again after `retry-after` seconds. `x-error-code` names the cause.
         */
        DetailInterrupted: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example database-unavailable
                 */
                "x-error-code"?: "database-unavailable" | "server-busy" | "unavailable";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
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
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example malformed-request
                 */
                "x-error-code"?: "malformed-request";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The API key lacks the scope that the operation needs (`x-scope`). */
        DetailMissingScope: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "www-authenticate": components["headers"]["MissingScope"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example missing-scope
                 */
                "x-error-code"?: "missing-scope";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description The body is larger than the server accepts. */
        DetailPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example payload-too-large
                 */
                "x-error-code"?: "payload-too-large";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /**
         * @description The account or the whole installation has reached its storage limit for files and the text of tasks, steps and recordings. Nothing
         *     was stored. A retry does not help until something is deleted or a limit is raised; `GET /api/v1/account` returns the usage.
         */
        DetailStorageFull: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example storage-full
                 */
                "x-error-code"?: "storage-full";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The task does not exist or belongs to another account. */
        DetailTaskNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example task-not-found
                 */
                "x-error-code"?: "task-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The key, or all keys of the account together, have sent too many requests. Send the same request again after `retry-after` seconds. */
        DetailTooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example too-many-requests
                 */
                "x-error-code"?: "too-many-requests" | "too-many-failed-keys";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The API key is missing, malformed, expired or revoked. */
        DetailUnauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example unauthorized
                 */
                "x-error-code"?: "unauthorized" | "cross-origin-request";
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
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example database-unavailable
                 */
                "x-error-code"?: "database-unavailable" | "server-busy";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
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
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example unsupported-media-type
                 */
                "x-error-code"?: "unsupported-media-type";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description Another recording of the account has the endpoint name. */
        EndpointNameTaken: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example endpoint-name-taken
                 */
                "x-error-code"?: "endpoint-name-taken";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The server failed. */
        FileServerFailed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example internal-error
                 */
                "x-error-code"?: "internal-error";
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description Another integration of the account has the name or is for the same service, or the settings are of another kind. */
        IntegrationConflict: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example integration-name-taken
                 */
                "x-error-code"?: "integration-name-taken" | "integration-taken" | "integration-kind" | "integration-damaged";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The service cannot be checked without the name of a secret, or the stored settings are damaged. */
        IntegrationNotCheckable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example integration-not-checkable
                 */
                "x-error-code"?: "integration-not-checkable" | "integration-damaged";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The integration does not exist or belongs to another account. */
        IntegrationNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example integration-not-found
                 */
                "x-error-code"?: "integration-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description Another integration of the account has the name or is for the same service, or the account already has 200. */
        IntegrationTaken: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example integration-name-taken
                 */
                "x-error-code"?: "integration-name-taken" | "integration-taken" | "integration-limit";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The API key is missing, malformed, expired or revoked. */
        KeyUnauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example unauthorized
                 */
                "x-error-code"?: "unauthorized";
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /**
         * @description The server is busy with other requests, or its database or files are unavailable or timed out. The condition is temporary: send
         *     the same request again after `retry-after` seconds. `x-error-code` names the cause.
         */
        OlderFilesUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The server failed. */
        OlderInternalError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The body is not JSON. */
        OlderMalformed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The API key lacks the scope that the operation needs (`x-scope`). */
        OlderMissingScope: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "www-authenticate": components["headers"]["MissingScope"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The body is larger than the server accepts. */
        OlderPayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /**
         * @description The account or the whole installation has reached its storage limit for files and the text of tasks, steps and recordings. Nothing
         *     was stored. A retry does not help until something is deleted or a limit is raised; `GET /api/v1/account` returns the usage.
         */
        OlderStorageFull: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The key has sent too many requests. Send the same request again after `retry-after` seconds. */
        OlderTooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The API key is missing, malformed, expired or revoked. */
        OlderUnauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /**
         * @description The server is busy with other requests, or its database is unavailable or timed out. The condition is temporary: send
         *     the same request again after `retry-after` seconds. `x-error-code` names the cause.
         */
        OlderUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The body is missing or is not `application/json`. */
        OlderUnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "x-error-code": components["headers"]["ErrorCode"];
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The request violates the schema, the automation is not valid, or it has no node at `until`. Every violation of the schema is listed. */
        OpeningInvalid: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example invalid-request
                 */
                "x-error-code"?: "invalid-request" | "unstorable-text";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The body is not JSON, a file is not accepted, or the inputs or secrets do not match the automation. */
        OpeningRefused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example malformed-request
                 */
                "x-error-code"?: "malformed-request" | "unknown-unique-name" | "parameter-mismatch" | "remote-desktop-mismatch" | "input-file-refused";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The recording has no such proposal, does not exist, was deleted or belongs to another account. */
        ProposalNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example recording-not-found
                 */
                "x-error-code"?: "recording-not-found" | "proposal-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The recording does not exist, was deleted or belongs to another account. */
        RecordingNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example recording-not-found
                 */
                "x-error-code"?: "recording-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description Another schedule of the account has the name. */
        ScheduleNameTaken: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example schedule-name-taken
                 */
                "x-error-code"?: "schedule-name-taken";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The schedule does not exist or belongs to another account. */
        ScheduleNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example schedule-not-found
                 */
                "x-error-code"?: "schedule-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The schedule does not exist, or the endpoint name matches no recording of the account. */
        ScheduleOrEndpointNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example schedule-not-found
                 */
                "x-error-code"?: "schedule-not-found" | "endpoint-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The body violates the schema, or its times cannot be read. */
        ScheduleRefused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example invalid-request
                 */
                "x-error-code"?: "invalid-request" | "unstorable-text";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description Another schedule of the account has the name, or the account already has 200. */
        ScheduleTaken: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example schedule-name-taken
                 */
                "x-error-code"?: "schedule-name-taken" | "schedule-limit";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The endpoint name matches no recording of the account. */
        ScheduledEndpointNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example endpoint-not-found
                 */
                "x-error-code"?: "endpoint-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The API key lacks the scope `submit`, or a secret of the task is in a vault that the account may not read. */
        ScheduledSecretRefused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "www-authenticate": components["headers"]["MissingScope"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example missing-scope
                 */
                "x-error-code"?: "missing-scope" | "secret-not-granted";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description The body is not JSON, or a submission of the task would be refused. */
        ScheduledTaskRefused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example malformed-request
                 */
                "x-error-code"?: "malformed-request" | "unknown-unique-name" | "proxy-and-dedicated" | "parameter-mismatch" | "remote-desktop-mismatch";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The recording, its version or the task does not exist, or belongs to another account; or the task has no trace. */
        SourceNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example recording-not-found
                 */
                "x-error-code"?: "recording-not-found" | "version-not-found" | "task-not-found" | "trace-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /**
         * @description The key has sent too many requests, or too many event streams of the account are open. Send the same request again after
         *     `retry-after` seconds.
         */
        TooManyEventStreams: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example too-many-requests
                 */
                "x-error-code"?: "too-many-requests" | "too-many-failed-keys" | "too-many-listeners";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The body violates the schema. */
        UnknownMember: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example invalid-request
                 */
                "x-error-code"?: "invalid-request" | "unstorable-text";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The body violates the schema. */
        UnknownMemberOfCheck: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example invalid-request
                 */
                "x-error-code"?: "invalid-request";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The query violates the schema. */
        UnknownQueryParameter: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example invalid-request
                 */
                "x-error-code"?: "invalid-request" | "unstorable-text";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description Another workspace of the account has the name. */
        WorkspaceNameTaken: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example workspace-name-taken
                 */
                "x-error-code"?: "workspace-name-taken";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
        /** @description The workspace does not exist or belongs to another account. */
        WorkspaceNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                /**
                 * @description Stable name of the error. The `ErrorCode` header explains all names.
                 * @example workspace-not-found
                 */
                "x-error-code"?: "workspace-not-found";
                Link: components["headers"]["ErrorLink"];
                "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailError"];
            };
        };
    };
    parameters: {
        /**
         * @description ID of the key, a UUID; not the key itself. Any other value returns 404.
         * @example 3c4d5e6f-7a8b-4c9d-8e0f-1a2b3c4d5e6f
         */
        ApiKeyId: string;
        /**
         * @description ID of the debug session, a UUID. Any other value returns 404.
         * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
         */
        DebugSessionId: string;
        /**
         * @description ID of the delivery, a UUID. Any other value returns 404.
         * @example e5f6a7b8-c9d0-4e1f-8a2b-3c4d5e6f7a8b
         */
        DeliveryId: string;
        /**
         * @description ID that `save_demo` returned, a UUID. Any other value returns 404.
         * @example 7e6d5c4b-3a29-4187-9605-f4e3d2c1b0a9
         */
        GoalId: string;
        /**
         * @description ID of the integration, a UUID. Any other value returns 404.
         * @example 3e4f5a6b-7c8d-4e9f-8a1b-2c3d4e5f6a7b
         */
        IntegrationId: string;
        /**
         * @description The `next_cursor` of the previous page, with the same filters. Opaque.
         * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
         */
        PageCursor: string;
        /**
         * @description Maximum number of entries on a page.
         * @example 50
         */
        PageLimit: number;
        /**
         * @description ID of the proposal, a UUID. Any other value returns 404.
         * @example 0195a0c4-71c8-7d12-9c3e-2a5f1d7c8b90
         */
        ProposalId: string;
        /**
         * @description ID of the recording, a UUID. Any other value returns 404.
         * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
         */
        RecordingId: string;
        /**
         * @description ID of the schedule, a UUID. Any other value returns 404.
         * @example 7c1d9a52-0b3e-4f6a-8c2d-5b4a39281706
         */
        ScheduleId: string;
        /**
         * @description ID of the task, a UUID. Any other value returns 404.
         * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
         */
        TaskId: string;
        /**
         * @description ID of the task, a UUID. Any other value matches no task.
         * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
         */
        TaskIdQuery: string;
        /**
         * @description Added by Errand. Position of the request in the client's trace, as defined by [W3C Trace Context](https://www.w3.org/TR/trace-context/). The task belongs to that trace: its attempts, the log lines about it, and its callback, which has the header too. An invalid value is ignored and never refused, as the standard requires.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        Traceparent: string;
        /**
         * @description Added by Errand. Data of the client's tracing systems, as defined by W3C Trace Context; the callback of the task has it, too. Ignored without a valid `traceparent`, or if it is not valid itself. Shortened to 512 characters: long members are left out first, then the last ones.
         * @example congo=t61rcWkgMzE,rojo=00f067aa0ba902b7
         */
        Tracestate: string;
        /**
         * @description ID of the workspace, a UUID. Any other value returns 404.
         * @example a7e8d9c0-1b2c-4d3e-8f4a-5b6c7d8e9f01
         */
        WorkspaceId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description When the API key of this request expires. Present only in its last 14 days; create another key in time.
         * @example 2026-12-01T00:00:00.000Z
         */
        ApiKeyExpiresAt: string;
        /**
         * @description Two links: the page that says what to use instead (`rel="deprecation"`), and the documentation of the error's code (`rel="help"`).
         * @example </docs/guide/versions.md>; rel="deprecation"; type="text/markdown", </docs/errors#task-not-found>; rel="help"
         */
        DeprecatedErrorLink: string;
        /**
         * @description When the operation was deprecated (RFC 9745): `@` and seconds since 1970. It keeps working in this version of the interface.
         * @example @1795392000
         */
        Deprecation: string;
        /**
         * @description The page that says what to use instead, and how long deprecated operations remain (`rel="deprecation"`).
         * @example </docs/guide/versions.md>; rel="deprecation"; type="text/markdown"
         */
        DeprecationLink: string;
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
         * @description Names the scope that the API key lacks, as in RFC 6750. Absent if the request is refused for another reason.
         * @example x-api-key error="insufficient_scope", scope="submit"
         */
        MissingScope: string;
        /**
         * @description Remaining requests (`r`) and seconds until the count restarts (`t`), for each policy by name: `minute` applies to the API key or address, `account` to all keys of the account. The one with the fewest left decides. Present on installations that limit requests (draft-ietf-httpapi-ratelimit-headers-08).
         * @example "minute"; r=5999; t=60, "account"; r=29999; t=60
         */
        RateLimit: string;
        /**
         * @description Requests that are allowed (`q`) per window of `w` seconds. `pk` stands for the API key, account or address that is counted.
         * @example "minute"; q=6000; w=60; pk=:ZWJkNWQxZjM0Y2U4:, "account"; q=30000; w=60; pk=:OTFhMGQyYjc1YzNl:
         */
        RateLimitPolicy: string;
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
    submitTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Added by Errand. Makes a submission safe to retry. Within 24 hours, the same key with the same body (the order of members does not matter) returns 202 with the ID of the first task and `Idempotent-Replayed: true`, and stores nothing, even if that task has been deleted since. With another body it returns 409. Keys belong to the account. A refused submission does not use up its key. Use a fresh UUID for each new task.
                 * @example 5c9f0b1e-8f3a-4f6e-9d7c-2a1b3c4d5e6f
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Added by Errand. `local`: the caller is a local inference server and runs the task itself. The response contains the serialized task and a lease of the worker protocol. The task is stored as allocated to the caller and is never queued, not even after a failure: it takes no permit, ignores login queues, parallelism and retries, and does not count towards the limits of other tasks. With the lease and the same API key, the caller renews and reports (see the worker protocol). If no heartbeat renews the lease within 60 seconds, it is lost and the task fails; each heartbeat renews it for `lease_seconds`, which is long enough to survive a connection failure between the two. Its secrets come only from vaults of the account's own integrations, and a reference to one needs `allowed_origins` (403). `is_dedicated`, `end_point` and `Idempotency-Key` are refused with it (400).
                 * @example local
                 */
                "x-inference-target"?: "local";
                /**
                 * @description Added by Errand. Name of the local inference server, only with `x-inference-target: local`. All its tasks get the same `worker_id`, so that one heartbeat renews them all. Default: a new one for each task.
                 * @example desk-4
                 */
                "x-local-server-id"?: string;
                /**
                 * @description Added by Errand. Position of the request in the client's trace, as defined by [W3C Trace Context](https://www.w3.org/TR/trace-context/). The task belongs to that trace: its attempts, the log lines about it, and its callback, which has the header too. An invalid value is ignored and never refused, as the standard requires.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Added by Errand. Data of the client's tracing systems, as defined by W3C Trace Context; the callback of the task has it, too. Ignored without a valid `traceparent`, or if it is not valid itself. Shortened to 512 characters: long members are left out first, then the last ones.
                 * @example congo=t61rcWkgMzE,rojo=00f067aa0ba902b7
                 */
                tracestate?: components["parameters"]["Tracestate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitBody"];
            };
        };
        responses: {
            /** @description The older submission is queued. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["DeprecationLink"];
                    /**
                     * @description Present only for a replayed `Idempotency-Key`; `task_id` is then the original task.
                     * @example true
                     */
                    "Idempotent-Replayed"?: "true";
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartAccepted"];
                };
            };
            /** @description The task is queued; with the `x-inference-target` header it is allocated to the caller instead. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /**
                     * @description Present only for a replayed `Idempotency-Key`; `task_id` is then the original task.
                     * @example true
                     */
                    "Idempotent-Replayed"?: "true";
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitAnswer"];
                };
            };
            /** @description A required member is missing, values are not lists of strings, a name in `unique_parameter_names` is unknown, a file is not accepted, two members cannot be combined, or the body is not JSON. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example malformed-request
                     */
                    "x-error-code"?: "malformed-request" | "malformed-submission" | "unknown-unique-name" | "proxy-and-dedicated" | "parameter-mismatch" | "remote-desktop-mismatch" | "local-target" | "input-file-refused" | "missing-field";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitOrOlderError"];
                };
            };
            /** @description The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example unauthorized
                     */
                    "x-error-code"?: "unauthorized" | "cross-origin-request";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitOrOlderError"];
                };
            };
            /** @description The API key lacks the scope `submit`, or `local_server` with `x-inference-target: local`; then `www-authenticate` names it. Or a secret of the task is in a vault that the account may not read. The message names the secret and says what to do. It does not reveal whether the vault has such an item. */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "www-authenticate": components["headers"]["MissingScope"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example missing-scope
                     */
                    "x-error-code"?: "missing-scope" | "secret-not-granted";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitOrOlderError"];
                };
            };
            /** @description The endpoint name matches no recording of the account. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example endpoint-not-found
                     */
                    "x-error-code"?: "endpoint-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitOrOlderError"];
                };
            };
            /** @description The `Idempotency-Key` was used with another body within the last 24 hours. Nothing was queued. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example idempotency-conflict
                     */
                    "x-error-code"?: "idempotency-conflict";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitOrOlderError"];
                };
            };
            /** @description The body is larger than the server accepts. */
            413: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example payload-too-large
                     */
                    "x-error-code"?: "payload-too-large";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The body is missing or is not `application/json`. */
            415: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example unsupported-media-type
                     */
                    "x-error-code"?: "unsupported-media-type";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The body violates the schema in a way that does not return 400. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description The key has sent too many requests. Send the same request again after `retry-after` seconds. */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example too-many-requests
                     */
                    "x-error-code"?: "too-many-requests" | "too-many-failed-keys";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitOrOlderError"];
                };
            };
            /** @description The server failed, or a stored secret that the task needs cannot be decrypted. Nothing was queued. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example internal-error
                     */
                    "x-error-code"?: "internal-error" | "stored-secret-damaged";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitOrOlderError"];
                };
            };
            /**
             * @description The server is busy with other requests, or its database (or its object storage, for a task with files) is unavailable or timed out.
             *     The condition is temporary: send the same request again after `retry-after` seconds. Nothing was queued, unless the connection broke
             *     while the task was being stored: an `Idempotency-Key` makes that case safe, too.
             */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example database-unavailable
                     */
                    "x-error-code"?: "database-unavailable" | "server-busy" | "unavailable";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitOrOlderError"];
                };
            };
            /**
             * @description The storage limit of the account or the whole installation is reached. Nothing was queued. A retry does not help until something
             *     is deleted or a limit is raised; `GET /api/v1/account` returns the usage.
             */
            507: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example storage-full
                     */
                    "x-error-code"?: "storage-full";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitOrOlderError"];
                };
            };
        };
    };
    getTaskStatusByQuery: {
        parameters: {
            query: {
                /**
                 * @description ID of the task, a UUID. Any other value matches no task.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleTaskStatus"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The query violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getTaskStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskStatusRequest"];
            };
        };
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStatusAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The body violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    submitTasks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the batch safe to retry. Within 24 hours, a repeated request returns the IDs of the tasks that earlier ones stored, with `replayed: true`, even of those deleted since, and stores only the submissions that were not stored before. The key applies to each position in `tasks`: a submission that differs from the one stored at its position is refused with 409, `idempotency-conflict`. A refused submission does not use up the key. Keys belong to the account; batches and single submissions do not share them. For a list that may change before it is sent again, see `item_keys`.
                 * @example 5c9f0b1e-8f3a-4f6e-9d7c-2a1b3c4d5e6f
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Added by Errand. Position of the request in the client's trace, as defined by [W3C Trace Context](https://www.w3.org/TR/trace-context/). The task belongs to that trace: its attempts, the log lines about it, and its callback, which has the header too. An invalid value is ignored and never refused, as the standard requires.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Added by Errand. Data of the client's tracing systems, as defined by W3C Trace Context; the callback of the task has it, too. Ignored without a valid `traceparent`, or if it is not valid itself. Shortened to 512 characters: long members are left out first, then the last ones.
                 * @example congo=t61rcWkgMzE,rojo=00f067aa0ba902b7
                 */
                tracestate?: components["parameters"]["Tracestate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitTasksRequest"];
            };
        };
        responses: {
            /** @description The outcome for each submission. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitTasksAnswer"];
                };
            };
            /** @description The body is not valid JSON, or the `x-inference-target` header was sent. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example malformed-request
                     */
                    "x-error-code"?: "malformed-request" | "local-target";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The request violates the schema, apart from its submissions. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
        };
    };
    cancelTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelTasksRequest"];
            };
        };
        responses: {
            /** @description The outcome for each task. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelTasksAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    retryTasks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Added by Errand. Position of the request in the client's trace, as defined by [W3C Trace Context](https://www.w3.org/TR/trace-context/). The task belongs to that trace: its attempts, the log lines about it, and its callback, which has the header too. An invalid value is ignored and never refused, as the standard requires.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Added by Errand. Data of the client's tracing systems, as defined by W3C Trace Context; the callback of the task has it, too. Ignored without a valid `traceparent`, or if it is not valid itself. Shortened to 512 characters: long members are left out first, then the last ones.
                 * @example congo=t61rcWkgMzE,rojo=00f067aa0ba902b7
                 */
                tracestate?: components["parameters"]["Tracestate"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryTasksRequest"];
            };
        };
        responses: {
            /** @description The outcome for each task. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryTasksAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The request violates the schema, or the cursor is invalid. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /**
                 * @description Only tasks in one of these states, separated by commas.
                 * @example [
                 *       "queued",
                 *       "running"
                 *     ]
                 */
                status?: components["schemas"]["TaskStatus"][];
                /**
                 * @description Only tasks that were submitted with exactly this endpoint name.
                 * @example download-supplier-invoice
                 */
                endpoint_name?: components["schemas"]["EndpointName"];
                /**
                 * @description Only tasks of this recording, whatever its version and endpoint name were.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id?: string;
                /**
                 * @description Only tasks whose recording is in this workspace now.
                 * @example a7e8d9c0-1b2c-4d3e-8f4a-5b6c7d8e9f01
                 */
                workspace_id?: string;
                /**
                 * @description Only tasks with this text in the endpoint name or in a value of `input_parameters`, or at the start of the ID. Ignores case. Searches neither secrets nor inputs larger than about 2 KB. If IDs of tasks start with a text of at least 8 characters, only these tasks are found.
                 * @example R-2041
                 */
                q?: string;
                /**
                 * @description Only tasks that failed with this error class.
                 * @example locator_not_found
                 */
                error_class?: components["schemas"]["ErrorClass"];
                /**
                 * @description Only tasks that this schedule has submitted.
                 * @example 7c1d9a52-0b3e-4f6a-8c2d-5b4a39281706
                 */
                schedule_id?: string;
                /**
                 * @description Only tasks of this login queue. The details of a task and of its wait contain the ID.
                 * @example c2f5a1d04b7e96385f1a7c0de2b94863a15f7d20c8e64b9135d7f0a2846ce1b3
                 */
                login_queue?: components["schemas"]["LoginQueue"];
                /**
                 * @description true: only tasks that are waiting for a person; false: only those that are not.
                 * @example true
                 */
                waiting_for_human?: boolean;
                /**
                 * @description Only tasks that were submitted at this time or later. ISO 8601 with an offset.
                 * @example 2026-03-01T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description Only tasks that were submitted before this time. ISO 8601 with an offset.
                 * @example 2026-04-01T00:00:00Z
                 */
                created_before?: string;
                /**
                 * @description Only tasks that ended at this time or later. ISO 8601 with an offset.
                 * @example 2026-03-01T00:00:00Z
                 */
                completed_after?: string;
                /**
                 * @description Only tasks that ended before this time. ISO 8601 with an offset.
                 * @example 2026-04-01T00:00:00Z
                 */
                completed_before?: string;
                /**
                 * @description What to sort by: the time of submission, of the start, of the end, or the time between start and end. Tasks without that time are left out.
                 * @example completed
                 */
                sort?: "created" | "started" | "completed" | "duration";
                /**
                 * @description Which end of the list comes first: `desc` is newest or longest first.
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tasks. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The query violates the schema, or the cursor is invalid. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getTask: {
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
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDetailAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    deleteTask: {
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
        requestBody?: never;
        responses: {
            /** @description The task is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDeleted"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The task has not ended, or its result is still being delivered. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example task-open
                     */
                    "x-error-code"?: "task-open" | "result-pending";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listTaskSteps: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of steps on a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
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
        requestBody?: never;
        responses: {
            /** @description One page of steps; empty if the task has not executed any. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStepsAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    cancelTask: {
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
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            /** @description The task is cancelled. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelAnswer"];
                };
            };
            /** @description The task is marked for cancellation, and its worker will stop it. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The task has already ended in another way. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example task-ended
                     */
                    "x-error-code"?: "task-ended";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    retryTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe to repeat. Within 24 hours, the same key for the same task with the same body returns 202 with the ID of the first retry and `Idempotent-Replayed: true`, and stores nothing, even if that task has been deleted since. For another task, with another body or for a submission it returns 409. Keys belong to the account. A refused retry does not use up its key.
                 * @example 5c9f0b1e-8f3a-4f6e-9d7c-2a1b3c4d5e6f
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description Added by Errand. Position of the request in the client's trace, as defined by [W3C Trace Context](https://www.w3.org/TR/trace-context/). The task belongs to that trace: its attempts, the log lines about it, and its callback, which has the header too. An invalid value is ignored and never refused, as the standard requires.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Added by Errand. Data of the client's tracing systems, as defined by W3C Trace Context; the callback of the task has it, too. Ignored without a valid `traceparent`, or if it is not valid itself. Shortened to 512 characters: long members are left out first, then the last ones.
                 * @example congo=t61rcWkgMzE,rojo=00f067aa0ba902b7
                 */
                tracestate?: components["parameters"]["Tracestate"];
            };
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryRequest"];
            };
        };
        responses: {
            /** @description A new task is queued. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /**
                     * @description Present only for a replayed `Idempotency-Key`; `task_id` is then that of the first retry.
                     * @example true
                     */
                    "Idempotent-Replayed"?: "true";
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryAnswer"];
                };
            };
            /** @description The body is not JSON, or the changed parameters do not match the recording's current version. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example malformed-request
                     */
                    "x-error-code"?: "malformed-request" | "parameter-mismatch";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            /** @description The API key lacks the scope `submit`, or `read` while the body names a receiver, or a secret of the task is in a vault that the account may not read now. */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "www-authenticate": components["headers"]["MissingScope"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example missing-scope
                     */
                    "x-error-code"?: "missing-scope" | "secret-not-granted";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description The task does not exist or belongs to another account, or its recording has no such `version`. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example task-not-found
                     */
                    "x-error-code"?: "task-not-found" | "version-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The task has neither failed nor been cancelled, its recording was deleted or now needs other parameters or another place to run, or one of its input files is no longer stored; or it cannot be continued as `from` says; or the `Idempotency-Key` was used for another request. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example task-not-ended
                     */
                    "x-error-code"?: "task-not-ended" | "task-not-retryable" | "recording-deleted" | "retry-mismatch" | "retry-place-mismatch" | "input-file-lost" | "already-retried" | "idempotency-conflict" | "no-failed-node" | "nodes-changed" | "not-resumable" | "variables-lost";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            507: components["responses"]["DetailStorageFull"];
        };
    };
    resumeTask: {
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
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResumeRequest"];
            };
        };
        responses: {
            /** @description The task resumes. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumeAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The task is not waiting for a person. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example task-not-waiting
                     */
                    "x-error-code"?: "task-not-waiting";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The variables or the whole body are larger than the server accepts. */
            413: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example payload-too-large
                     */
                    "x-error-code"?: "payload-too-large" | "variables-too-large";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The request violates the schema, or a name is not allowed for a variable. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    createStreamUrl: {
        parameters: {
            query?: {
                /**
                 * @description `view`: watch only. `control`: also use mouse and keyboard, while the task is waiting for a person.
                 * @example view
                 */
                mode?: "view" | "control";
            };
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
        requestBody?: never;
        responses: {
            /** @description The stream URL. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The task is not running, cannot be shown, or is not waiting for a person although control was requested. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example task-queued
                     */
                    "x-error-code"?: "task-queued" | "not-running" | "task-ended" | "not-waiting" | "no-screen";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            /**
             * @description The live view is not set up on this installation, or the server cannot reach its database. The latter is temporary: send the
             *     same request again after `retry-after` seconds.
             */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example database-unavailable
                     */
                    "x-error-code"?: "database-unavailable" | "server-busy" | "not-set-up";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
        };
    };
    streamTaskEvents: {
        parameters: {
            query?: {
                /**
                 * @description The same for a new `EventSource`, which cannot send headers. The header takes precedence.
                 * @example 1.1-1.0-0.0-0
                 */
                last_event_id?: string;
            };
            header?: {
                /**
                 * @description ID of the last received event. Without it, the stream begins with the first event.
                 * @example 1.1-1.0-0.0-0
                 */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description ID of the task, a UUID. Any other value returns 404.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["TaskEvent"];
                };
            };
            /** @description The task has ended and `Last-Event-ID` is its last event. Nothing will follow, so do not connect again. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyEventStreams"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailInterrupted"];
        };
    };
    createEventsUrl: {
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
        requestBody?: never;
        responses: {
            /** @description The URL. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsUrlAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    createTraceUrl: {
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
        requestBody?: never;
        responses: {
            /** @description The URL. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceUrlAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The task does not exist or belongs to another account, or it has no trace. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example task-not-found
                     */
                    "x-error-code"?: "task-not-found" | "trace-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getTaskQueue: {
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
        requestBody?: never;
        responses: {
            /** @description The state of the wait. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskQueueAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    streamAccountEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of these kinds, separated by commas, and `reset`. Defaults to all kinds.
                 * @example [
                 *       "task",
                 *       "delivery"
                 *     ]
                 */
                kinds?: components["schemas"]["AccountEventKind"][];
                /**
                 * @description The same for a new `EventSource`, which cannot send headers. The header takes precedence.
                 * @example qL3sW0kXv7cYt1bRzE9mUg2fHnJ5pA8dKxTiO4yQeB6wSjVuCrGhNlMoPaZDkXqR2t0EqL3sW0kXv7cYt1bRzE9mUg2fHnJ5pA8dKxTiO4
                 */
                last_event_id?: string;
            };
            header?: {
                /**
                 * @description ID of the last received event. Without it, the stream begins with `reset`.
                 * @example qL3sW0kXv7cYt1bRzE9mUg2fHnJ5pA8dKxTiO4yQeB6wSjVuCrGhNlMoPaZDkXqR2t0EqL3sW0kXv7cYt1bRzE9mUg2fHnJ5pA8dKxTiO4
                 */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["AccountEvent"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyEventStreams"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailInterrupted"];
        };
    };
    createAccountEventsUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsUrlAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /**
                 * @description ISO 8601 with an offset. Without it, the range is a day (`bucket=hour`) or 30 days (`bucket=day`).
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description ISO 8601 with an offset; not included. Without it, the range ends now.
                 * @example 2026-03-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description Width of the buckets.
                 * @example day
                 */
                bucket?: components["schemas"]["StatisticBucket"];
                /**
                 * @description Also returns the figures of each value of this member. With `error_class`, tasks that did not fail are in the group null.
                 * @example endpoint_name
                 */
                group_by?: components["schemas"]["StatisticGrouping"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The query violates the schema, or the range is empty or too long. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listLoginQueues: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The login queues. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginQueueList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getWorkers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Workers that serve the account. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkersAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of schedules. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScheduleRequest"];
            };
        };
        responses: {
            /** @description The schedule is created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleAnswer"];
                };
            };
            400: components["responses"]["ScheduledTaskRefused"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["ScheduledSecretRefused"];
            404: components["responses"]["ScheduledEndpointNotFound"];
            409: components["responses"]["ScheduleTaken"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["ScheduleRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listScheduleRuns: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description ID of the schedule, a UUID. Any other value returns 404.
                 * @example 7c1d9a52-0b3e-4f6a-8c2d-5b4a39281706
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of runs. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleRunList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["ScheduleNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the schedule, a UUID. Any other value returns 404.
                 * @example 7c1d9a52-0b3e-4f6a-8c2d-5b4a39281706
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["ScheduleNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the schedule, a UUID. Any other value returns 404.
                 * @example 7c1d9a52-0b3e-4f6a-8c2d-5b4a39281706
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleDeleted"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["ScheduleNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the schedule, a UUID. Any other value returns 404.
                 * @example 7c1d9a52-0b3e-4f6a-8c2d-5b4a39281706
                 */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateScheduleRequest"];
            };
        };
        responses: {
            /** @description The schedule is changed. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleAnswer"];
                };
            };
            400: components["responses"]["ScheduledTaskRefused"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["ScheduledSecretRefused"];
            404: components["responses"]["ScheduleOrEndpointNotFound"];
            409: components["responses"]["ScheduleNameTaken"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["ScheduleRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listDeliveries: {
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
        requestBody?: never;
        responses: {
            /** @description The deliveries; empty if the task has no receivers. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveriesAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listAllDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only deliveries in this state.
                 * @example failed
                 */
                state?: components["schemas"]["DeliveryState"];
                /**
                 * @description Only deliveries of this task.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id?: string;
                /**
                 * @description Only deliveries whose `url` starts with this text, such as `https://erp.example.com/` or `mailto:`.
                 * @example https://erp.example.com/
                 */
                url_prefix?: string;
                /**
                 * @description Only deliveries that were created at this time or later. ISO 8601 with an offset.
                 * @example 2026-03-01T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description Only deliveries that were created before this time. ISO 8601 with an offset.
                 * @example 2026-04-01T00:00:00Z
                 */
                created_before?: string;
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    redeliverMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverManyRequest"];
            };
        };
        responses: {
            /** @description The outcome for each delivery. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliverManyAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The request violates the schema, or the cursor is invalid. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    testDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackTarget"];
            };
        };
        responses: {
            /** @description The example was sent, or its address is not allowed; see `delivered`. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestDeliveryAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The body violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the delivery, a UUID. Any other value returns 404.
                 * @example e5f6a7b8-c9d0-4e1f-8a2b-3c4d5e6f7a8b
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            /** @description The delivery is scheduled. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The delivery does not exist or belongs to another account. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example delivery-not-found
                     */
                    "x-error-code"?: "delivery-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The server is still trying to deliver it. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example delivery-pending
                     */
                    "x-error-code"?: "delivery-pending";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listSigningSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecretsAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    rotateSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSigningSecretRequest"];
            };
        };
        responses: {
            /** @description The secrets that sign callbacks from now on. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecretsAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getDownloads: {
        parameters: {
            query: {
                /**
                 * @description ID of the task, a UUID. Any other value matches no task.
                 * @example 0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10
                 */
                task_id: components["parameters"]["TaskIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files; empty lists when there are none (yet). */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadsAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The files were deleted at the end of the account's retention period. The task and its results remain. */
            410: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example files-deleted
                     */
                    "x-error-code"?: "files-deleted";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The query violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    triggerCallback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitiateCallbackRequest"];
            };
        };
        responses: {
            /** @description The delivery is accepted, or there is nothing to deliver to. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiateCallbackAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DetailTaskNotFound"];
            /** @description The task has not ended. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example task-not-ended
                     */
                    "x-error-code"?: "task-not-ended";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The body violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listRecordings: {
        parameters: {
            query?: {
                /**
                 * @description Workspace to list from, a UUID. Without it, the account's default workspace.
                 * @example a7e8d9c0-1b2c-4d3e-8f4a-5b6c7d8e9f01
                 */
                workspace_id?: string;
                /**
                 * @description Regular expression, matched anywhere in the endpoint name, ignoring case. Back-references and look-around are not supported.
                 * @example ^download-.*invoice$
                 */
                endpoint_name?: string;
                /**
                 * @description Whether to include recordings of the marketplace type.
                 * @example false
                 */
                include_marketplace?: boolean;
                /**
                 * @description Added by Errand. `summary` leaves out the automations, and adds the newest task of each recording and its recent success rate.
                 * @example summary
                 */
                fields?: "summary";
                /**
                 * @description Added by Errand. Maximum number of recordings on a page.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Added by Errand. The `next_cursor` of the previous page.
                 * @example ZG93bmxvYWQtc3VwcGxpZXItaW52b2ljZQ
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of recordings. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingList"] | components["schemas"]["RecordingSummaryList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["WorkspaceNotFound"];
            /** @description The query violates the schema, the pattern is not a regular expression, or the cursor is invalid. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    updateExample: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateExampleRequest"];
            };
        };
        responses: {
            /** @description The recording is stored. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingSaved"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description Another version than `base_version` is current. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example recording-changed
                     */
                    "x-error-code"?: "recording-changed";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The body violates the schema, or the automation is not valid. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
            507: components["responses"]["DetailStorageFull"];
        };
    };
    updateRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRecordingRequest"];
            };
        };
        responses: {
            /** @description The recording is changed. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingSaved"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The recording, or the workspace, does not exist, was deleted or belongs to another account. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example recording-not-found
                     */
                    "x-error-code"?: "recording-not-found" | "workspace-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description Another recording of the account has the endpoint name, or the current version is not `base_version`. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example endpoint-name-taken
                     */
                    "x-error-code"?: "endpoint-name-taken" | "recording-changed";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The body violates the schema, or the automation is not valid. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
            507: components["responses"]["DetailStorageFull"];
        };
    };
    createRecording: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRecordingRequest"];
            };
        };
        responses: {
            /** @description The recording is created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingSaved"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["WorkspaceNotFound"];
            409: components["responses"]["EndpointNameTaken"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["UnknownMember"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
            507: components["responses"]["DetailStorageFull"];
        };
    };
    getRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["RecordingNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    deleteRecording: {
        parameters: {
            query?: {
                /**
                 * @description Whether to cancel waiting and running tasks.
                 * @example true
                 */
                cancel_tasks?: boolean;
                /**
                 * @description Whether to delete its versions and all its tasks, with results and files.
                 * @example true
                 */
                delete_tasks?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingDeleted"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["RecordingNotFound"];
            /** @description The recording has waiting or running tasks. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example recording-in-use
                     */
                    "x-error-code"?: "recording-in-use" | "cancellation-unfinished";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listRecordingVersions: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingVersionList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["RecordingNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getRecordingVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
                /**
                 * @description Number of the version. Any other value returns 404.
                 * @example 1
                 */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingVersionAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The recording has no such version, does not exist, was deleted or belongs to another account. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example recording-not-found
                     */
                    "x-error-code"?: "recording-not-found" | "version-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listLocatorProposals: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of proposals. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocatorProposalList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["RecordingNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getLocatorProposal: {
        parameters: {
            query?: {
                /**
                 * @description Shows the change with this candidate. Defaults to the best one. Anything that is not one of the candidates returns 422.
                 * @example get_by_text("Save order", exact=True)
                 */
                command?: string;
            };
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
                /**
                 * @description ID of the proposal, a UUID. Any other value returns 404.
                 * @example 0195a0c4-71c8-7d12-9c3e-2a5f1d7c8b90
                 */
                proposal_id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocatorProposalAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["ProposalNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    acceptLocatorProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
                /**
                 * @description ID of the proposal, a UUID. Any other value returns 404.
                 * @example 0195a0c4-71c8-7d12-9c3e-2a5f1d7c8b90
                 */
                proposal_id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptLocatorProposalRequest"];
            };
        };
        responses: {
            /** @description The new version is current. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingSaved"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["ProposalNotFound"];
            /** @description Another version is current, a version is being rolled out, or the node has changed since or may be another one: nodes have moved, and others have the same locator. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example recording-changed
                     */
                    "x-error-code"?: "recording-changed" | "proposal-outdated" | "rollout-running";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["UnknownMember"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
            507: components["responses"]["DetailStorageFull"];
        };
    };
    declineLocatorProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
                /**
                 * @description ID of the proposal, a UUID. Any other value returns 404.
                 * @example 0195a0c4-71c8-7d12-9c3e-2a5f1d7c8b90
                 */
                proposal_id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal is declined. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalDeclined"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["ProposalNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    startRollout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRolloutRequest"];
            };
        };
        responses: {
            /** @description The new version is being rolled out. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingSaved"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The recording has no such version, does not exist, was deleted or belongs to another account. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example recording-not-found
                     */
                    "x-error-code"?: "recording-not-found" | "version-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description Another version of the recording is being rolled out, or a version other than `base_version` is current. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example rollout-running
                     */
                    "x-error-code"?: "rollout-running" | "recording-changed";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The body violates the schema, or the version does not take the same submissions as the current one. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailUnavailable"];
            507: components["responses"]["DetailStorageFull"];
        };
    };
    endRollout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndRolloutRequest"];
            };
        };
        responses: {
            /** @description The roll-out has ended. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingSaved"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["RecordingNotFound"];
            /** @description No roll-out of the recording is running. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example no-rollout
                     */
                    "x-error-code"?: "no-rollout";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["UnknownMember"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    rollBackRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the recording, a UUID. Any other value returns 404.
                 * @example 5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f
                 */
                recording_id: components["parameters"]["RecordingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollBackRequest"];
            };
        };
        responses: {
            /** @description The new version is current. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingSaved"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The recording has no such version, does not exist, was deleted or belongs to another account. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example recording-not-found
                     */
                    "x-error-code"?: "recording-not-found" | "version-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description Another version than `base_version` is current. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example recording-changed
                     */
                    "x-error-code"?: "recording-changed";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The body violates the schema, or the old automation is no longer valid in this version of the server. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
            507: components["responses"]["DetailStorageFull"];
        };
    };
    checkAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckAutomationRequest"];
            };
        };
        responses: {
            /** @description What the check found. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationCheck"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["UnknownMemberOfCheck"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listDebugSessions: {
        parameters: {
            query?: {
                /**
                 * @description Only sessions in this state.
                 * @example ready
                 */
                state?: components["schemas"]["SessionState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    openDebugSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenSessionRequest"];
            };
        };
        responses: {
            /** @description The session is opening. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            400: components["responses"]["OpeningRefused"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["ScheduledSecretRefused"];
            404: components["responses"]["SourceNotFound"];
            409: components["responses"]["DebugSessionLimit"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["OpeningInvalid"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailInterrupted"];
            507: components["responses"]["DetailStorageFull"];
        };
    };
    getDebugSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    endDebugSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is ending or has ended. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    runSessionSteps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunStepsRequest"];
            };
        };
        responses: {
            /** @description What the steps did. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepsAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    cancelSessionSteps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a command was stopped. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionOver"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    locateInSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocateRequest"];
            };
        };
        responses: {
            /** @description What it finds. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocateAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    pickInSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PickRequest"];
            };
        };
        responses: {
            /** @description The element, or why there is none. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PickAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    cancelSessionPick: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a pick was stopped. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionOver"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    getSessionRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRecordingAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    startSessionRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording, which is still empty. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRecordingAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    pointInSessionRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PointRecordingRequest"];
            };
        };
        responses: {
            /** @description The recording so far. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRecordingAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    stopSessionRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StopRecordingRequest"];
            };
        };
        responses: {
            /** @description The recording. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionRecordingAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    getSessionSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    setSessionVariables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetVariablesRequest"];
            };
        };
        responses: {
            /** @description All variables, with secrets masked. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VariablesAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    restartSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestartRequest"];
            };
        };
        responses: {
            /** @description What the steps did. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepsAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    setSessionAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAutomationRequest"];
            };
        };
        responses: {
            /** @description Where the session continues. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationSetAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            409: components["responses"]["DebugSessionEnded"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["CommandRefused"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DamagedSecret"];
            503: components["responses"]["DetailInterrupted"];
            504: components["responses"]["CommandUnfinished"];
        };
    };
    streamSessionEvents: {
        parameters: {
            query?: {
                /**
                 * @description The same for a new `EventSource`, which cannot send headers. The header takes precedence.
                 * @example 7
                 */
                last_event_id?: string;
            };
            header?: {
                /**
                 * @description ID of the last received event. Without it, the stream begins with the first event.
                 * @example 7
                 */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["SessionEvent"];
                };
            };
            /** @description The session has ended and `Last-Event-ID` is its last event. Nothing will follow, so do not connect again. */
            204: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["KeyUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["TooManyEventStreams"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailInterrupted"];
        };
    };
    createSessionEventsUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsUrlAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    createSessionStreamUrl: {
        parameters: {
            query?: {
                /**
                 * @description `view`: watch only. `control`: also use mouse and keyboard.
                 * @example view
                 */
                mode?: "view" | "control";
            };
            header?: never;
            path: {
                /**
                 * @description ID of the debug session, a UUID. Any other value returns 404.
                 * @example 5b0f4a3e-8f6a-4c1e-9d37-2a6b1c0e7f95
                 */
                session_id: components["parameters"]["DebugSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream URL. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["DebugSessionNotFound"];
            /** @description The session has no screen yet or no longer has one, or its worker shows none. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example task-queued
                     */
                    "x-error-code"?: "task-queued" | "not-running" | "task-ended" | "no-screen";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            /**
             * @description The live view is not set up on this installation, or the server cannot reach its database. The latter is temporary: send the
             *     same request again after `retry-after` seconds.
             */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example database-unavailable
                     */
                    "x-error-code"?: "database-unavailable" | "server-busy" | "not-set-up";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account of the API key. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of workspaces. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceRequest"];
            };
        };
        responses: {
            /** @description The workspace is created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            409: components["responses"]["WorkspaceNameTaken"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["UnknownMember"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the workspace, a UUID. Any other value returns 404.
                 * @example a7e8d9c0-1b2c-4d3e-8f4a-5b6c7d8e9f01
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceDeleted"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["WorkspaceNotFound"];
            /** @description The workspace has recordings, or is the default one. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example default-workspace
                     */
                    "x-error-code"?: "default-workspace" | "workspace-not-empty";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    renameWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the workspace, a UUID. Any other value returns 404.
                 * @example a7e8d9c0-1b2c-4d3e-8f4a-5b6c7d8e9f01
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceRequest"];
            };
        };
        responses: {
            /** @description The workspace is renamed. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["WorkspaceNotFound"];
            409: components["responses"]["WorkspaceNameTaken"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["UnknownMember"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of integrations. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIntegrationRequest"];
            };
        };
        responses: {
            /** @description The integration is created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            409: components["responses"]["IntegrationTaken"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["UnknownMember"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    checkIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the integration, a UUID. Any other value returns 404.
                 * @example 3e4f5a6b-7c8d-4e9f-8a1b-2c3d4e5f6a7b
                 */
                integration_id: components["parameters"]["IntegrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationCheck"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["IntegrationNotFound"];
            409: components["responses"]["IntegrationNotCheckable"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the integration, a UUID. Any other value returns 404.
                 * @example 3e4f5a6b-7c8d-4e9f-8a1b-2c3d4e5f6a7b
                 */
                integration_id: components["parameters"]["IntegrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration and its credentials are deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationDeleted"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["IntegrationNotFound"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the integration, a UUID. Any other value returns 404.
                 * @example 3e4f5a6b-7c8d-4e9f-8a1b-2c3d4e5f6a7b
                 */
                integration_id: components["parameters"]["IntegrationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIntegrationRequest"];
            };
        };
        responses: {
            /** @description The integration is changed. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["IntegrationNotFound"];
            409: components["responses"]["IntegrationConflict"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["UnknownMember"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, its account, limits and features. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    getCookieSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CookieSessionAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            /** @description An API key authenticated the request, so it does not belong to a session. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example cookie-session-not-found
                     */
                    "x-error-code"?: "cookie-session-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    createCookieSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has begun. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /**
                     * @description `__Host-errand_session` with `Secure`, or `errand_session` if the address of the installation (`PUBLIC_URL`) is http on this machine. In a second header, `errand_signed_in=yes`, which scripts can read.
                     * @example __Host-errand_session=TOKEN; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict; Secure
                     */
                    "set-cookie"?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CookieSessionAnswer"];
                };
            };
            401: components["responses"]["KeyUnauthorized"];
            /** @description The installation is reached over http from other machines, so a cookie could be intercepted. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example https-required
                     */
                    "x-error-code"?: "https-required";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    deleteCookieSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    /**
                     * @description Deletes the cookie; in a second header, `errand_signed_in`.
                     * @example __Host-errand_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure
                     */
                    "set-cookie"?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CookieSessionEnded"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            /** @description An API key authenticated the request, so it does not belong to a session. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example cookie-session-not-found
                     */
                    "x-error-code"?: "cookie-session-not-found";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    validateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": string;
            };
        };
        responses: {
            /** @description Whether the key is valid. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyValidation"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The body is not a JSON string. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["AddressTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page, with the same filters. Opaque.
                 * @example MjAyNi0wMy0wMlQwOToxNTowMC4wMDBaIDBiOWY2YzFlLTZmMGUtNGQ3YS05YTUyLTNmNmQ4YzFiN2UxMA
                 */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The key is created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            /** @description The account is being deleted, or already has 200 valid keys. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example account-deleted
                     */
                    "x-error-code"?: "account-deleted" | "api-key-limit";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            /** @description The body violates the schema, or the expiry time is in the past. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the key, a UUID; not the key itself. Any other value returns 404.
                 * @example 3c4d5e6f-7a8b-4c9d-8e0f-1a2b3c4d5e6f
                 */
                api_key_id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["ApiKeyNotFound"];
            /** @description The key is the account's last valid one with the scope `admin`. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example last-api-key
                     */
                    "x-error-code"?: "last-api-key";
                    Link: components["headers"]["ErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            422: components["responses"]["UnknownQueryParameter"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    renameApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the key, a UUID; not the key itself. Any other value returns 404.
                 * @example 3c4d5e6f-7a8b-4c9d-8e0f-1a2b3c4d5e6f
                 */
                api_key_id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameApiKeyRequest"];
            };
        };
        responses: {
            /** @description The key is renamed. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            400: components["responses"]["DetailMalformed"];
            401: components["responses"]["DetailUnauthorized"];
            403: components["responses"]["DetailMissingScope"];
            404: components["responses"]["ApiKeyNotFound"];
            413: components["responses"]["DetailPayloadTooLarge"];
            415: components["responses"]["DetailUnsupportedMediaType"];
            422: components["responses"]["UnknownMember"];
            429: components["responses"]["DetailTooManyRequests"];
            500: components["responses"]["DetailInternalError"];
            503: components["responses"]["DetailUnavailable"];
        };
    };
    listInferenceRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmptyRequest"];
            };
        };
        responses: {
            /** @description All requests. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InferenceRequestList"];
                };
            };
            /** @description The body is not JSON. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example malformed-request
                     */
                    "x-error-code"?: "malformed-request";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example unauthorized
                     */
                    "x-error-code"?: "unauthorized" | "cross-origin-request";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The API key lacks the scope that the operation needs (`x-scope`). */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "www-authenticate": components["headers"]["MissingScope"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example missing-scope
                     */
                    "x-error-code"?: "missing-scope";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The body is larger than the server accepts. */
            413: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example payload-too-large
                     */
                    "x-error-code"?: "payload-too-large";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The body is missing or is not `application/json`. */
            415: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example unsupported-media-type
                     */
                    "x-error-code"?: "unsupported-media-type";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description The key has sent too many requests. Send the same request again after `retry-after` seconds. */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example too-many-requests
                     */
                    "x-error-code"?: "too-many-requests" | "too-many-failed-keys";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example internal-error
                     */
                    "x-error-code"?: "internal-error";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /**
             * @description The server is busy with other requests, or its database is unavailable or timed out. The condition is temporary: send
             *     the same request again after `retry-after` seconds. `x-error-code` names the cause.
             */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example database-unavailable
                     */
                    "x-error-code"?: "database-unavailable" | "server-busy";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
        };
    };
    saveDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveDemoRequest"];
            };
        };
        responses: {
            /** @description The goal is saved. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaveDemoAnswer"];
                };
            };
            /** @description A required member is missing, or the body is not JSON. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example malformed-request
                     */
                    "x-error-code"?: "malformed-request" | "missing-field";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example unauthorized
                     */
                    "x-error-code"?: "unauthorized" | "cross-origin-request";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The API key lacks the scope that the operation needs (`x-scope`). */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "www-authenticate": components["headers"]["MissingScope"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example missing-scope
                     */
                    "x-error-code"?: "missing-scope";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The body is larger than the server accepts. */
            413: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example payload-too-large
                     */
                    "x-error-code"?: "payload-too-large";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The body is missing or is not `application/json`. */
            415: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example unsupported-media-type
                     */
                    "x-error-code"?: "unsupported-media-type";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The body violates the schema, or a file cannot be fetched. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description The key has sent too many requests. Send the same request again after `retry-after` seconds. */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example too-many-requests
                     */
                    "x-error-code"?: "too-many-requests" | "too-many-failed-keys";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example internal-error
                     */
                    "x-error-code"?: "internal-error";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /**
             * @description The server is busy with other requests, or its database or files are unavailable or timed out. The condition is temporary: send
             *     the same request again after `retry-after` seconds. `x-error-code` names the cause.
             */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example database-unavailable
                     */
                    "x-error-code"?: "database-unavailable" | "server-busy" | "unavailable";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
            /**
             * @description The account or the whole installation has reached its storage limit for files and the text of tasks, steps and recordings. Nothing
             *     was stored. A retry does not help until something is deleted or a limit is raised; `GET /api/v1/account` returns the usage.
             */
            507: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example storage-full
                     */
                    "x-error-code"?: "storage-full";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OlderError"];
                };
            };
        };
    };
    getDemo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID that `save_demo` returned, a UUID. Any other value returns 404.
                 * @example 7e6d5c4b-3a29-4187-9605-f4e3d2c1b0a9
                 */
                goal_id: components["parameters"]["GoalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goal. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["DeprecationLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoAnswer"];
                };
            };
            /** @description The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example unauthorized
                     */
                    "x-error-code"?: "unauthorized" | "cross-origin-request";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The API key lacks the scope that the operation needs (`x-scope`). */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "www-authenticate": components["headers"]["MissingScope"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example missing-scope
                     */
                    "x-error-code"?: "missing-scope";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForbiddenError"];
                };
            };
            /** @description The goal does not exist or belongs to another account. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example demo-not-found
                     */
                    "x-error-code"?: "demo-not-found";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The query violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request" | "unstorable-text";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description The key, or all keys of the account together, have sent too many requests. Send the same request again after `retry-after` seconds. */
            429: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example too-many-requests
                     */
                    "x-error-code"?: "too-many-requests" | "too-many-failed-keys";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example internal-error
                     */
                    "x-error-code"?: "internal-error";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
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
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example database-unavailable
                     */
                    "x-error-code"?: "database-unavailable" | "server-busy";
                    Link: components["headers"]["DeprecatedErrorLink"];
                    "x-api-key-expires-at": components["headers"]["ApiKeyExpiresAt"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailError"];
                };
            };
        };
    };
    downloadFile: {
        parameters: {
            query: {
                /**
                 * @description When the URL expires, in seconds since 1970.
                 * @example 1772442900
                 */
                expires: string;
                /**
                 * @description Signature over the method, the key and all parameters. URLs may contain further parameters.
                 * @example c2lnbmF0dXJl
                 */
                signature: string;
            };
            header?: never;
            path: {
                /**
                 * @description Key of the file, which may contain slashes. Use the whole URL as it was returned.
                 * @example tasks/0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10/1/invoice.pdf
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The part that the `Range` header requested. */
            206: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The client already has this version of the file (`If-None-Match`, `If-Modified-Since`). */
            304: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The URL is malformed. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-object-key
                     */
                    "x-error-code"?: "invalid-object-key";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileError"];
                };
            };
            /** @description The URL has expired, or it was changed. */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example signature-mismatch
                     */
                    "x-error-code"?: "signature-mismatch" | "url-expired";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileError"];
                };
            };
            /** @description The file does not exist, or was deleted. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example object-not-found
                     */
                    "x-error-code"?: "object-not-found";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileError"];
                };
            };
            /** @description The requested range starts after the end of the file. */
            416: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example range-not-satisfiable
                     */
                    "x-error-code"?: "range-not-satisfiable";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileError"];
                };
            };
            500: components["responses"]["FileServerFailed"];
            /** @description The file store is unavailable. */
            503: {
                headers: {
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example object-storage-unavailable
                     */
                    "x-error-code"?: "object-storage-unavailable";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileError"];
                };
            };
        };
    };
    uploadFile: {
        parameters: {
            query: {
                /**
                 * @description When the URL expires, in seconds since 1970.
                 * @example 1772442900
                 */
                expires: string;
                /**
                 * @description Signature over the method, the key and all parameters. URLs may contain further parameters.
                 * @example c2lnbmF0dXJl
                 */
                signature: string;
            };
            header?: never;
            path: {
                /**
                 * @description Key of the file, which may contain slashes. Use the whole URL as it was returned.
                 * @example tasks/0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10/1/invoice.pdf
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The file is stored. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The URL is malformed, or the file's type or size differs from what the URL was signed for. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-object-key
                     */
                    "x-error-code"?: "invalid-object-key" | "content-type-mismatch" | "upload-size-mismatch";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileError"];
                };
            };
            /** @description The URL has expired, or it was changed. */
            403: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example signature-mismatch
                     */
                    "x-error-code"?: "signature-mismatch" | "url-expired";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileError"];
                };
            };
            /** @description The file is larger than the URL was signed for. */
            413: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example upload-too-large
                     */
                    "x-error-code"?: "upload-too-large";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileError"];
                };
            };
            500: components["responses"]["FileServerFailed"];
            /** @description The file store is unavailable. */
            503: {
                headers: {
                    "retry-after": components["headers"]["RetryAfter"];
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example object-storage-unavailable
                     */
                    "x-error-code"?: "object-storage-unavailable";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileError"];
                };
            };
        };
    };
    checkLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All dependencies are available. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The request violates the schema. */
            422: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example invalid-request
                     */
                    "x-error-code"?: "invalid-request";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description A dependency is unavailable, or the server is shutting down. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    /**
                     * @description Stable name of the error. The `ErrorCode` header explains all names.
                     * @example unavailable
                     */
                    "x-error-code"?: "unavailable";
                    Link: components["headers"]["ErrorLink"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    receiveTaskResult: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try of one delivery. Use it to detect duplicates.
                 * @example e5f6a7b8-c9d0-4e1f-8a2b-3c4d5e6f7a8b
                 */
                "webhook-id": string;
                /**
                 * @description When this try was sent, in seconds since 1970.
                 * @example 1772442907
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures as defined by Standard Webhooks (`v1,` and base64), separated by spaces: one for each signing secret of
                 *     the account. Verify it, so that nobody else can send you results.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Position in the trace of the task, as defined by W3C Trace Context: in the trace of the `traceparent` that the task was
                 *     submitted with. Absent if it was submitted without one, unless the operator records traces.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-7b2d6f0a1c934e58-01
                 */
                traceparent?: string;
                /**
                 * @description The `tracestate` that the task was submitted with.
                 * @example congo=t61rcWkgMzE,rojo=00f067aa0ba902b7
                 */
                tracestate?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskResult"];
            };
        };
        responses: {
            /** @description No longer wanted; not retried. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. The first KB of the response body is stored and shown with the delivery. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received; retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received; retried. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
