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

async function rowsOf(text: string | Buffer) {
  const table = join(await makeTempFolder(), 'table.csv')
  await writeFile(table, text)
  return Array.fromAsync(readSheet(table), ({ sheet, row }) => ({ noun: sheet.noun, number: row.number, ...row.fields }))
}

const semicolons = (text: string) => text.replaceAll(',', ';')
const read = { noun: 'books', number: 2, title: 'One', author: 'Tapiwa Gumbo', price: '4.50', coverImage: 'cover.png', pdf: 'one.pdf' }

test.each([
  ['sep=;', semicolons],
  ['\ufeffsep=;', semicolons],
  ['"sep=;"', semicolons],
  ['SEP=;;;;', semicolons],
  ['sep=,', (text: string) => text],
  ['sep=\t', (text: string) => text.replaceAll(',', '\t')],
  ['sep=|', (text: string) => text.replaceAll(',', '|')],
])('a first line %j states the delimiter and is no row', async (line, convert) => {
  expect(await rowsOf([line, convert(HEADER), convert(ROW)].join('\r\n'))).toMatchObject([read])
})

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
test.each([
  ['UTF-16 with tabs, as “Unicode Text” of Excel', utf16(`\ufeff${HEADER}\r\n${ROW}\r\n`.replaceAll(',', '\t'))],
  ['big-endian UTF-16', utf16(`\ufeff${HEADER}\r\n${ROW}\r\n`).swap16()],
  ['UTF-16 without a byte order mark', utf16(`${HEADER}\n${ROW}\n`)],
])('a table in %s is read', async (_, table) => {
  expect(await rowsOf(table)).toMatchObject([read])
})

test('states are recognized in any case', async () => {
  expect(await rowsOf(`${HEADER},state\n${ROW}, Published\n`)).toMatchObject([{ ...read, state: 'published' }])
})

test.each([
  'Title,Author,Price,Categories,Description,Cover image,PDF',
  'TITLE,AUTHOR,PRICE,CATEGORIES,DESCRIPTION,COVERIMAGE,PDF file',
  ' title , author ,price\u200b,categories,description,cover_image,Pdf',
  'Title:,Author,Price,Categories,Description,Cover-Image,pdf',
  'Ｔitle,Author,Price,Categories,Descriptión,"Cover\nimage",PDF',
])('the headings %j are recognized', async (header) => {
  expect(await rowsOf(`${header}\n${ROW}`)).toMatchObject([read])
})

test.each([
  ['title,auther,price,categories,description,coverImage,pdf', 'The column auther is unknown. Did you mean author?'],
  ['title,author,price,category,description,coverImage,pdf', 'The column category is unknown. Did you mean categories?'],
  ['title,author,price,categories,description,coverImage,pdf,shelf', 'The column shelf is unknown. Remove it.'],
  ['Title,Title,author,price,categories,description,coverImage,pdf', 'The column title appears twice.'],
])('of the headings %j, the unknown one is named with the nearest', async (header, message) => {
  await expect(rowsOf(`${header}\n${ROW}`)).rejects.toThrow(message)
})

test.each([
  ['a quotation mark inside a cell', 'Say "hello" to one'],
  ['inches', '6" by 9"'],
  ['text after a closing quotation mark', '"One" and more'],
])('%s is part of the cell, and the rows after it are read', async (_, cell) => {
  const rows = await rowsOf(`${HEADER}\n${ROW.replace('One', cell)}\n${ROW}`)
  expect(rows).toMatchObject([
    { ...read, title: cell },
    { ...read, number: 3 },
  ])
})

test('a quotation mark that is not closed is reported with the row of the sheet', async () => {
  const table = `${HEADER}\n${ROW}\n${ROW.replace('One', '"One')}\n${ROW}`
  await expect(rowsOf(table)).rejects.toThrow('a cell of row 3 begins with a quotation mark and has no closing one.')
})

test('a cell with line breaks counts as one row, as in a spreadsheet', async () => {
  const rows = await rowsOf(`${HEADER}\n${ROW.replace('About one.', '"About\none\n""and"" two."')}\n\n${ROW}`)
  expect(rows.map(({ number }) => number)).toEqual([2, 4])
})

test('a table with host or audio file is a table of episodes, in any spelling', async () => {
  const header = 'Title,Host,Price,Duration,Categories,Description,Cover image,Audio file'
  const [row] = await rowsOf(`${header}\nOne,Tapiwa,0,45:30,Faith,About.,c.png,a.mp3`)
  expect(row).toMatchObject({ noun: 'podcasts', host: 'Tapiwa', audio: 'a.mp3' })
})
