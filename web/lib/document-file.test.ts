import { expect, test } from 'vitest'
import { describeFile } from './document-file.ts'

const FILE = `/api/media/${'a'.repeat(64)}.pdf`

test('a stored file in a readable format has an edition, with or without a grant', () => {
  const stored = { edition: 'a'.repeat(16), label: 'PDF', hasPages: true }
  for (const url of [FILE, `https://api.example.com${FILE}?grant=x`]) expect(describeFile(url), url).toEqual(stored)
})

test('a document at another URL is a PDF without an edition', () => {
  const other = { edition: undefined, label: 'PDF', hasPages: true }
  for (const url of ['/a.pdf', FILE.replace('.pdf', '.mp3'), FILE.replace('.pdf', ''), `${FILE}/pages`, '/api/media/short.pdf', ''])
    expect(describeFile(url), url).toEqual(other)
})
