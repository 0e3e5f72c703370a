import type { Upload, UploadOptions } from 'tus-js-client'
import { UPLOAD_CHUNK_BYTES, type UploadField } from '#contracts/upload.ts'
import { endSession, uploadsUrl } from '#web/features/admin/kit/api.ts'
import { readToken } from '#web/features/admin/kit/token.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { findRefusal, toRefusal } from './upload-refusal.ts'
import { waitForConnection } from './wait-for-connection.ts'

/** Nothing moved for so long: the line is gone without a word, and only a new connection will tell. */
const SILENCE_MS = 120_000
/** A server that knows nothing of what it was just sent, again and again, is not worth a whole night. */
const MAX_RESTARTS = 4

export type UploadEvents = {
  onProgress: (sent: number) => void
  /** The line is away; what has arrived is kept, and sending goes on when it is back. */
  onWaiting: (waiting: boolean) => void
}

/** A file on its way. */
export type ResumableUpload = {
  /** The id of the upload when every byte is there. Rejects with an ApiError when it is refused, an AbortError when it was stopped. */
  finished: Promise<string>
  /** Stops it, and has the server throw away what it has. */
  cancel: () => void
  /** Stops it. When the same file is chosen again within a day, it goes on from here. */
  pause: () => void
  /** It has been used; nobody goes on with it. */
  forget: () => void
}

/** Sends a file by the tus protocol, for as long as it takes: a dropped line only makes it wait. */
export function startResumableUpload(file: File, field: UploadField, { onProgress, onWaiting }: UploadEvents): ResumableUpload {
  const stop = new AbortController()
  let upload: Upload | undefined
  let furthest = 0
  let lastSign = 0

  async function run(): Promise<string> {
    for (let failures = 0; ; failures++) {
      const before = furthest
      try {
        upload ??= await open()
        const address = await attempt(upload)
        return address.split('/').at(-1) ?? ''
      } catch (error) {
        stop.signal.throwIfAborted()
        const refusal = await findRefusal(error, file, field)
        if (refusal) throw refusal
        if (furthest > before) failures = 0
        onWaiting(true)
        await waitForConnection(failures, stop.signal)
      }
    }
  }

  async function open(): Promise<Upload> {
    const tus = await import('tus-js-client')
    stop.signal.throwIfAborted()
    const opened = new tus.Upload(file, options())
    const previous = (await opened.findPreviousUploads()).sort((a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime))
    if (previous[0]) opened.resumeFromPreviousUpload(previous[0])
    return opened
  }

  /** From where the server is to the end, unless something comes between. */
  function attempt(current: Upload): Promise<string> {
    return new Promise((resolve, reject) => {
      lastSign = performance.now()
      const watch = setInterval(() => {
        if (performance.now() - lastSign < SILENCE_MS) return
        void current.abort()
        settle(() => reject(new TypeError('The line is silent')))
      }, 5000)
      const settle = (tell: () => void) => {
        clearInterval(watch)
        stop.signal.removeEventListener('abort', onStop)
        tell()
      }
      const onStop = () => settle(() => reject(new DOMException('Cancelled', 'AbortError')))
      stop.signal.addEventListener('abort', onStop)
      current.options.onSuccess = () => settle(() => resolve(current.url ?? ''))
      current.options.onError = (error) => settle(() => reject(error))
      current.start()
    })
  }

  function options(): UploadOptions {
    let beginnings = 0
    return {
      endpoint: uploadsUrl(),
      chunkSize: UPLOAD_CHUNK_BYTES,
      metadata: { field, filename: file.name },
      // Ours waits for as long as the line is away.
      retryDelays: null,
      fingerprint: async () => ['tus', field, file.name, file.size, file.lastModified, uploadsUrl()].join('-'),
      onBeforeRequest: (request) => request.setHeader('Authorization', `Bearer ${readToken()}`),
      onAfterResponse: (request, response) => {
        const status = response.getStatus()
        if (status === 401) endSession()
        // The package would begin anew when a server that restarts doesn't say how far it is.
        if (request.getMethod() === 'HEAD' && status >= 400 && status !== 404 && status !== 410) throw toRefusal(status, '')
        if (request.getMethod() === 'POST' && status === 201 && ++beginnings > MAX_RESTARTS) {
          throw new ApiError({ ...toRefusal(410, '').problem, title: 'The server lost the file several times' })
        }
      },
      onProgress: (sent) => {
        lastSign = performance.now()
        furthest = Math.max(furthest, sent)
        onWaiting(false)
        onProgress(sent)
      },
    }
  }

  const halt = (terminate: boolean) => {
    stop.abort()
    // Without a line the server is not told; it throws away what nobody goes on with.
    upload?.abort(terminate).catch(() => undefined)
  }
  return {
    finished: run(),
    cancel: () => halt(true),
    pause: () => halt(false),
    forget: () => {
      const storage = upload?.options.urlStorage
      void upload?.findPreviousUploads().then((all) => all.forEach(({ urlStorageKey }) => void storage?.removeUpload(urlStorageKey)))
    },
  }
}
