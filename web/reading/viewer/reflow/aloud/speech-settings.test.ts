import { expect, test } from 'vitest'
import { parseSpeech } from './speech-settings.ts'

test('unknown speeds and voices in stored settings fall back to those of the device', () => {
  for (const text of [null, '', '{"speech":3}', '{"speech":{"rate":9,"voices":{"en":4}}}'])
    expect(parseSpeech(text)).toEqual({ rate: 1, voices: {} })
  expect(parseSpeech('{"speech":{"rate":2.5,"voices":{"en":"one","sn":2}}}')).toEqual({ rate: 2.5, voices: { en: 'one' } })
})
