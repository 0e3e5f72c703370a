import type { DetailedError, Upload, UploadOptions } from 'tus-js-client'
import type { Problem } from '#contracts/common/problem.ts'
import { UPLOAD_CHUNK_BYTES, type UploadField } from '#contracts/common/upload.ts'
import { endSession, uploadsUrl } from '#web/admin/kit/api.ts'
import { readToken } from '#web/admin/kit/token.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { uploadRecords } from './upload-records.ts'

/** Statuses after which an upload is retried. After a 401, the upload waits until the administrator has signed in again. */
const TEMPORARY = [401, 408, 409, 423, 425, 429]
const GONE = [404, 410]

/** Time without progress after which the connection is considered lost. */
const SILENCE_MS = 120_000
/** Maximum number of restarts of an upload that the server has lost. */
const MAX_RESTARTS = 4
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 30_000

export type UploadEvents = {
  onProgress: (sent: number) => void
  /** Called with true when the connection is lost, and with false when the upload resumes. */
  onWaiting: (waiting: boolean) => void
}

/** An upload in progress. */
export type ResumableUpload = {
  /** The id of the completed upload. Rejects with an ApiError when the upload is rejected, with an AbortError when it is stopped. */
  finished: Promise<string>
  /** Stops the upload and deletes the uploaded part from the server. */
  cancel: () => void
  /** Stops the upload, which can be resumed by selecting the same file again within a day. */
  pause: () => void
  /** Deletes the browser's record of a completed upload after it has been used. */
  forget: () => void
}

/** Uploads a file by the tus protocol. While the connection is lost, the upload waits without a time limit. */
export function startResumableUpload(file: File, field: UploadField, { onProgress, onWaiting }: UploadEvents): ResumableUpload {
  const stop = new AbortController()
  let upload: Upload | undefined
  let furthest = 0
  let lastProgress = 0

  async function run(): Promise<string> {
    for (let failures = 0; ; ) {
      const before = furthest
      try {
        upload ??= await open()
        const url = await attempt(upload)
        return url.split('/').at(-1) ?? ''
      } catch (error) {
        stop.signal.throwIfAborted()
        const refusal = await findRefusal(error, file, field)
        if (refusal) throw refusal
        if (furthest > before) failures = 0
        onWaiting(true)
        do await waitForConnection(failures++, stop.signal)
        while (readToken() === null)
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

  /** Sends the bytes that the server doesn't have yet. Rejects when the upload is interrupted. */
  function attempt(current: Upload): Promise<string> {
    return new Promise((resolve, reject) => {
      lastProgress = performance.now()
      const watch = setInterval(() => {
        if (performance.now() - lastProgress < SILENCE_MS) return
        void current.abort()
        settle(() => reject(new TypeError('The connection timed out')))
      }, 5000)
      const settle = (report: () => void) => {
        clearInterval(watch)
        stop.signal.removeEventListener('abort', onStop)
        report()
      }
      const onStop = () => settle(() => reject(new DOMException('Cancelled', 'AbortError')))
      stop.signal.addEventListener('abort', onStop)
      current.options.onSuccess = () => settle(() => resolve(current.url ?? ''))
      current.options.onError = (error) => settle(() => reject(error))
      current.start()
    })
  }

  function options(): UploadOptions {
    let starts = 0
    return {
      endpoint: uploadsUrl(),
      urlStorage: uploadRecords,
      chunkSize: UPLOAD_CHUNK_BYTES,
      metadata: { field, filename: file.name },
      // Retries of tus-js-client are disabled, since `run` retries while the connection is lost.
      retryDelays: null,
      fingerprint: async () => ['tus', field, file.name, file.size, file.lastModified, uploadsUrl()].join('-'),
      onBeforeRequest: (request) => request.setHeader('Authorization', `Bearer ${readToken()}`),
      onAfterResponse: (request, response) => {
        const status = response.getStatus()
        if (status === 401) endSession()
        // A temporary failure to return the upload's offset throws an error, since tus-js-client would otherwise start a new upload.
        if (request.getMethod() === 'HEAD' && status >= 400 && status !== 404 && status !== 410) throw toRefusal(status, '')
        if (request.getMethod() === 'POST' && status === 201 && ++starts > MAX_RESTARTS) {
          throw new ApiError({ ...toRefusal(410, '').problem, title: 'The server lost the upload several times' })
        }
      },
      onProgress: (sent) => {
        lastProgress = performance.now()
        furthest = Math.max(furthest, sent)
        onWaiting(false)
        onProgress(sent)
      },
    }
  }

  const stopUpload = (terminate: boolean) => {
    stop.abort()
    // The request to delete the upload fails without a connection, but the server deletes abandoned uploads anyway.
    upload?.abort(terminate).catch(() => undefined)
  }
  return {
    finished: run(),
    cancel: () => stopUpload(true),
    pause: () => stopUpload(false),
    forget: () => {
      void upload?.findPreviousUploads().then((all) => all.forEach(({ urlStorageKey }) => void uploadRecords.removeUpload(urlStorageKey)))
    },
  }
}

/**
 * Waits before a retry, longer after each failure, or until the browser is online again or another tab has signed in. Rejects when the
 * upload is aborted.
 */
function waitForConnection(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      over.abort()
      settle()
    }
    const delay = navigator.onLine ? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) : MAX_WAIT_MS
    // Jitter prevents clients that lost the same connection from retrying simultaneously.
    const timer = setTimeout(end(resolve), delay * (0.75 + Math.random() / 2))
    for (const event of ['online', 'storage']) window.addEventListener(event, end(resolve), { signal: over.signal })
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: over.signal },
    )
  })
}

/** Returns the reason why a file can't be uploaded at all; undefined after a lost connection or a temporary server error. */
async function findRefusal(error: unknown, file: Blob, field: UploadField): Promise<ApiError | undefined> {
  const { originalRequest: request, originalResponse: response, causingError: cause } = error as Partial<DetailedError>
  const refusal = cause instanceof ApiError ? cause : response ? toRefusal(response.getStatus(), response.getBody()) : undefined
  if (!refusal) return (await isReadable(file)) ? undefined : toFileError(field)
  const { status } = refusal.problem
  // A PATCH request to an upload that the server no longer has can be retried: the retry requests the offset and then starts a new upload.
  if (TEMPORARY.includes(status) || (GONE.includes(status) && request?.getMethod() === 'PATCH')) return undefined
  return status < 500 || status === 507 ? refusal : undefined
}

/** @param body problem document, or any other text */
function toRefusal(status: number, body: string): ApiError {
  const problem: Problem = { type: 'about:blank', title: '', status, instance: '', code: 'internal', requestId: '' }
  try {
    return new ApiError({ ...problem, ...(JSON.parse(body) as Problem) })
  } catch {
    return new ApiError(problem)
  }
}

/** Returns whether a file can still be read. Reading a changed, moved or removed file fails with the same error as a lost connection. */
async function isReadable(file: Blob) {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

function toFileError(field: UploadField) {
  const { problem } = toRefusal(400, '')
  return new ApiError({ ...problem, errors: [{ field, message: 'This file was changed or moved. Choose it again.' }] })
}
