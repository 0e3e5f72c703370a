import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cue } from '#contracts/catalogue/transcript.ts'
import { writeSrt, writeVtt } from '#contracts/catalogue/transcript-files.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { growthOfTime, MAX_LINEAR_GROWTH } from '#tests/support/growth-of-time.ts'
import fc from '#tests/support/property-testing.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { readTranscript } from './read-transcript.ts'

let path: string
beforeAll(async () => {
  path = join(await makeTempFolder(), 'transcript')
})
afterAll(() => rm(join(path, '..'), { recursive: true }))

async function read(content: string | Uint8Array): Promise<Cue[]> {
  await writeFile(path, content)
  return (await readTranscript(path)).cues
}
const readSrt = read
const cue = (start: number, end: number, text: string, speaker: string | null = null): Cue => ({ start, end, speaker, text })

describe('WebVTT', () => {
  test('a WebVTT transcript may have a header, notes, styles, regions, cue names, settings and markup', async () => {
    const text = [
      '\ufeffWEBVTT - made by an editor',
      'Kind: captions',
      '',
      'NOTE first draft',
      'of two lines',
      '',
      'STYLE',
      '::cue { color: papayawhip }',
      '',
      'REGION',
      'id:fred width:40%',
      '',
      'opening',
      '00:01.000 --> 00:04.500 align:start position:10%',
      '<v.loud Mai Chipo>Good <i>morning</i>, <c.green>all</c></v>',
      'of you &amp; yours',
      '   ',
      '01:00:05.000 --> 01:00:06.000',
      '<00:01:05.500>Bye <b>now',
    ].join('\r\n')
    expect(await read(text)).toEqual([
      cue(1, 4.5, 'Good morning, all', 'Mai Chipo'),
      cue(1, 4.5, 'of you & yours'),
      cue(3605, 3606, 'Bye now'),
    ])
  })

  test('a WebVTT cue with two voices is split into two cues, and overlapping cues are allowed', async () => {
    const text = 'WEBVTT\n\n00:05.000 --> 00:09.000\n<v A>Yes?\n<v B>No.\n\n00:04.000 --> 00:12.000\nRain'
    expect(await read(text)).toEqual([cue(4, 12, 'Rain'), cue(5, 9, 'Yes?', 'A'), cue(5, 9, 'No.', 'B')])
  })
})

describe('SubRip', () => {
  test('a SubRip transcript may have numbers, commas, screen positions, fonts, and no empty line between two cues', async () => {
    const text = [
      '1',
      '00:00:01,5 --> 00:00:04,000  X1:40 X2:600',
      '{\\an8}<font color="#ff0000">Mhoroi</font>, it is 5 < 6',
      '2',
      '00:00:04,000-->00:00:04,000',
      'At once',
      '',
      '3',
    ].join('\r\n')
    expect(await readSrt(text)).toEqual([cue(1.5, 4, 'Mhoroi, it is 5 < 6'), cue(4, 4, 'At once')])
  })
})

test.each([
  ['UTF-16', Buffer.from('\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nNdinokuda, café', 'utf16le')],
  ['Windows', Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nNdinokuda, café', 'latin1')],
])('a transcript in the encoding of %s is read', async (_name, content) => {
  expect(await read(content)).toEqual([cue(1, 2, 'Ndinokuda, café')])
})

test.each([
  ['WEBVTT\n\n00:01.000 --> soon\nHello', 'Line 3: the times are invalid. Write them as 00:01:05.000 --> 00:01:08.500.'],
  ['WEBVTT\n\n00:09.000 --> 00:05.000\nHello', 'Line 3: the end time is before the start time.'],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\ntwo', 'Line 6 has no times above it. Is there an extra empty line before it?'],
  ['WEBVTT\n', 'It contains no text.'],
  [`WEBVTT\n\n04:10.000 --> 04:12.000\n${'x'.repeat(5001)}`, 'The text at 4:10 has more than 5000 characters.'],
])('%j is refused with a reason', async (content, reason) => {
  await expect(read(content)).rejects.toThrow(new InvalidFileError(reason))
})

const time = fc.integer({ min: 0, max: 359_990_000 }).map((ms) => ms / 1000)
const words = fc
  .string({
    unit: fc.oneof(fc.constantFrom(...'<>&;-ab 1:{}\\.v/\n'), fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' })),
    minLength: 1,
    maxLength: 40,
  })
  .map((text) =>
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  )
  .filter((text) => text !== '')
const stored = fc
  .array(fc.record({ start: time, length: fc.nat(9000), speaker: fc.option(words), text: words }), { minLength: 1, maxLength: 8 })
  .map((cues) =>
    cues
      .toSorted((one, other) => one.start - other.start)
      .map(({ start, length, speaker, text }) => ({ start, end: Math.round(start * 1000 + length) / 1000, speaker, text })),
  )
const inOrder = (cues: Cue[]) => cues.toSorted((one, other) => one.start - other.start || other.end - one.end)

test('random cues written as WebVTT are read unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(stored, async (cues) => {
      expect(await read(writeVtt(cues))).toEqual(inOrder(cues))
    }),
    { numRuns: 60 },
  )
})

test('random cues without markup written as SubRip are read unchanged', async () => {
  const plain = stored.map((cues) => cues.map((each) => ({ ...each, speaker: null, text: each.text.replaceAll(/[<>&{}\\-]/g, 'x') })))
  await fc.assert(
    fc.asyncProperty(plain, async (cues) => {
      expect(await readSrt(writeSrt(cues))).toEqual(inOrder(cues))
    }),
    { numRuns: 40 },
  )
})

test('random bytes are read as a transcript or refused with a reason', async () => {
  const part = fc.constantFrom(
    'WEBVTT',
    '\n',
    '\n\n',
    '-->',
    '00:01.000 --> 00:02.000',
    '1',
    '<v ',
    '>',
    '<b>',
    '&#0;',
    '&#55357;',
    'NOTE',
    '\0',
    '\r',
    ' ',
  )
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(fc.oneof(part, fc.string({ maxLength: 5 })), { maxLength: 40 }).map((parts) => Buffer.from(parts.join(''))),
  )
  await fc.assert(
    fc.asyncProperty(content, async (bytes) => {
      const outcome = await read(bytes).catch((error: unknown) => error)
      if (outcome instanceof InvalidFileError) return
      for (const { text, speaker, start, end } of outcome as Cue[]) {
        expect(`${text}${speaker}`).not.toMatch(/[\p{Cc}\p{Cs}]/u)
        expect(text).not.toBe('')
        expect(end).toBeGreaterThanOrEqual(start)
      }
    }),
    { numRuns: 150 },
  )
})

test('the time for reading a transcript grows with its length alone, up to five hours of speech', async () => {
  const growth = await growthOfTime(6000, async (length) => {
    const cues = Array.from({ length }, (_, index) =>
      cue(index * 3, index * 3 + 3, `What is said at ${index}, and a little more of it.`, 'Host'),
    )
    const content = writeVtt(cues)
    return async () => expect(await read(content)).toEqual(cues)
  })
  expect(growth).toBeLessThan(MAX_LINEAR_GROWTH)
})
