import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { ProblemError } from '#server/platform/problems.ts'
import { openPdf } from './inspection/open-pdf.ts'
import { previewLength } from './inspection/preview-length.ts'
import type { MediaKind } from './intake/media-type.ts'
import { receiveFile } from './intake/uploaded-file.ts'
import { prepareAudio } from './preparation/prepare-audio.ts'
import { prepareImage } from './preparation/prepare-image.ts'
import { preparePdf } from './preparation/prepare-pdf.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url))
const there = existsSync(corpus)
if (!there) test.skip('the corpus of real files is not here', () => {})

// A process or an encoder has to wait its turn on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'corpus-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const filesIn = async (name: string) => (there ? (await readdir(join(corpus, name))).map((file) => join(name, file)) : [])

const pageCounts: Record<string, number> = {
  'freeculture.pdf': 352,
  'tracemonkey.pdf': 14,
  'TAMReview.pdf': 23,
  'pdkids.pdf': 55,
  'nested_outline.pdf': 9,
  'basicapi.pdf': 3,
  'sizes.pdf': 3,
  'three_pages_with_number.pdf': 3,
  'rotation.pdf': 2,
}

describe.runIf(there)('PDFs that open anywhere', async () => {
  test.each(await filesIn('pdf'))('%s', async (path) => {
    const { details, files } = await preparePdf(await receive(path, 'pdf'), { folder, preview: true })
    const pageCount = pageCounts[path.split('/')[1] ?? ''] ?? 1
    expect(details).toEqual({ pageCount, encrypted: false })

    const preview = files.find(({ role }) => role === 'preview')
    const whole = await openPdf(join(corpus, path))
    const cut = preview && (await openPdf(preview.path))
    expect(cut?.numPages ?? 0).toBe(previewLength(pageCount))
    for (let number = 1; number <= (cut?.numPages ?? 0); number += 1) expect(await drawn(cut, number)).toEqual(await drawn(whole, number))
    await whole?.loadingTask.destroy()
    await cut?.loadingTask.destroy()
  })
})

describe.runIf(there)('PDFs with a password', async () => {
  test.each(await filesIn('pdf-encrypted'))('%s', async (path) => {
    const { details, files } = await preparePdf(await receive(path, 'pdf'), { folder, preview: true })
    expect(details).toEqual({ pageCount: null, encrypted: true })
    expect(files).toHaveLength(1)
  })
})

describe.runIf(there)('hostile PDFs are taken or refused with a reason', async () => {
  test.each(await filesIn('pdf-hostile'))('%s', async (path) => {
    const outcome = await orProblem(receive(path, 'pdf').then((file) => preparePdf(file, { folder, preview: true })))
    if (outcome instanceof ProblemError)
      expect(outcome).toMatchObject({ status: 400, errors: [{ message: expect.stringMatching(/^This PDF/) }] })
    else for (const { path } of outcome.files.slice(1)) expect((await readFile(path)).toString('latin1')).not.toMatch(/JavaScript|file:/)
  })
})

const seconds: Record<string, number> = {
  'flac.flac': 271.8,
  'he_44khz.mp3': 10.7,
  'issue-127.m4b': 15_726.7,
  'issue-74.m4a': 486.1,
  'issue-92.wav': 211.3,
  'issue_62.ogg': 52,
  'incomplete.mp3': 49.2,
}

describe.runIf(there)('recordings', async () => {
  test.each([...(await filesIn('audio')), ...(await filesIn('audio-hostile'))])('%s', async (path) => {
    const { details } = await prepareAudio(await receive(path, 'audio'))
    const expected = seconds[path.split('/')[1] ?? '']
    if (expected) expect(details.durationSeconds).toBeCloseTo(expected, 0)
    else expect(details.durationSeconds).toBeGreaterThan(0)
  })
})

describe.runIf(there)('pictures', async () => {
  test.each(await filesIn('images'))('%s', async (path) => {
    const { details, files } = await prepareImage(await receive(path, 'image'), { folder, pixelLimit: 40_000_000 })
    expect(details.placeholder.length).toBeLessThanOrEqual(400)
    for (const { path } of files.slice(1)) {
      const { space, exif, xmp, icc, orientation, width = 0, height = 0 } = await sharp(path).metadata()
      expect({ space, exif, xmp, icc, orientation }).toEqual({
        space: 'srgb',
        exif: undefined,
        xmp: undefined,
        icc: undefined,
        orientation: undefined,
      })
      expect(width / height).toBeCloseTo(details.width / details.height, 1)
    }
  })
})

describe.runIf(there)('hostile pictures are refused with a reason', async () => {
  test.each(await filesIn('images-hostile'))('%s', async (path) => {
    const outcome = await orProblem(receive(path, 'image').then((file) => prepareImage(file, { folder, pixelLimit: 40_000_000 })))
    expect(outcome).toMatchObject({
      status: expect.toBeOneOf([400, 415]),
      errors: [{ field: 'file', message: expect.stringMatching(/Choose|choose/) }],
    })
  })
})

function receive(path: string, kind: MediaKind) {
  return receiveFile(createReadStream(join(corpus, path)), { folder, field: 'file', filename: path, kind, limitBytes: 15e6 })
}

function orProblem<Result>(work: Promise<Result>) {
  return work.catch((error) => {
    if (error instanceof ProblemError) return error
    throw error
  })
}

/** What a viewer would draw on a page: its text, and the drawing operations. */
async function drawn(document: Awaited<ReturnType<typeof openPdf>>, number: number) {
  const page = await document?.getPage(number)
  const content = await page?.getTextContent()
  // 0 leaves annotations out: forms don't come along.
  const operations = await page?.getOperatorList({ annotationMode: 0 })
  const fontsToWaitFor = 1
  return {
    text: content?.items.map((item) => ('str' in item ? item.str : '')).join('|'),
    operations: operations?.fnArray.filter((operation) => operation !== fontsToWaitFor),
    view: page?.view,
    rotate: page?.rotate,
  }
}
