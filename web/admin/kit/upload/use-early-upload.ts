import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { UploadField } from '#contracts/common/upload.ts'
import { isAborted } from '#web/admin/kit/failures.ts'
import { type Progress, recordProgress, startProgress } from './progress.ts'
import { type ResumableUpload, startResumableUpload } from './resumable-upload.ts'

type Current = ResumableUpload & { file: File; sent: number; settled?: Promise<unknown> }

/**
 * Uploads the large file of a form while the administrator fills in the other fields.
 * @param onRefused called with the reason why the server rejects the file
 * @param onUploaded inspects the completed upload, which may still be rejected
 */
export function useEarlyUpload<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  field: UploadField | undefined,
  { onRefused, onUploaded }: { onRefused: (error: unknown) => void; onUploaded?: (id: string, file: File) => Promise<void> },
) {
  /** Upload progress; null while nothing is being sent */
  const [progress, setProgress] = useState<Progress | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [uploaded, setUploaded] = useState<File>()
  const current = useRef<Current>(null)
  const listener = useRef<(sent: number) => void>(null)

  // The upload is paused rather than canceled when the page is left or the session ends, so that it can be resumed.
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
        // The total includes the files that are sent with the form itself.
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

  /** Uploads a selected file immediately, unless the file fails the form's validation. */
  async function choose(file: File) {
    cancel()
    const name = field as Path<Input>
    const isValid = await form.trigger(name)
    // Another file may have been selected during the asynchronous validation.
    if (isValid && form.getValues(name) === file) start(file)
  }

  /** Waits until a file is uploaded and returns the id of the upload. */
  async function finish(file: File, { onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal }): Promise<string> {
    const started = start(file)
    if (!started) throw new Error('This form has no early upload')
    listener.current = onProgress
    signal.addEventListener('abort', cancel)
    onProgress(started.sent)
    try {
      const id = await started.finished
      // The form waits until the upload has been inspected, since only one request at a time may use an upload.
      await started.settled
      return id
    } finally {
      listener.current = null
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Forgets the completed upload after the form is saved. */
  function forget() {
    current.current?.forget()
    current.current = null
  }

  return { field, progress, waiting, uploaded, choose, finish, cancel, forget }
}

export type EarlyUpload = ReturnType<typeof useEarlyUpload>

/** Returns the total size of all files in the values of a form, except for one field. */
export function totalFileBytes(values: Record<string, unknown>, except: string): number {
  return Object.entries(values).reduce((sum, [name, value]) => sum + (value instanceof Blob && name !== except ? value.size : 0), 0)
}
