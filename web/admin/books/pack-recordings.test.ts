import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { packRecordings } from './pack-recordings.ts'

test('an archive of recordings has them in order, with their places in front of their names', async () => {
  const archive = await packRecordings(['Part 2.mp3', 'Café.mp3', 'Part 2.mp3'].map((name, index) => new File([`content ${index}`], name)))
  expect([archive.name, archive.type]).toEqual(['3 recordings.zip', 'application/zip'])
  const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  expect(Object.entries(entries).map(([name, content]) => [name, new TextDecoder().decode(content)])).toEqual([
    ['0001 Part 2.mp3', 'content 0'],
    ['0002 Café.mp3', 'content 1'],
    ['0003 Part 2.mp3', 'content 2'],
  ])
})
