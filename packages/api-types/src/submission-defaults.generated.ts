// Generated from openapi/ by "pnpm generate". Do not edit.

export const SUBMISSION_DEFAULTS = {
  "endpoint_name": null,
  "input_parameters": null,
  "unique_parameter_names": [],
  "secure_parameters": null,
  "rdp_parameter": null,
  "input_files": null,
  "max_timeout_in_minutes": 10,
  "use_proxy": false,
  "is_dedicated": false,
  "task_callback_url": null,
  "task_callback_api_key": null,
  "max_parallelism": null,
  "per_login_parallelism": 1,
  "trace": null,
  "priority": null
};
