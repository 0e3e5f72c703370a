/**
 * Sandbox process that opens untrusted files: one PDF, recording or transcript, pages of one PDF, or several images in a row. The process
 * also draws share images. It is started by `sandbox-process.ts`.
 */

import { alignOgg } from '#server/media/audio/read-ogg.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import type { SandboxMessage, SandboxResult, SandboxTask } from './sandbox-message.ts'

/** Messages of V8, WebAssembly and libvips about memory that can't be allocated. */
const MEMORY = /array buffer allocation failed|could not allocate memory|out of memory/i

type Task<Kind> = Extract<SandboxTask, { kind: Kind }>

const prepare: { [Kind in SandboxTask['kind']]: () => Promise<(task: Task<Kind>) => Promise<SandboxResult>> } = {
  async pdf() {
    const { readPdf } = await import('#server/media/pdf/read-pdf.ts')
    await loadPdfium()
    return async ({ path }) => ({ kind: 'pdf', ...(await readPdf(path)) })
  },
  async 'pdf-notice'() {
    const { findPdfNotice } = await import('#server/media/pdf/find-pdf-notice.ts')
    const { findInText } = await import('#server/media/pdf/find-in-text.ts')
    await loadPdfium()
    return async ({ path }) => {
      const notice = await findPdfNotice(path)
      const found = notice ? { findings: [], language: null } : await findInText(path)
      return { kind: 'pdf-notice', notice, ...found }
    }
  },
  async 'repaired-pdf'() {
    const { repairPageTree } = await import('#server/media/pdf/repair-page-tree.ts')
    return async ({ path, target }) => ({ kind: 'repaired-pdf', pageCount: await repairPageTree(path, target) })
  },
  async preview() {
    const { writePreview } = await import('#server/media/pdf/write-preview.ts')
    return async ({ path, target, rule }) => ({ kind: 'preview', pageCount: await writePreview(path, target, rule) })
  },
  async audio() {
    const { readAudio } = await import('#server/media/audio/read-audio.ts')
    return async ({ path, type, target }) => {
      if (target && type === 'audio/mp4') await (await import('#server/media/audio/write-recording-preview.ts')).alignMp4(path, target)
      else if (target) await alignOgg(path, target)
      return { kind: 'audio', ...(await readAudio(path, type)) }
    }
  },
  async 'recording-preview'() {
    const { writeRecordingPreview } = await import('#server/media/audio/write-recording-preview.ts')
    return async ({ path, type, target }) => ({ kind: 'recording-preview', seconds: await writeRecordingPreview(path, type, target) })
  },
  async 'joined-recordings'() {
    const { joinRecordings } = await import('#server/media/audio/join-recordings.ts')
    return async ({ path, ...files }) => ({ kind: 'joined-recordings', ...(await joinRecordings(path, files)) })
  },
  async transcript() {
    const { readTranscript } = await import('#server/media/audio/read-transcript.ts')
    return async ({ path }) => ({ kind: 'transcript', ...(await readTranscript(path)) })
  },
  async 'book-pages'() {
    const { readBookPages } = await import('#server/media/pdf/read-book-pages.ts')
    return async ({ path }) => ({ kind: 'book-pages', ...(await readBookPages(path)) })
  },
  async 'page-texts'() {
    const { readPageTexts } = await import('#server/media/pdf/read-page-texts.ts')
    return async ({ path, pages }) => ({ kind: 'page-texts', texts: await readPageTexts(path, pages) })
  },
  async 'book-reflow'() {
    const { readBookReflow } = await import('#server/media/pdf/read-book-reflow.ts')
    await loadPdfium()
    return async ({ path }) => ({ kind: 'book-reflow', reflow: await readBookReflow(path) })
  },
  async epub() {
    const { readEpub } = await import('#server/media/epub/read-epub.ts')
    return async ({ path }) => {
      const { metadata, pages } = readEpub(path)
      return { kind: 'epub', metadata, pageCount: pages.sizes.length }
    }
  },
  async 'epub-text'() {
    const { readEpub } = await import('#server/media/epub/read-epub.ts')
    return async ({ path }) => {
      const { pages, reflow, texts, pictures } = readEpub(path)
      return { kind: 'epub-text', pages, reflow, texts, pictures }
    }
  },
  async 'epub-pictures'() {
    const { readEpubPictures } = await import('#server/media/epub/read-epub-pictures.ts')
    return async ({ path, names }) => ({ kind: 'epub-pictures', pictures: readEpubPictures(path, names) })
  },
  async 'epub-preview'() {
    const { writeEpubPreview } = await import('#server/media/epub/write-epub-preview.ts')
    return async ({ path, target, rule }) => ({ kind: 'epub-preview', pageCount: writeEpubPreview(path, target, rule) })
  },
  async 'pdf-epub'() {
    const { writePdfEpub } = await import('#server/media/epub/write-pdf-epub.ts')
    await loadPdfium()
    return async (task) => ({ kind: 'pdf-epub', ...(await writePdfEpub(task)) })
  },
  async 'page-pictures'() {
    const { drawPage } = await import('#server/media/pdf/draw-page.ts')
    await loadPdfium()
    return async (task) => ({ kind: 'page-pictures', pictures: await drawPage(task) })
  },
  async image() {
    const { readImage } = await import('#server/media/image/read-image.ts')
    const { readTextImage } = await import('#server/media/image/read-text-image.ts')
    return async (task) => ({ kind: 'image', ...(await ('isInText' in task ? readTextImage(task) : readImage(task))) })
  },
  async 'share-picture'() {
    const { drawSharePicture } = await import('#server/media/image/draw-share-picture.ts')
    return async (task) => ({ kind: 'share-picture', content: await drawSharePicture(task) })
  },
}

// SIGINT and SIGHUP are ignored, since a terminal sends them to the whole process group, on Ctrl-C and when it is closed. The server kills
// this process once its requests in flight have ended.
process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined)
void start()

async function loadPdfium() {
  const { openPdfium } = await import('#server/media/pdf/open-pdfium.ts')
  await openPdfium()
}

async function start() {
  const work = await prepare[process.argv[2] as SandboxTask['kind']]()
  // The process doesn't exit after a task but runs until it is killed, so that no result is lost.
  process.on('message', async (task) => {
    try {
      process.send?.(await work(task as never))
    } catch (error) {
      process.send?.(toMessage(error))
    }
  })
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
}

function toMessage(error: unknown): SandboxMessage {
  if (error instanceof Error && isOfMachine(error))
    return { kind: 'failed', code: 'code' in error ? String(error.code) : error.name, message: error.message.slice(0, 1000) }
  const refused = InvalidFileError.is(error) ? error : new InvalidFileError('It is damaged or incomplete.')
  return { kind: 'refused', reason: refused.message, wrongKind: refused.wrongKind }
}

/**
 * Returns whether an error may be caused by the machine: a failed system call, a module that can't be loaded, as during an update of the
 * product, or memory that can't be allocated.
 */
function isOfMachine(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return 'syscall' in error || /MODULE_NOT_FOUND|DLOPEN_FAILED|MEMORY_ALLOCATION/.test(code) || MEMORY.test(error.message)
}
