import { expect, test } from 'vitest'
import type { FileFormat } from '#contracts/common/file-formats.ts'
import { DEFAULT_FILE_LIMITS } from '#contracts/common/upload.ts'
import { chosenFile, removableFile } from './file-field-schema.ts'

async function messageFor(kind: FileFormat, bytes: string, name: string, type = '') {
  const file = new File([Uint8Array.from(bytes, (char) => char.charCodeAt(0))], name, { type })
  const result = await chosenFile(kind, async () => DEFAULT_FILE_LIMITS).safeParseAsync(file)
  return result.error?.issues[0]?.message
}

test.each<[string, FileFormat, string, string]>([
  ['a JPEG', 'image', '\xff\xd8\xff\xe0 and so on', 'cover.jpg'],
  ['a PNG', 'image', '\x89PNG\r\n\x1a\n', 'cover.png'],
  ['a WebP', 'image', 'RIFF\x01\x02\x03\x04WEBPVP8 ', 'cover.webp'],
  ['an AVIF', 'image', '\0\0\0\x20ftypavif', 'cover.avif'],
  ['a PDF after a few stray bytes', 'pdf', 'Received: by mail\n%PDF-1.4', 'book.pdf'],
  ['an audio book whose type the browser does not know', 'audio', 'anything', 'talk.M4B'],
])('%s is accepted', async (_what, kind, bytes, name) => {
  expect(await messageFor(kind, bytes, name)).toBeUndefined()
})

test.each<[string, FileFormat, string, string, string]>([
  ['a text that calls itself a JPEG', 'image', 'hello', 'cover.jpg', 'Choose a JPEG, PNG, WebP or AVIF image.'],
  ['a GIF', 'image', 'GIF89a', 'cover.gif', 'Choose a JPEG, PNG, WebP or AVIF image.'],
  ['a document that is no PDF', 'pdf', 'PK\x03\x04', 'book.pdf', 'Choose a PDF document.'],
  ['a film', 'audio', 'anything', 'talk.avi', 'Choose an MP3, M4A, M4B, 3GP, OGG, FLAC or WAV recording.'],
  ['an empty file', 'pdf', '', 'book.pdf', 'This file is empty.'],
])('%s is rejected', async (_what, kind, bytes, name, message) => {
  expect(await messageFor(kind, bytes, name)).toBe(message)
})

test('an empty required file field is reported', async () => {
  expect((await chosenFile('audio').safeParseAsync(undefined)).error?.issues[0]?.message).toBe('Choose an audio file.')
})

test.each<[FileFormat, number, string]>([
  ['pdf', DEFAULT_FILE_LIMITS.pdfBytes, '500 MB'],
  ['audio', DEFAULT_FILE_LIMITS.audioBytes, '1 GB'],
  ['pdf', 1.5 * 1024 ** 3, '1.50 GB'],
  ['image', 2_000_000, '1.9 MB'],
])('a %s above the server’s limit of %i bytes is rejected without being read', async (kind, most, said) => {
  const readLimits = async () => ({ ...DEFAULT_FILE_LIMITS, [`${kind}Bytes`]: most })
  const messageOf = async (size: number) => {
    const file = Object.defineProperty(new File([], 'file'), 'size', { value: size })
    return (await chosenFile(kind, readLimits).safeParseAsync(file)).error?.issues.map(({ message }) => message)
  }
  expect(await messageOf(most + 1)).toEqual([`Choose a file of at most ${said}.`])
  expect(await messageOf(most)).not.toEqual([`Choose a file of at most ${said}.`])
})

test('a file that may be removed is validated, and an empty string removes the stored file', async () => {
  const schema = removableFile('transcript', async () => ({ ...DEFAULT_FILE_LIMITS, transcriptBytes: 20 }))
  const messageOf = async (value: unknown) => (await schema.safeParseAsync(value)).error?.issues[0]?.message
  expect(await messageOf(new File(['words'], 'talk.txt'))).toBe('Choose a transcript in WebVTT (.vtt) or SubRip (.srt).')
  expect(await messageOf(new File(['w'.repeat(21)], 'talk.vtt'))).toBe('Choose a file of at most 20 B.')
  expect(await messageOf(new File([], 'talk.vtt'))).toBe('This file is empty.')
  for (const fine of [new File(['WEBVTT'], 'talk.vtt'), '']) expect(await messageOf(fine)).toBeUndefined()
})
