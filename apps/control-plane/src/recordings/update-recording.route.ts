import { notImplementedRoute } from '../http/not-implemented-route.ts';

export const updateRecording = notImplementedRoute('updateRecording');
