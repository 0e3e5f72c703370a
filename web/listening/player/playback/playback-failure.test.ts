import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AccessEndedError } from '#web/lib/access/item-access.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { describeMediaError, describeRenewal, describeStatus } from './playback-failure.ts'

beforeAll(() => void vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 }))
afterAll(() => void vi.unstubAllGlobals())

test.each([
  [undefined, 'connection'],
  [200, undefined],
  [206, undefined],
  [403, 'expired'],
  [404, 'missing'],
  [410, 'missing'],
  [429, 'unavailable'],
  [503, 'unavailable'],
])('the response %s to a request for the recording is the failure %s', (status, failure) => {
  expect(describeStatus(status)).toBe(failure)
})

test.each([
  [3, 'PIPELINE_ERROR_DECODE: Failed to send audio packet for decoding', 'damaged'],
  [3, 'AUDIO_RENDERER_ERROR', 'output'],
  [3, 'NS_ERROR_DOM_MEDIA_MEDIASINK_ERR (0x806e000b) - OnMediaSinkAudioError', 'output'],
  [3, 'OnMediaSinkAudioError', 'output'],
  [3, 'NS_ERROR_DOM_MEDIA_CUBEB_INITIALIZATION_ERR (0x806e0101)', 'output'],
  [2, 'PIPELINE_ERROR_READ: FFmpegDemuxer: data source error', undefined],
  [4, 'DEMUXER_ERROR_COULD_NOT_OPEN', undefined],
])('the media error %s, “%s”, is about %s', (code, message, problem) => {
  expect(describeMediaError({ code, message })).toBe(problem)
})

test('a rejected URL renewal distinguishes ended access, an unavailable server, a deleted episode and a lost connection', () => {
  const answered = (status: number) =>
    new ApiError({ type: 'about:blank', title: '', status, instance: '', code: 'internal', requestId: '' })
  expect([new AccessEndedError(), answered(503), answered(404), new TypeError('Failed to fetch')].map(describeRenewal)).toEqual([
    'ended',
    'unavailable',
    'missing',
    'connection',
  ])
})
