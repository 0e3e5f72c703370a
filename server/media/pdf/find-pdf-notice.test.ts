import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName, rgb } from 'pdf-lib'
import { afterAll, describe, expect, test } from 'vitest'
import { buildRawPdf, CYRILLIC_FONT } from '#tests/support/raw-pdf.ts'
import { findPdfNotice } from './find-pdf-notice.ts'
import { openPdf } from './open-pdf.ts'

const folder = await mkdtemp(join(tmpdir(), 'pdf-notice-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function store(content: string | Uint8Array): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, content)
  return path
}

async function build(change: (document: PDFDocument) => void): Promise<string> {
  const document = await PDFDocument.create()
  change(document)
  return store(await document.save({ addDefaultPage: false }))
}

describe('publishers see a notice for a PDF that is not displayed as expected', () => {
  test.each([
    ['without content', (document: PDFDocument) => void document.addPage()],
    ['of several blank pages', (document: PDFDocument) => [1, 2, 3].map(() => document.addPage())],
    ['with a white rectangle', (document: PDFDocument) => document.addPage().drawRectangle({ width: 90, height: 90, color: rgb(1, 1, 1) })],
    ['with spaces', (document: PDFDocument) => document.addPage().drawText('     ')],
    ['with text outside the page', (document: PDFDocument) => document.addPage([300, 400]).drawText('Far away', { x: 20, y: 900 })],
  ])('a notice is displayed for a PDF %s, which shows nothing', async (_name, change) => {
    expect(await findPdfNotice(await build(change))).toBe('blank')
  })

  test('a notice is displayed for a PDF with only invisible text and no scanned image', async () => {
    expect(await findPdfNotice(await store(buildRawPdf('BT /F1 18 Tf 3 Tr 40 200 Td (ABC) Tj ET', CYRILLIC_FONT)))).toBe('blank')
  })

  test('a notice is displayed for a PDF that is a portfolio', async () => {
    const path = await build((document) => {
      document.addPage().drawText('Open in another program')
      document.catalog.set(PDFName.of('Collection'), document.context.obj({ Type: 'Collection' }))
    })
    expect(await findPdfNotice(path)).toBe('portfolio')
  })

  test('a notice is displayed for a PDF that is an XFA form', async () => {
    const path = await build((document) => {
      document.addPage().drawText('Please wait')
      const xfa = document.context.register(document.context.stream('<xdp/>'))
      document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [], XFA: xfa }))
    })
    expect(await findPdfNotice(path)).toBe('form')
  })
})

describe('publishers see no notice for a PDF that is displayed as expected', () => {
  test.each([
    ['with a single full stop', (document: PDFDocument) => document.addPage().drawText('.', { x: 50, y: 50, size: 10 })],
    ['with text after a blank page', (document: PDFDocument) => [document.addPage(), document.addPage().drawText('Chapter 1')]],
    ['with an ordinary form', (document: PDFDocument) => addField(document)],
  ])('no notice is displayed for a PDF %s', async (_name, change) => {
    expect(await findPdfNotice(await build(change))).toBeNull()
  })

  test('no notice is displayed for a PDF whose fonts are not embedded but are available on readers’ devices', async () => {
    expect(await findPdfNotice(await store(buildRawPdf('BT /F1 18 Tf 40 200 Td (ABC) Tj ET', CYRILLIC_FONT)))).toBeNull()
  })
})

function addField(document: PDFDocument) {
  const field = document.getForm().createTextField('name')
  field.setText('Rudo')
  field.addToPage(document.addPage())
}

describe('a PDF with unsupported encryption is refused, and the error names the encryption', () => {
  const locked = (filter: string) =>
    buildRawPdf('').replace(
      'trailer\n<<',
      `9 0 obj\n<< /Filter /${filter} /V 9 /Length 128 >>\nendobj\ntrailer\n<< /Encrypt 9 0 R /ID [<00> <00>]`,
    )

  test.each([
    ['EBX_HANDLER', /^It is copy-protected \(EBX_HANDLER\)\. Choose/],
    ['FOPN_foweb', /^It is copy-protected \(FOPN_foweb\)\. Choose/],
    ['Adobe.PubSec', /^It is encrypted for the certificates of certain people\./],
    ['Standard', /^It is encrypted in an unknown way\./],
  ])('%s', async (filter, message) => {
    await expect(openPdf(await store(locked(filter)))).rejects.toThrow(message)
  })
})
