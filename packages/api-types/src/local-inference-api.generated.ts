// Generated from openapi/ by "pnpm generate". Do not edit.

export interface paths {
    "/inference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a task to this server
         * @description Accepts the same body as the control plane. Waiting tasks run by `priority`, smallest first, null last, ties by arrival.
         *     `max_parallelism` and `per_login_parallelism` have no effect here; `is_dedicated` is refused. After a 202, the task is on disk
         *     here: it survives a restart of the server, and its results survive an outage of the control plane.
         */
        post: operations["submitLocally"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cancel_task": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a task of this server
         * @description Ends the task here at once, and in the control plane as soon as it can be reached. Cancelling in the control plane has the same effect.
         */
        post: operations["cancelLocally"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the server
         * @description Responds as long as the process is alive.
         */
        get: operations["checkLocalHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/is_task_running": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether a task is running
         * @description Returns a bare boolean.
         */
        get: operations["isTaskRunning"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Store a file of a task
         * @description Stands in for the object store: the server itself stores the files of its tasks here and uploads them when it reports. Every URL is
         *     issued once, only to the server, for a file of known size, and cannot be guessed.
         */
        put: operations["keepLocalFile"];
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
        /**
         * @description Added by Errand. The only origins at which the secret may be typed: scheme and host, and the port if it is not the default. The origin that counts is that of the document with the field, which may be in a frame. Without this list, any origin is allowed, except that a secret in the installation's own vault needs an origin that the operator has granted. The list never widens a grant.
         * @example [
         *       "https://portal.supplier.example"
         *     ]
         */
        AllowedOrigins: string[];
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
        /** @description Name by which tasks refer to a recording. */
        EndpointName: string;
        GivenInputFiles: {
            /** @description The file's name as the site sees it, without a directory: 1 to 255 bytes of UTF-8. It must not contain a slash, a backslash or a control character, nor start or end with white space, and must not be `.` or `..`. Unique among the files of the task, ignoring case and Unicode form. */
            name: string;
            /** @description The content in base64 (RFC 4648, section 4) with padding and without line breaks. An empty string is an empty file. */
            content_base64: string;
        }[];
        /** @description Values by parameter name; every value is a list of strings, so that a parameter can carry several. An `input_text` action that uses an empty list is skipped. */
        InputParameters: {
            [key: string]: string[];
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
        /** @description Length of the one-time password. Required for the type `totp_secret`, refused for `raw`. */
        OptionalDigits: number | null;
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
        /** @description Error of a submission. */
        SubmitError: {
            /** @constant */
            success: false;
            /** @description What happened and what to do, in a sentence. */
            message: string;
        };
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
            unique_parameter_names: string[];
            /** @description Where sensitive values come from, by parameter name. A value is read when a step types it; if the vault does not return it, the task fails at that step with `secret_unavailable`. */
            secure_parameters?: components["schemas"]["SecureParameters"];
            rdp_parameter?: components["schemas"]["RdpParameter"];
            /** @description Added by Errand. Files of the task for `upload_file.input_file`: at most 10, and 10 MiB (10,485,760 bytes) together when decoded. They are stored before the task is queued, every attempt has them, and a retry of the task gets them again. No response, event or callback contains their contents. An invalid file is refused with 400; a name with a character that cannot be stored (U+0000, an unpaired surrogate) with 422. */
            input_files?: components["schemas"]["GivenInputFiles"];
            /**
             * @description Timeout of each attempt, in minutes.
             * @default 10
             */
            max_timeout_in_minutes: number;
            /**
             * @description Run the browser behind the configured proxy. Refused together with `is_dedicated` and with `rdp_parameter` (400). All traffic of the browser goes through it; `api_call`, `file_url` and downloads that the worker fetches itself do not. The task fails with `proxy_failed` on a worker without a proxy, or if the proxy refuses the worker's login.
             * @default false
             */
            use_proxy: boolean;
            /**
             * @description Keeps the browser open and logged in for the next task of the same login queue. The first task logs in, and later tasks find the browser as the previous one left it, so the automation must handle both. A warm session that is idle for a few minutes is closed. Without `unique_parameter_names`, the task shares one login queue with all such dedicated tasks of the portal, instead of having none. Refused together with `rdp_parameter`.
             * @default false
             */
            is_dedicated: boolean;
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
            max_parallelism: number;
            /**
             * @description How many tasks of the login queue may run at once. The newest value above 1 applies. A value of 1 applies only while no tasks of the login queue wait or run.
             * @default 1
             */
            per_login_parallelism: number;
            /**
             * @description Which attempts leave a trace of their pages for the trace viewer: none (`off`), failed ones (`failed`), all (`all`), or failed ones with the bodies of their responses, so that a debug session can replay them (`replayable`). Null or no value leaves it to the setting `TRACE` of the workers. Workers that are set to `TRACE=off` leave no trace, whatever a task asks for.
             * @default null
             * @enum {string|null}
             */
            trace: "off" | "failed" | "all" | "replayable" | null;
            /**
             * @description Place among the waiting tasks of the login queue: lower runs first, negative values are allowed, null or no value runs last, ties run in the order of arrival. A running task is never interrupted.
             * @default null
             */
            priority: number | null;
        };
        /** @description A time-based one-time password computed from a seed. */
        TotpSecret: {
            /** @description The seed in base32. */
            totp_secret: string;
            /**
             * @description Length of the code.
             * @default 6
             */
            digits: number;
            allowed_origins?: components["schemas"]["AllowedOrigins"];
        };
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    submitLocally: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitTaskRequest"];
            };
        };
        responses: {
            /** @description The task is queued on this server. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitAccepted"];
                };
            };
            /** @description The body is not JSON, or the control plane returned 400, with its reason. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The Host header names another machine, a web page sent the request, or a secret of the task is in a vault that this server may not read. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The endpoint name matches no recording of the account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The body is larger than 24 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The content type is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The body violates the schema in another way. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description The control plane refused the submission because this API key has exceeded its rate limit. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The control plane did not respond, failed or refused the API key of this server, or the disk of this server is full. Nothing was queued. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description LOCAL_QUEUE_LIMIT tasks are already waiting here. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
        };
    };
    cancelLocally: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The task. */
                    task_id: string;
                };
            };
        };
        responses: {
            /** @description The task is being cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            /** @description The body is not JSON, or `task_id` is missing. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The Host header names another machine, or a web page sent the request. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description No such task is waiting or running here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The body is larger than 24 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The content type is not application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
        };
    };
    checkLocalHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server works. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "healthy";
                        /** @description Whether a task is running. */
                        task_running: boolean;
                        /** @description Number of tasks that wait for a slot. */
                        queued_tasks: number;
                        /** @description Number of tasks that have ended but whose results the control plane does not have yet. */
                        unreported_tasks: number;
                    };
                };
            };
            /** @description The Host header names another machine, or a web page sent the request. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
        };
    };
    isTaskRunning: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a task is running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                };
            };
            /** @description The Host header names another machine, or a web page sent the request. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
        };
    };
    keepLocalFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 256 random bits as base64url.
                 * @example kQ3yV1mZ0nB7cD2fG5hJ8kL1pQ4sT7vX0zA3bE6gI9w
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example invoice */
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description The file is on disk. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The size differs from the announced one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The Host header names another machine, or a web page sent the request. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitError"];
                };
            };
            /** @description The URL was not issued, or has been used. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
}
