import { dataOf, type Errand } from '@errand/client';

/** Requests of a recording's page other than edits. */
export async function rollOut({ api }: Errand, recordingId: string): Promise<void> {
  const params = { path: { recording_id: recordingId } };
  const path = '/api/v1/recordings/{recording_id}/rollouts' as const;
  await dataOf(api.POST(path, { params, body: { version: 1, percent: 50 } }));
  await dataOf(
    api.POST('/api/v1/recordings/{recording_id}/rollouts/end', {
      params,
      body: { outcome: 'stop' },
    }),
  );
  const proposal = {
    path: { ...params.path, proposal_id: '019a0000-0000-7000-8000-000000000000' },
  };
  await api.GET('/api/v1/recordings/{recording_id}/locator_proposals/{proposal_id}', {
    params: proposal,
  });
}

/** Tries steps in a browser. */
export async function debug({ api }: Errand): Promise<void> {
  const { session } = await dataOf(
    api.POST('/api/v1/sessions', { body: { url: 'https://portal.example/' } }),
  );
  const params = { path: { session_id: session.session_id } };
  await dataOf(api.GET('/api/v1/sessions'));
  await dataOf(api.GET('/api/v1/sessions/{session_id}', { params }));
  await dataOf(api.GET('/api/v1/sessions/{session_id}/events/url', { params }));
  await dataOf(api.DELETE('/api/v1/sessions/{session_id}', { params }));
}

/** Signs a browser in. */
export async function signIn({ api }: Errand): Promise<void> {
  await dataOf(api.POST('/api/v1/session'));
  // 404, because the client always sends a key; only a request with the cookie has a session.
  await api.GET('/api/v1/session');
}
