import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { locateFile } from './locate-file.ts'

async function folderWith(...names: string[]) {
  const path = await makeTempFolder()
  for (const name of names) {
    await mkdir(join(path, name, '..'), { recursive: true })
    await writeFile(join(path, name), '')
  }
  return { path, isFlat: false }
}

test.each([
  ['cover.png', 'Cover.PNG'],
  ['  cover.png ', 'cover.png'],
  ['My  book.pdf', 'My book.pdf'],
  ['book .pdf', 'book.pdf'],
  ['Zürich.PDF', 'zu\u0308rich.pdf'],
  ['COVERS/one.jpg', 'covers/One.jpg'],
])('the name %j in a table finds the file %j', async (name, stored) => {
  const folder = await folderWith(stored, 'other.txt')
  expect(basename(await locateFile(folder, name, 'pdf'))).toBe(basename(stored))
})

test('an exact name takes precedence, and a name that fits several files is refused with their names', async () => {
  const folder = await folderWith('one.pdf', 'One.pdf')
  expect(basename(await locateFile(folder, 'One.pdf', 'pdf'))).toBe('One.pdf')
  await expect(locateFile(folder, 'ONE.PDF', 'pdf')).rejects.toMatchObject({
    errors: [{ field: 'pdf', message: 'ONE.PDF may be One.pdf or one.pdf. Enter the exact name.' }],
  })
})

test.each(['two.pdf', 'one.pd', 'on e.pdf', '../one.pdf'])('the name %j does not find one.pdf', async (name) => {
  await expect(locateFile(await folderWith('one.pdf'), name, 'pdf')).rejects.toThrow()
})
