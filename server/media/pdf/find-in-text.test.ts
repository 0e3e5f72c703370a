import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { findInText } from './find-in-text.ts'

async function makePdf(pageCount: number) {
  const document = await PDFDocument.create()
  for (let number = 1; number <= pageCount; number++) document.addPage([200, 200]).drawText(`Page ${number}`, { x: 20, y: 100, size: 12 })
  const path = join(await makeTempFolder(), 'book.pdf')
  await writeFile(path, await document.save())
  return path
}

test('the findings of a PDF with more pages than are checked end with the number of checked pages', async () => {
  const last = (await findInText(await makePdf(420))).findings.at(-1)
  expect(last).toMatchObject({ kind: 'first-pages', text: null })
  expect(last?.pages[0]).toBeLessThanOrEqual(400)
})

test('a PDF whose pages are all checked has no such finding', async () => {
  expect((await findInText(await makePdf(1))).findings.map(({ kind }) => kind)).not.toContain('first-pages')
})
