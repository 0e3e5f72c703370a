import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { readSheet } from './read-sheet.ts'

const HEADER = 'title,author,price,categories,description,coverImage,pdf'
const ROW = 'One,Tapiwa Gumbo,4.50,Faith,About one.,cover.png,one.pdf'

test('reading a table can end at any row, for example when the browser disconnects during a check', async () => {
  const table = join(await makeTempFolder(), 'books.csv')
  const rows = 50
  await writeFile(table, [HEADER, ...Array.from({ length: rows }, () => ROW)].join('\n'))
  for (let last = 1; last <= rows; last += 1) {
    let read = 0
    for await (const _ of readSheet(table)) {
      read += 1
      // The parser reads ahead during the wait, as during the check of a row.
      await sleep(1)
      if (read === last) break
    }
    expect(read).toBe(last)
  }
  // An error event without a listener would be emitted within this wait and end the process.
  await sleep(50)
})
