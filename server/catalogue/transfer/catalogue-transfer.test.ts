// @module-tag full
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { ImportReport } from '#contracts/catalogue/import.ts'
import { buildLockedPdf } from '#tests/support/locked-pdf.ts'
import { buildAudio, buildImage, buildMp3, buildPdf } from '#tests/support/sample-files.ts'
import { temporaryFiles } from '#tests/support/stored-items.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import type { createImport } from './import-items.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
let folder: string
beforeEach(async () => {
  services = await openTestServices()
  folder = await makeTempFolder()
  await write('cover.png', await buildImage({ width: 40, height: 60 }))
  await write('one.pdf', await buildPdf({ title: 'One' }))
  await write('two.pdf', await buildPdf({ title: 'Two' }))
  await write('talk.wav', buildAudio())
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await services.close()
})

async function write(name: string, content: Blob | string) {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : Buffer.from(await content.arrayBuffer()))
  return path
}

type Options = Parameters<ReturnType<typeof createImport>>[1]

/** Imports the table and returns the problems row by row. */
async function importTable(table: string | Buffer, options: Partial<Options> = {}, target = services) {
  const path = join(folder, 'table.csv')
  await writeFile(path, table)
  const said: string[] = []
  const report = await target.catalogue.importItems(path, {
    folder,
    onBad: ({ number }, problems) => said.push(...problems.map(({ field, message }) => `${number} ${field}: ${message}`)),
    onKnown: ({ number }, repeats) => said.push(repeats ? `${number} repeats ${repeats}` : `${number} is there`),
    onDiffering: ({ number }, changes) => said.push(...changes.map(({ field, from, to }) => `${number} ${field}: ${from} → ${to}`)),
    onLocked: ({ number }) => said.push(`${number} needs a password`),
    ...options,
  })
  expect(await temporaryFiles(target)).toEqual([])
  return { ...report, said }
}

const HEADER = 'title,author,price,categories,description,coverImage,pdf'
const ONE = 'Sow in Season,Tapiwa Gumbo,4.50,"Teen Coaching, Faith",A year of small disciplines.,cover.png,one.pdf'
const TWO = 'Second,Tapiwa Gumbo,0,Faith,About two.,cover.png,two.pdf'
const table = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`

async function exportTo(name: string, noun: 'books' | 'podcasts' = 'books', mediaFolder?: string) {
  await services.catalogue.exportItems(noun, { output: join(folder, name), ...(mediaFolder && { mediaFolder }) })
  return readFile(join(folder, name), 'utf8')
}

describe('an import', () => {
  test.each([
    ['NFD', 'NFC'],
    ['NFC', 'NFD'],
  ])('an import finds files with %s names from a table in %s, and stores text composed', async (files, text) => {
    await mkdir(join(folder, 'Été'.normalize(files)))
    await write(join('Été'.normalize(files), 'Café.pdf'.normalize(files)), await buildPdf({ title: 'Café' }))
    const row = 'École,Zoé,0,Faith,Un été.,cover.png,Été/Café.pdf'.normalize(text)
    expect(await importTable(table(row))).toMatchObject({ added: 1, bad: 0, said: [] })
    expect(await importTable(table(row.normalize(files)))).toMatchObject({ known: 1, added: 0 })
    expect((await services.catalogue.books.list({})).items[0]).toMatchObject({ title: 'École', author: 'Zoé', description: 'Un été.' })
  })

  test('an import publishes books from a table and a folder, and a repeated import skips existing books', async () => {
    expect(await importTable(table(ONE, TWO))).toEqual({ rows: 2, bad: 0, known: 0, added: 2, changed: 0, said: [] })
    const { items } = await services.catalogue.books.list({})
    expect(items.map(({ title }) => title)).toEqual(['Second', 'Sow in Season'])
    expect(items[1]).toMatchObject({ author: 'Tapiwa Gumbo', price: 4.5, categories: ['Teen Coaching', 'Faith'], pageCount: 3 })
    expect(items[1]?.previewUrl).not.toBeNull()

    const third = TWO.replace('Second', 'Third')
    expect(await importTable(table(ONE, third, third))).toMatchObject({ known: 2, added: 1, said: ['2 is there', '4 repeats 3'] })
    expect((await services.catalogue.books.list({})).total).toBe(3)
  })

  test('an import reports books whose PDF requires a password', async () => {
    await writeFile(join(folder, 'two.pdf'), buildLockedPdf({ pages: 2, password: 'secret' }))
    expect(await importTable(table(ONE, TWO))).toMatchObject({ added: 2, said: ['3 needs a password'] })
  })

  test('an import publishes books with the slugs in the table, and reports slugs that are taken', async () => {
    const rows = ['Named', 'Again', 'Taken', 'Free'].map((title) => ONE.replace('Sow in Season', title))
    const slugs = ['named', 'NAMED', 'taken', '']
    const book = await importTable([`${HEADER},slug`, `${ONE},taken`].join('\n'))
    expect(book).toMatchObject({ added: 1 })
    const report = await importTable([`${HEADER},slug`, ...rows.map((row, index) => `${row},${slugs[index]}`)].join('\n'), {
      skipBad: true,
    })
    const problem = 'slug: This page address is or was used by another item. Choose a different one, or leave the cell empty.'
    expect(report).toMatchObject({ bad: 2, added: 2, said: [`3 ${problem}`, `4 ${problem}`] })
    expect((await services.catalogue.books.list({})).items.map(({ title, slug }) => [title, slug])).toEqual([
      ['Free', 'free'],
      ['Named', 'named'],
      ['Sow in Season', 'taken'],
    ])
  })

  test('an import publishes episodes with optional price and duration', async () => {
    await importTable('Title,HOST,categories,description,coverImage,audio\r\nTalk,Chiedza,Book Writing,On talking.,cover.png,talk.wav\r\n')
    expect((await services.catalogue.podcasts.list({})).items).toMatchObject([
      { title: 'Talk', host: 'Chiedza', price: 0, duration: '0:02' },
    ])
  })

  test('an import reads tables of spreadsheets: byte order mark, semicolons, decimal commas, CRLF, line breaks in cells, empty rows', async () => {
    const lines = [
      HEADER.replaceAll(',', ';'),
      '"Líne one; still\r\none";Tapiwa Gumbo;4,50;Faith;"He said ""hm"".\r\nThen left.";cover.png;one.pdf',
      ';;;;;;',
      '',
      'Bad;Tapiwa Gumbo;free;Faith;Later rows keep their numbers.;cover.png;two.pdf',
    ]
    const report = await importTable(`\ufeff${lines.join('\r\n')}`, { skipBad: true })
    expect(report).toMatchObject({ rows: 2, added: 1, said: ['5 price: Enter a price as a number, such as 4.50.'] })
    expect((await services.catalogue.books.list({})).items).toMatchObject([
      { title: 'Líne one; still\none', price: 4.5, description: 'He said "hm".\nThen left.' },
    ])
  })

  test('an import lists all problems of all rows and publishes nothing, unless bad rows are to be skipped', async () => {
    await write('broken.pdf', '%PDF-1.7 and nothing else')
    await write('cut.png', new Blob([(await (await buildImage({ width: 400 })).arrayBuffer()).slice(0, 300)]))
    await write('empty.pdf', '')
    const bad = [
      ' ,,4.5555,,,,',
      'A,B,1,Faith,D,one.pdf,cover.png',
      'A,B,1,Faith,D,cut.png,broken.pdf',
      'A,B,1,Faith,D,cover.png,empty.pdf,more',
      'A,B,1,Faith,D,missing.png,.',
    ]
    const expected = [
      '2 title: Enter a title.',
      '2 author: Enter an author.',
      '2 price: Enter a price with at most two decimals.',
      '2 categories: Enter at least one category.',
      '2 description: Enter a description.',
      '2 coverImage: Enter a file name.',
      '2 pdf: Enter a file name.',
      '3 coverImage: This is a PDF document. Choose a JPEG, PNG, WebP or AVIF image.',
      '3 pdf: This is a PNG image. Choose a PDF document.',
      '4 coverImage: This image is damaged or incomplete. Save it again and choose the new file.',
      '4 pdf: This PDF can’t be used. It is damaged or incomplete.',
      '5 : The row has more cells than the table has columns.',
      '5 pdf: The file is empty.',
      '6 coverImage: missing.png was not found.',
      '6 pdf: "." is outside the media folder.',
    ]
    expect(await importTable(table(...bad, ONE))).toEqual({ rows: 6, bad: 5, known: 0, added: 0, changed: 0, said: expected })
    expect((await services.catalogue.books.list({})).total).toBe(0)
    expect(await importTable(table(...bad, ONE), { dryRun: true, skipBad: true })).toMatchObject({ bad: 5, added: 0 })
    expect((await services.catalogue.books.list({})).total).toBe(0)
    expect(await importTable(table(...bad, ONE), { skipBad: true })).toMatchObject({ bad: 5, added: 1 })
    expect((await services.catalogue.books.list({})).total).toBe(1)
  })

  test('a scheduled row without a time is reported, and the rows after it are imported', async () => {
    const [header, ...rows] = [`${HEADER},state,publishAt`, `${ONE},scheduled,`, `${TWO},published,`]
    const text = [header, ...rows].join('\n')
    const said = ['2 publishAt: Choose a date and a time.']
    expect(await importTable(text, { dryRun: true })).toMatchObject({ bad: 1, said })
    expect(await importTable(text, { skipBad: true })).toMatchObject({ bad: 1, added: 1, said })
    expect(await importTable(text, { skipBad: true })).toMatchObject({ bad: 1, known: 1, added: 0 })
  })

  test('a row that fails after the check is reported, and the rows after it are imported', async () => {
    const gone = ONE.replace('one.pdf', 'gone.pdf')
    await write('gone.pdf', await buildPdf({ title: 'Gone' }))
    const onChecked = ({ rows }: ImportReport) => (rows === 2 ? void rm(join(folder, 'gone.pdf'), { force: true }) : undefined)
    const report = await importTable(table(gone, TWO), { onChecked })
    expect(report).toMatchObject({ bad: 1, added: 1, said: ['2 pdf: gone.pdf was not found.'] })
  })

  test('an import refuses files outside the media folder', async () => {
    const media = join(folder, 'media')
    await mkdir(media)
    await symlink(join(folder, 'cover.png'), join(media, 'link.png'))
    const outside = ['../cover.png', join(folder, 'cover.png'), 'link.png', '..\\cover.png', 'C:\\cover.png', 'media/../../cover.png']
    for (const name of outside) {
      const { said } = await importTable(table(ONE.replace('cover.png', name).replace('one.pdf', '../one.pdf')), {
        folder: media,
        dryRun: true,
      })
      expect(said, name).toEqual([
        `2 coverImage: ${JSON.stringify(name)} is outside the media folder.`,
        '2 pdf: "../one.pdf" is outside the media folder.',
      ])
    }
  })

  test('an import refuses an unreadable table and explains how to fix it', async () => {
    await expect(importTable('')).rejects.toThrow('empty')
    await expect(importTable('title,author,price\nA,B,1\n')).rejects.toThrow(
      'The column categories, description, coverImage, pdf is missing.',
    )
    await expect(importTable(table(ONE).replace('pdf\n', 'pdf,shelf\n'))).rejects.toThrow(
      'The column shelf is unknown. Remove it. A table of books has the columns',
    )
    await expect(importTable(Buffer.from(table(ONE).replace('Season', 'Saison é'), 'latin1'))).rejects.toThrow('not in UTF-8')
    await expect(importTable(table(ONE, 'A,"B'))).rejects.toThrow('after row 2')
  })

  test('an import is refused while another import runs', async () => {
    const second = Promise.withResolvers<unknown>()
    await importTable(table(ONE), {
      onChecked: () => importTable(table(ONE)).then(second.resolve, second.resolve),
    })
    expect(String(await second.promise)).toContain('Another import is running')
  })
})

describe('an export', () => {
  test('an export is readable only by its owner, since it contains files that are for sale', async () => {
    await importTable(table(ONE))
    // The unfinished file stands for a crashed export of an older version, which let other users read its files.
    await writeFile(join(folder, 'books.csv.unfinished'), '', { mode: 0o644 })
    await exportTo('books.csv', 'books', join(folder, 'out'))
    const permissions = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8)
    expect([await permissions('books.csv'), await permissions('out')]).toEqual(['600', '700'])
    const files = await readdir(join(folder, 'out'))
    expect(files).toHaveLength(2)
    for (const file of files) expect(await permissions(join('out', file)), file).toBe('600')
  })

  test('an export with files creates identical books when it is imported on another server', async () => {
    // Titles, authors, descriptions and first categories of books. A spreadsheet would evaluate most of these texts as formulas.
    const dangerous = [
      ['=1+2', '+1', "'quoted'", '@cmd'],
      ["'=1+2", '-1', '－ a "quote", a ; and\na break', '＝1'],
    ]
    const cell = (value: string) => `"${value.replace(/^(?='*[=+\-@＝－])/, "'").replaceAll('"', '""')}"`
    const rows = dangerous.map(([title = '', author = '', description = '', category = ''], index) =>
      [title, author, index === 0 ? '0' : '-1', `${category},@x`, description, 'cover.png', 'one.pdf'].map(cell).join(','),
    )
    expect(await importTable(table(...rows))).toMatchObject({ bad: 0, added: 2 })
    const text = await exportTo('books.csv', 'books', join(folder, 'out'))
    // A spreadsheet must not evaluate any cell of the table as a formula.
    expect(text).not.toMatch(/(^|[,\r\n"])[=+\-@＝－]/)

    const elsewhere = await openTestServices()
    expect(await importTable(text, { folder: join(folder, 'out') }, elsewhere)).toMatchObject({ bad: 0, added: 2 })
    const facts = async (from: typeof services) =>
      (await from.catalogue.books.list({})).items.map(({ title, author, description, price, categories, pdfUrl, cover }) => {
        return { title, author, description, price, categories, pdfUrl, cover }
      })
    expect(await facts(elsewhere)).toEqual(await facts(services))
    const found = (await facts(elsewhere)).map(({ title, author, description, categories }) => [title, author, description, categories[0]])
    expect(found).toEqual(dangerous.toReversed())
    await elsewhere.close()
  })

  test('exporting episodes, importing the table and exporting them again adds no episode and writes an identical table', async () => {
    await write('talk.srt', '1\n00:00:01,000 --> 00:00:02,000\nHello there\n')
    await importTable(
      'title,host,price,duration,categories,description,subjects,language,chapters,picture in words,coverImage,audio,transcript\nTalk,Chiedza,2.5,1:02:03,Book Writing,On talking.,"hope, grief",Shona,"0:00 One\n4:10 Two",A woman at a microphone,cover.png,talk.wav,talk.srt\n',
    )
    const text = await exportTo('podcasts.csv', 'podcasts', folder)
    expect(text).toMatch(
      /^\ufefftitle,host,price,duration,categories,description,subjects,language,chapters,coverAlt,slug,state,publishAt,coverImage,audio,transcript\r\nTalk,Chiedza,2\.5,1:02:03,Book Writing,On talking\.,"hope, grief",sn,"0:00 One\n4:10 Two",A woman at a microphone,talk,published,,talk-[0-9a-f]{12}\.png,talk-[0-9a-f]{12}\.wav,talk-[0-9a-f]{12}\.vtt\r\n$/,
    )
    expect(await importTable(text)).toMatchObject({ bad: 0, known: 1, added: 0 })
    expect(await exportTo('again.csv', 'podcasts')).toBe(text)

    const elsewhere = await openTestServices()
    expect(await importTable(text, {}, elsewhere)).toMatchObject({ bad: 0, added: 1 })
    const [there] = (await elsewhere.catalogue.podcasts.list({})).items
    expect(await elsewhere.catalogue.podcasts.get(there?.id ?? '')).toMatchObject({ chapters: [{ title: 'One' }, { start: 250 }] })
    expect(await elsewhere.catalogue.podcasts.readTranscript(there?.id ?? '')).toEqual([
      { start: 1, end: 2, speaker: null, text: 'Hello there' },
    ])
    await elsewhere.close()
  })

  test('durations of an exported table survive spreadsheets, and minutes that became hours are refused', async () => {
    const row = (title: string, duration: string) => `${title},Chiedza,${duration},Book Writing,On talking.,cover.png,talk.wav\n`
    const columns = 'title,host,duration,categories,description,coverImage,audio\n'
    expect(await importTable(columns + row('Talk', '45:30'))).toMatchObject({ bad: 0, added: 1 })
    const text = await exportTo('podcasts.csv', 'podcasts')
    expect(text).toContain(',0:45:30,')
    for (const saved of ['0:45:30', '00:45:30', '45:30'])
      expect(await importTable(text.replace('0:45:30', saved)), saved).toMatchObject({ bad: 0, known: 1, changed: 0 })
    expect((await importTable(text.replace('0:45:30', '45:30:00'))).said).toEqual([
      '2 duration: A spreadsheet has made hours of the minutes: the recording lasts 0:45:30, not 45:30:00. Enter 0:45:30.',
    ])
    expect((await importTable(columns + row('New', '0:02:00'))).said).toEqual([
      '2 duration: A spreadsheet has made hours of the minutes: the recording lasts 0:00:02, not 0:02:00. Enter 0:00:02.',
    ])
    expect(await importTable(columns + row('New', '2:00'))).toMatchObject({ bad: 0, added: 1 })
  })

  test('an import recognizes an existing episode with a converted recording, by the exported recording and by the original recording', async () => {
    await writeFile(join(folder, 'uneven.mp3'), Buffer.concat([buildMp3(500), buildMp3(1500, 32)]))
    const sheet = 'title,host,categories,description,coverImage,audio\nTalk,Chiedza,Book Writing,On talking.,cover.png,uneven.mp3\n'
    expect(await importTable(sheet)).toMatchObject({ bad: 0, added: 1 })
    expect(await importTable(sheet)).toMatchObject({ bad: 0, known: 1, added: 0 })
    expect(await importTable(await exportTo('podcasts.csv', 'podcasts', folder))).toMatchObject({ bad: 0, known: 1, added: 0 })
  })

  test('a table with invalid chapters or an invalid transcript of an episode is refused before anything is published', async () => {
    await write('talk.srt', '1\n00:00:01,000 --> then\nHello there\n')
    const columns = 'title,host,categories,description,chapters,coverImage,audio,transcript'
    const report = await importTable(`${columns}\nTalk,Chiedza,Book Writing,On talking.,0:09 Late,cover.png,talk.wav,talk.srt\n`)
    expect(report.said).toEqual([
      '2 chapters: Line 1 begins after the end of the episode (0:02).',
      expect.stringMatching(/^2 transcript: This transcript can’t be used\. Line 2: the times/),
    ])
  })

  test('importing an unchanged export without its files changes nothing', async () => {
    await importTable(`${HEADER},state,publishAt\n${ONE},draft,\n${TWO},scheduled,2099-12-24T18:00\n`)
    await services.catalogue.books.change((await services.catalogue.books.listInAllStates({ limit: 1 })).items[0]?.id ?? '', {
      fields: { slug: 'moved' },
      files: {},
    })
    const before = await exportTo('books.csv')
    const empty = await makeTempFolder()
    expect(await importTable(before, { folder: empty })).toEqual({
      rows: 2,
      bad: 0,
      known: 2,
      added: 0,
      changed: 0,
      said: ['2 is there', '3 is there'],
    })
    expect(await exportTo('again.csv')).toBe(before)
    await rm(empty, { recursive: true })
  })

  test('further details of a book are exported, imported again without a change, and checked', async () => {
    const columns =
      'title,subtitle,author,price,categories,description,language,contributors,series,seriesNumber,isbn,edition,publisher,publishedYear,rights,coverImage,pdf'
    const row =
      'One,Of two,Tapiwa,0,Faith,About.,Shona,Rudo Moyo (translator); Farai Dube,Rwendo,1.5,0-306-40615-2,Second,A Press,2024,© 2024,cover.png,one.pdf'
    await importTable(`${columns}\n${row}\n`)
    const [book] = (await services.catalogue.books.list({})).items
    expect(book).toMatchObject({
      subtitle: 'Of two',
      language: 'sn',
      seriesSlug: 'rwendo',
      seriesNumber: 1.5,
      publishedYear: 2024,
      isbn: '9780306406157',
    })
    expect(book).toMatchObject({
      contributors: [
        { name: 'Rudo Moyo', role: 'translator' },
        { name: 'Farai Dube', role: 'author' },
      ],
    })
    const text = await exportTo('books.csv')
    expect(text).toContain('"Rudo Moyo (translator); Farai Dube (author)",Rwendo,1.5,9780306406157,Second,A Press,2024,© 2024,')
    expect(await importTable(text)).toMatchObject({ known: 1, changed: 0 })
    expect(await exportTo('again.csv')).toBe(text)
    expect(await importTable(`${columns}\n${row.replace('40615-2', '40615-3').replace('2024,©', 'soon,©')}\n`)).toMatchObject({
      bad: 1,
      said: [expect.stringContaining('isbn: Enter an ISBN'), expect.stringContaining('publishedYear: Enter a year')],
    })
  })

  test('an audiobook is imported with its book, exported, and recognized by its export and by the archive it came from', async () => {
    await writeFile(join(folder, 'parts.zip'), zipSync({ '1 Rain.mp3': buildMp3(2000), '2 Sun.mp3': buildMp3(2000) }, { level: 0 }))
    const spoken = `${HEADER},audio\n${ONE},parts.zip\n`
    expect(await importTable(spoken)).toMatchObject({ added: 1, bad: 0, said: [] })
    expect(await importTable(spoken)).toMatchObject({ known: 1, added: 0, changed: 0 })
    const exported = await exportTo('spoken.csv', 'books', join(folder, 'files'))
    expect(exported).toMatch(/sow-in-season-[0-9a-f]{12}\.mp3/)
    expect(await importTable(exported)).toMatchObject({ known: 1, added: 0, changed: 0, said: ['2 is there'] })
    const wrong = exported.replace(/sow-in-season-[0-9a-f]{12}\.mp3/, 'one.pdf')
    expect((await importTable(wrong)).said.join()).toContain('2 audio: This is a PDF document.')
  })

  test('changed cells of an export change their items, are announced before, and can be reverted as one action', async () => {
    await importTable(table(ONE, TWO, TWO.replace('Second', 'Third')))
    const before = await exportTo('books.csv')
    const changed = before
      .replace('Gumbo,4.5,', 'Moyo,5,')
      .replace('Second,,Tapiwa Gumbo,0,Faith', 'Second,,Tapiwa Gumbo,1.25,"Faith, Teen Coaching"')
    const said = [
      '2 author: Tapiwa Gumbo → Tapiwa Moyo',
      '2 price: 4.50 → 5.00',
      '3 price: 0.00 → 1.25',
      '3 categories: Faith → Faith, Teen Coaching',
      '4 is there',
    ]
    expect(await importTable(changed, { dryRun: true })).toMatchObject({ changed: 0, said })
    expect(await exportTo('unchanged.csv')).toBe(before)
    expect(await importTable(changed)).toMatchObject({ bad: 0, known: 1, added: 0, changed: 2, said })
    const [second, , first] = (await services.catalogue.books.list({})).items.toSorted((one, other) => (one.title < other.title ? -1 : 1))
    expect([first, second].map((book) => book && [book.title, book.author, book.price, book.categories])).toEqual([
      ['Third', 'Tapiwa Gumbo', 0, ['Faith']],
      ['Second', 'Tapiwa Gumbo', 1.25, ['Faith', 'Teen Coaching']],
    ])
    expect(second?.previewUrl).not.toBeNull()
    const { rows } = await services.database.pool.query(`select id from audit_entries where verb = 'changed'`)
    expect(rows).toHaveLength(1)
    expect(await services.catalogue.books.revertChange(rows[0].id, undefined)).toMatchObject({ skipped: [] })
    expect(await exportTo('reverted.csv')).toBe(before)
  })

  test('a file that a row names replaces the stored file, and must exist', async () => {
    await importTable(table(ONE))
    const text = await exportTo('books.csv')
    const [, name = ''] = /(sow-in-season-[0-9a-f]{12}\.pdf)/.exec(text) ?? []
    const { pdfUrl } = (await services.catalogue.books.list({})).items[0] ?? {}
    expect(await importTable(text.replace(name, 'missing.pdf'))).toMatchObject({
      bad: 1,
      changed: 0,
      said: ['2 pdf: missing.pdf was not found.'],
    })
    // The content of this file is that of the stored one.
    expect(await importTable(text.replace(name, 'one.pdf'))).toMatchObject({ known: 1, changed: 0 })
    const report = await importTable(text.replace(name, 'two.pdf').replace('A year', 'Two years'))
    expect(report).toMatchObject({ bad: 0, changed: 1 })
    expect(report.said).toEqual([
      '2 description: A year of small disciplines. → Two years of small disciplines.',
      `2 pdf: ${name} → two.pdf`,
    ])
    const [book] = (await services.catalogue.books.list({})).items
    expect(book?.description).toBe('Two years of small disciplines.')
    expect(book?.pdfUrl).not.toBe(pdfUrl)
  })

  test('invalid cells of existing items are reported as in the form, and an emptied chapter list is cleared', async () => {
    await importTable(
      'title,host,categories,description,chapters,coverImage,audio\nTalk,Chiedza,Book Writing,On talking.,0:00 One,cover.png,talk.wav\n',
    )
    const text = await exportTo('podcasts.csv', 'podcasts')
    const broken = text.replace('Book Writing', 'Boats').replace('0:00 One', '0:09 Late')
    expect((await importTable(broken)).said).toEqual([expect.stringMatching(/^2 categories: Choose from/)])
    expect((await importTable(text.replace('0:00 One', '0:09 Late'))).said).toEqual([
      expect.stringMatching(/^2 chapters: Line 1 begins after/),
    ])
    expect(await importTable(text.replace('0:00 One', ''))).toMatchObject({ changed: 1, said: ['2 chapters: 0:00 One → '] })
    expect(await exportTo('cleared.csv', 'podcasts')).toBe(text.replace('0:00 One', ''))
  })

  test('an export never overwrites a file', async () => {
    await exportTo('books.csv')
    await expect(exportTo('books.csv')).rejects.toThrow('already exists')
    expect(await readdir(folder)).not.toContain('books.csv.unfinished')
  })
})
