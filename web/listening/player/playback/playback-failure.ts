import { AccessEndedError } from '#web/lib/access/item-access.ts'
import { ApiError } from '#web/lib/api/api.ts'

/** Reason why a recording doesn't play */
export type PlaybackFailure = 'connection' | 'unavailable' | 'missing' | 'expired' | 'ended' | 'unplayable' | 'output'

export const FAILURE_MESSAGES: Record<PlaybackFailure, string> = {
  connection: 'The episode could not be played. Check your connection.',
  unavailable: 'The recording can’t be sent at the moment. Try again in a few minutes.',
  missing: 'This recording is no longer available.',
  expired: 'The permission to play this recording has expired. Try again to renew it.',
  ended: 'You can no longer listen to this episode. If this is a mistake, please write to us.',
  unplayable: 'This browser can’t play this type of recording. Try another browser.',
  output: 'This device has no sound output. Connect a speaker or headphones.',
}

/** Failures after which playback resumes by itself when the device is online again */
export const PASSING_FAILURES: (PlaybackFailure | undefined)[] = ['connection', 'unavailable']

/** Names of sound output failures in error messages of Chromium and Firefox, which use the error code of a damaged recording for them. */
const OUTPUT = /AUDIO_RENDERER|MEDIASINK|CUBEB/i

/** Returns whether a decoding error is caused by a damaged recording or by the device's sound output; undefined for other errors. */
export function describeMediaError(error: Pick<MediaError, 'code' | 'message'> | null): 'damaged' | 'output' | undefined {
  if (error?.code !== MediaError.MEDIA_ERR_DECODE) return undefined
  return OUTPUT.test(error.message) ? 'output' : 'damaged'
}

/** Returns the playback failure for the status of a request for the recording; undefined if the request succeeded. */
export function describeStatus(status: number | undefined): PlaybackFailure | undefined {
  if (status === undefined) return 'connection'
  if (status < 400) return undefined
  if (status === 403) return 'expired'
  return status === 404 || status === 410 ? 'missing' : 'unavailable'
}

/** Returns the failure for a rejected renewal of the recording's URL. */
export function describeRenewal(error: unknown): PlaybackFailure {
  if (error instanceof AccessEndedError) return 'ended'
  return error instanceof ApiError ? (describeStatus(error.problem.status) ?? 'unavailable') : 'connection'
}
