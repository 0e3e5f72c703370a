import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { UploadField } from '#contracts/common/upload.ts'
import { isAborted } from '#web/admin/kit/failures.ts'
import { type Progress, recordProgress, startProgress } from './progress.ts'
import { type ResumableUpload, startResumableUpload } from './resumable-upload.ts'

type Current = ResumableUpload & { file: File; sent: number; settled?: Promise<unknown> }

/**
 * Uploads the large file of a form while the rest of the form is filled in.
 * @param onRefused called with the reason why the server rejects the file
 * @param onUploaded inspects the completed upload, which may still be rejected
 */
export function useEarlyUpload<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  field: UploadField | undefined,
  { onRefused, onUploaded }: { onRefused: (error: unknown) => void; onUploaded?: (id: string, file: File) => Promise<void> },
) {
  /** Null while nothing is being sent */
  const [progress, setProgress] = useState<Progress | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [uploaded, setUploaded] = useState<File>()
  const current = useRef<Current>(null)
  const listener = useRef<(sent: number) => void>(null)

  // The upload can be resumed after the page is left or the session ends.
  useEffect(() => () => current.current?.pause(), [])

  function clear() {
    current.current = null
    setProgress(null)
    setWaiting(false)
  }

  function cancel() {
    current.current?.cancel()
    setUploaded(undefined)
    clear()
  }

  /** Starts the upload, unless this file is already uploading or uploaded. */
  function start(file: File): Current | undefined {
    if (!field || current.current?.file === file) return current.current ?? undefined
    cancel()
    setProgress(startProgress(file.size, performance.now()))
    const upload = startResumableUpload(file, field, {
      onWaiting: setWaiting,
      onProgress: (sent) => {
        started.sent = sent
        listener.current?.(sent)
        // With the files that are sent with the form itself.
        const total = file.size + totalFileBytes(form.getValues(), field)
        setProgress((old) => old && recordProgress(old, sent, total, performance.now()))
      },
    })
    const started: Current = { ...upload, file, sent: 0 }
    current.current = started
    started.settled = upload.finished.then(
      (id) => {
        if (current.current !== started) return
        setUploaded(file)
        setProgress(null)
        setWaiting(false)
        return onUploaded?.(id, file).catch((error: unknown) => current.current === started && onRefused(error))
      },
      (error: unknown) => {
        if (current.current !== started) return
        clear()
        if (!isAborted(error)) onRefused(error)
      },
    )
    return started
  }

  /** Uploads a chosen file immediately, unless it fails the form's validation. */
  async function choose(file: File) {
    cancel()
    const name = field as Path<Input>
    const isValid = await form.trigger(name)
    // Another file may have been chosen meanwhile.
    if (isValid && form.getValues(name) === file) start(file)
  }

  /** Waits until the file is uploaded and returns the upload's id. */
  async function finish(file: File, { onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal }): Promise<string> {
    const started = start(file)
    if (!started) throw new Error('This form has no early upload')
    listener.current = onProgress
    signal.addEventListener('abort', cancel)
    onProgress(started.sent)
    try {
      const id = await started.finished
      // An upload may be used by only one request at a time.
      await started.settled
      return id
    } finally {
      listener.current = null
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Called when the form was saved. */
  function forget() {
    current.current?.forget()
    current.current = null
  }

  return { field, progress, waiting, uploaded, choose, finish, cancel, forget }
}

export type EarlyUpload = ReturnType<typeof useEarlyUpload>

/** Returns the bytes of all files among the values of a form, except for one field. */
export function totalFileBytes(values: Record<string, unknown>, except: string): number {
  return Object.entries(values).reduce((sum, [name, value]) => sum + (value instanceof Blob && name !== except ? value.size : 0), 0)
}
