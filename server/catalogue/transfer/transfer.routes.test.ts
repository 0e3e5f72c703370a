import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import { ImportEvent } from '#contracts/catalogue/import.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { buildImage, buildPdf } from '#tests/support/sample-files.ts'
import { temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const HEADER = 'title,author,price,categories,description,coverImage,pdf'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')

async function upload(name: string, content: Blob | string): Promise<{ name: string; upload: string }> {
  const bytes = Buffer.from(await new Blob([content]).arrayBuffer())
  const headers = { ...app.bearer, 'tus-resumable': '1.0.0' }
  const about = { 'upload-length': String(bytes.length), 'upload-metadata': `field ${base64('import')},filename ${base64(name)}` }
  const created = await app.app.inject({ method: 'POST', url: '/api/uploads', headers: { ...headers, ...about } })
  const id = String(created.headers.location).split('/').at(-1) ?? ''
  const piece = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const sent = await app.app.inject({ method: 'PATCH', url: `/api/uploads/${id}`, headers: piece, payload: bytes })
  expect(sent.statusCode, sent.body).toBe(204)
  return { name, upload: id }
}

const send = (files: object[], { dryRun = false, skipBad = false } = {}) => app.send('POST', '/api/imports', { files, dryRun, skipBad })

async function importFiles(files: object[], options?: Parameters<typeof send>[1]): Promise<ImportEvent[]> {
  const { statusCode, body } = await send(files, options)
  expect(statusCode, body).toBe(200)
  expect(await temporaryFiles(app.services)).toEqual([])
  return body
    .trim()
    .split('\n')
    .map((line) => ImportEvent.parse(JSON.parse(line)))
}

const outcomes = (events: ImportEvent[]) =>
  events.flatMap((event) =>
    event.type === 'row' ? [`${event.row} ${event.outcome} ${event.problems.map(({ field }) => field)}`.trim()] : [],
  )

test('a table and its files are checked, imported and reported by row, and a repeated import skips existing rows', async () => {
  const cover = await upload('cover.png', await buildImage({ width: 40, height: 60 }))
  const one = await upload('one.pdf', await buildPdf({ title: 'One' }))
  const rows = [
    'One,Tapiwa Gumbo,"4,50",Faith,About one.,covers/cover.png,C:\\books\\one.pdf',
    'Two,Tapiwa Gumbo,x,Faith,About two.,cover.png,two.pdf',
  ]
  const table = await upload('Books.CSV', [HEADER, ...rows].join('\n'))
  const files = [table, cover, one]

  const checked = await importFiles(files, { dryRun: true })
  expect(outcomes(checked)).toEqual(['3 bad price,pdf'])
  expect(checked.at(-1)).toEqual({ type: 'done', report: { rows: 2, bad: 1, known: 0, added: 0, changed: 0 } })
  expect((await importFiles(files)).at(-1)).toMatchObject({ report: { added: 0 } })

  expect(outcomes(await importFiles(files, { skipBad: true }))).toEqual(['3 bad price,pdf', '2 added'])
  expect((await app.get('/api/books')).json<Book[]>()).toMatchObject([{ title: 'One', price: 4.5 }])
  const [entry] = (await app.get('/api/audit?limit=1', app.bearer)).json<AuditEntry[]>()
  expect(entry).toMatchObject({ verb: 'added', subject: { name: 'One' }, admin: { name: 'Ada Admin' } })
  expect(outcomes(await importFiles(files, { skipBad: true }))).toEqual(['2 known', '3 bad price,pdf'])

  const exported = await app.get('/api/exports/books.csv', app.bearer)
  expect(exported.headers['content-disposition']).toBe('attachment; filename="books.csv"')
  expect(exported.body).toContain('One,,Tapiwa Gumbo,4.5,')
  const longer = `${'About one, again. '.repeat(30)}The end.`
  const edited = await upload('edited.csv', exported.body.replace('About one.', `"${longer}"`))
  const differences = await importFiles([edited], { dryRun: true })
  expect(differences[0]).toMatchObject({
    outcome: 'differs',
    changes: [{ field: 'description', from: 'About one.', to: `${longer.slice(0, 200)}…` }],
  })
  expect(outcomes(await importFiles([edited]))).toEqual(['2 differs', '2 changed'])
  expect((await app.get('/api/exports/podcasts.csv', app.bearer)).body).toContain('title,host')
  expect(await temporaryFiles(app.services)).toEqual([])
})

test('an uploaded file that is not a table of books is refused with an explanation', async () => {
  const events = await importFiles([await upload('table.csv', 'a,b\n1,2\n')])
  expect(events).toMatchObject([{ type: 'failed', message: expect.stringContaining('The column title') }])
})

test.each<[string, (file: { name: string; upload: string }) => object[]]>([
  ['no table', (file) => [{ ...file, name: 'one.pdf' }]],
  ['two tables', (file) => [file, { ...file, name: 'other.csv' }]],
  ['an unknown upload', (file) => [{ ...file, upload: 'x'.repeat(32) }]],
  ['two files of one name', (file) => [file, { ...file, name: 'A.pdf' }, { ...file, name: 'a.PDF' }]],
  ['a name that leads out of the folder', (file) => [file, { ...file, name: '../../one.pdf' }]],
  ['a Windows path', (file) => [file, { ...file, name: '..\\one.pdf' }]],
  ['a name of dots', (file) => [file, { ...file, name: '..' }]],
])('%s is refused', async (_, filesOf) => {
  const response = await send(filesOf(await upload('table.csv', HEADER)))
  expect(response.statusCode, response.body).toBe(400)
  expect(response.json<Problem>().errors?.[0]?.field).toMatch(/^files/)
  expect(await temporaryFiles(app.services)).toEqual([])
})

test('50 books are imported with one request', { tags: ['full'], timeout: 300_000 }, async () => {
  const cover = await upload('cover.png', await buildImage({ width: 40, height: 60 }))
  const numbers = Array.from({ length: 50 }, (_, at) => at + 1)
  const pdfs = await Promise.all(numbers.map(async (number) => upload(`${number}.pdf`, await buildPdf({ title: `Number ${number}` }))))
  const rows = numbers.map((number) => `Number ${number},Rudo Dube,2,Faith,About it.,cover.png,${number}.pdf`)
  const events = await importFiles([await upload('fifty.csv', [HEADER, ...rows].join('\r\n')), cover, ...pdfs])
  expect(events.at(-1)).toEqual({ type: 'done', report: { rows: 50, bad: 0, known: 0, added: 50, changed: 0 } })
})
