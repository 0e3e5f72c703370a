import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import { preparePdf } from '#server/media/processing/prepare-pdf.ts'
import { receiveFile } from '#server/media/upload/receive-file.ts'
import { buildLockedPdf } from '#tests/support/locked-pdf.ts'
import { openPdf } from './open-pdf.ts'

// The timeout is long, since processes and encoders have to wait for a core on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'owner-password-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a PDF with only an owner password opens, and its preview is readable', async () => {
  const file = await receiveFile(Readable.from([buildLockedPdf({ pages: 5 })]), {
    folder,
    field: 'pdf',
    filename: 'b.pdf',
    format: 'pdf',
    limitBytes: 1e6,
  })
  const { details, files } = await preparePdf(file, { folder, preview: true })
  expect(details).toEqual({ pageCount: 5, encrypted: false })

  const preview = await openPdf(files[1]?.path ?? '')
  const content = await (await preview?.getPage(2))?.getTextContent()
  expect(content?.items).toMatchObject([{ str: 'Page 2 locked' }])
  await preview?.loadingTask.destroy()
})
