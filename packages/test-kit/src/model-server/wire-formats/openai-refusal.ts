/** Returns OpenAI's error body. */
export function openaiRefusal(status: number, message: string): unknown {
  return {
    error: {
      message,
      type: status === 429 ? 'rate_limit_error' : 'invalid_request_error',
      param: null,
      code: status === 401 ? 'invalid_api_key' : null,
    },
  };
}

export function bearerKey(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  return /^Bearer (\S+)$/u.exec(headers['authorization']?.toString() ?? '')?.[1];
}
