import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { residentMemory } from '#tests/support/process-status.ts'
import { runApp, signIn } from '#tests/support/run-app.ts'
import { buildImage, toForm } from '#tests/support/sample-files.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { atMostPromised, type Outcome } from './result.ts'
import { megabytes } from './support/numbers.ts'

const UPLOADS = 5
const BYTES = 499 * 1024 * 1024
const PROMISE_BYTES = 150 * 1024 * 1024

/** Measures the server's memory during five concurrent uploads of 500 MB. */
export async function measureUploadMemory(): Promise<Outcome[]> {
  const dataDir = await makeTempFolder()
  const files = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
  const app = await runApp(dataDir)
  try {
    const headers = await signIn(app.url, await app.admin())
    await publish(app.url, headers, await buildLargePdf(join(files, 'warm-up.pdf'), 1024 * 1024))
    const memory = async () => (await residentMemory(app.process.pid ?? 0)) ?? 0
    const before = await memory()
    let highest = before
    const watch = setInterval(async () => {
      highest = Math.max(highest, await memory())
    }, 50)
    const paths = await Promise.all(Array.from({ length: UPLOADS }, (_, number) => buildLargePdf(join(files, `${number}.pdf`), BYTES)))
    const statuses = await Promise.all(paths.map((path) => publish(app.url, headers, path)))
    clearInterval(watch)
    if (statuses.some((status) => status !== 201)) throw new Error(`Uploads returned ${statuses}`)
    return [
      atMostPromised('five concurrent uploads of 500 MB: additional memory', {
        value: highest - before,
        promised: PROMISE_BYTES,
        format: (bytes) => `${megabytes(bytes)} more`,
        measured: `${megabytes(before)} before, ${megabytes(highest)} at the peak`,
      }),
    ]
  } finally {
    await app.stop()
    await rm(files, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function publish(url: string, headers: Record<string, string>, path: string) {
  const body = toForm({
    title: 'Large',
    author: 'Bench',
    price: '0',
    categories: 'Book Writing',
    description: 'Large',
    coverImage: await buildImage({ width: 100, height: 150 }),
    pdf: new File([await openAsBlob(path)], 'large.pdf'),
  })
  return (await fetch(`${url}/api/books`, { method: 'POST', headers, body })).status
}

/** Builds a valid PDF of the given size, most of it comments after the last object. */
async function buildLargePdf(path: string, bytes: number) {
  const document = await PDFDocument.create()
  document.addPage([300, 400])
  const page = Buffer.from(await document.save({ useObjectStreams: false }))
  const file = await open(path, 'w')
  // Filler comments are appended after the last object, because filler before the header would shift all offsets in the PDF.
  await file.write(page)
  const filler = Buffer.concat([Buffer.from('\n%'), Buffer.from(randomBytes(512 * 1024).toString('hex'))])
  while ((await stat(path)).size + filler.length < bytes) await file.write(filler)
  const start = page.subarray(page.lastIndexOf('startxref'))
  await file.write(Buffer.concat([Buffer.from('\n'), start]))
  await file.close()
  return path
}
