import { useCallback, useEffect, useRef, useState } from 'react'
import type { UploadField } from '#contracts/upload.ts'
import { isAborted } from '#web/features/admin/kit/failures.ts'
import { type Progress, recordProgress, startProgress } from './progress.ts'
import { type ResumableUpload, startResumableUpload } from './resumable-upload.ts'

type Current = ResumableUpload & { file: File; sent: number }

/**
 * Sends the large file of a form while the rest of it is being filled in.
 * @param onRefused told what the server has against the file
 * @param restBytes what goes with the form itself, so that progress is over the whole
 */
export function useEarlyUpload(
  field: UploadField | undefined,
  { onRefused, restBytes }: { onRefused: (error: unknown) => void; restBytes: () => number },
) {
  /** Null while nothing is being sent */
  const [progress, setProgress] = useState<Progress | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [uploaded, setUploaded] = useState<File>()
  const current = useRef<Current>(null)
  const listener = useRef<(sent: number) => void>(null)

  // Leaving without a word, as when the session ends, keeps what has arrived.
  useEffect(() => () => current.current?.pause(), [])

  const clear = useCallback(() => {
    current.current = null
    setProgress(null)
    setWaiting(false)
  }, [])

  const cancel = useCallback(() => {
    current.current?.cancel()
    setUploaded(undefined)
    clear()
  }, [clear])

  /** Sends the file, unless that is what is being done, or was done. */
  function start(file: File): Current | undefined {
    if (!field || current.current?.file === file) return current.current ?? undefined
    cancel()
    setProgress(startProgress(file.size, performance.now()))
    const pieces = startResumableUpload(file, field, {
      onWaiting: setWaiting,
      onProgress: (sent) => {
        started.sent = sent
        listener.current?.(sent)
        setProgress((old) => old && recordProgress(old, sent, file.size + restBytes(), performance.now()))
      },
    })
    const started: Current = { ...pieces, file, sent: 0 }
    current.current = started
    pieces.finished.then(
      () => {
        if (current.current !== started) return
        setUploaded(file)
        setProgress(null)
        setWaiting(false)
      },
      (error: unknown) => {
        if (current.current !== started) return
        clear()
        if (!isAborted(error)) onRefused(error)
      },
    )
    return started
  }

  /** Waits until the file is there, and answers the id of its upload. */
  async function finish(file: File, { onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal }): Promise<string> {
    const started = start(file)
    if (!started) throw new Error('This form sends no file ahead')
    listener.current = onProgress
    signal.addEventListener('abort', cancel)
    onProgress(started.sent)
    try {
      return await started.finished
    } finally {
      listener.current = null
      signal.removeEventListener('abort', cancel)
    }
  }

  /** The form is saved. */
  function forget() {
    current.current?.forget()
    current.current = null
  }

  return { field, progress, waiting, uploaded, start, finish, cancel, forget }
}

export type EarlyUpload = ReturnType<typeof useEarlyUpload>
