import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { EditionFormat } from '#contracts/common/file-formats.ts'
import { isAborted } from '#web/admin/kit/failures.ts'
import { type Progress, recordProgress, startProgress } from './progress.ts'
import { type ResumableUpload, startResumableUpload } from './resumable-upload.ts'

type Started = ResumableUpload & { file: File; sent: number; waiting: boolean; isDone: boolean; settled?: Promise<unknown> }
type OnSent = (sent: number) => void

/**
 * Uploads the large files of a form while the administrator fills in the other fields.
 * @param onRefused called with the reason why the server rejects a file
 * @param onUploaded inspects a completed upload, which may still be rejected
 */
export function useEarlyUploads<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  fields: readonly EditionFormat[],
  { onRefused, onUploaded }: { onRefused: (error: unknown) => void; onUploaded?: (id: string, file: File) => Promise<void> },
) {
  /** Progress of all files that are sent before the form; null while nothing is being sent */
  const [progress, setProgress] = useState<Progress | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [uploaded, setUploaded] = useState<Partial<Record<EditionFormat, File>>>({})
  const current = useRef(new Map<EditionFormat, Started>())
  const listener = useRef<OnSent>(null)

  // The uploads are paused rather than canceled when the page is left or the session ends, so that they can be resumed.
  useEffect(() => {
    const started = current.current
    return () => {
      for (const upload of started.values()) upload.pause()
    }
  }, [])

  /** Displays the state of the uploads. The total includes the files that are sent with the form itself. */
  function show() {
    const started = [...current.current.values()]
    const sent = totalSent()
    listener.current?.(sent)
    setWaiting(started.some((upload) => upload.waiting && !upload.isDone))
    const total = totalFileBytes(form.getValues())
    setProgress((old) => {
      if (started.every(({ isDone }) => isDone)) return null
      return old ? recordProgress(old, sent, total, performance.now()) : startProgress(total, performance.now(), sent)
    })
  }

  const totalSent = () => [...current.current.values()].reduce((sum, { sent }) => sum + sent, 0)

  /** Cancels the upload for a field, or all uploads. */
  function cancel(field?: EditionFormat) {
    for (const name of field ? [field] : fields) {
      current.current.get(name)?.cancel()
      current.current.delete(name)
      setUploaded(({ [name]: _, ...others }) => others)
    }
    show()
  }

  /** Starts the upload for a field, unless this file is already uploading or uploaded. */
  function start(field: EditionFormat, file: File): Started {
    const running = current.current.get(field)
    if (running?.file === file) return running
    cancel(field)
    const isCurrent = () => current.current.get(field) === started
    const update = (changes: Partial<Started>) => {
      Object.assign(started, changes)
      if (isCurrent()) show()
    }
    const upload = startResumableUpload(file, field, {
      onWaiting: (isWaiting) => update({ waiting: isWaiting }),
      onProgress: (sent) => update({ sent }),
    })
    const started: Started = { ...upload, file, sent: 0, waiting: false, isDone: false }
    current.current.set(field, started)
    show()
    started.settled = upload.finished.then(
      (id) => {
        if (!isCurrent()) return
        setUploaded((old) => ({ ...old, [field]: file }))
        update({ sent: file.size, isDone: true })
        return onUploaded?.(id, file).catch((error: unknown) => isCurrent() && onRefused(error))
      },
      (error: unknown) => {
        if (!isCurrent()) return
        current.current.delete(field)
        show()
        if (!isAborted(error)) onRefused(error)
      },
    )
    return started
  }

  /** Uploads a selected file immediately, unless the file fails the form's validation. */
  async function choose(field: EditionFormat, file: File) {
    cancel(field)
    const name = field as string as Path<Input>
    const isValid = await form.trigger(name)
    // Another file may have been selected during the asynchronous validation.
    if (isValid && form.getValues(name) === file) start(field, file)
  }

  /** Waits until files are uploaded and returns the ids of the uploads by field. */
  async function finish(files: [EditionFormat, File][], { onProgress, signal }: { onProgress: OnSent; signal: AbortSignal }) {
    const started = files.map(([field, file]) => [field, start(field, file)] as const)
    const cancelAll = () => cancel()
    listener.current = onProgress
    signal.addEventListener('abort', cancelAll)
    onProgress(totalSent())
    try {
      const ids = await Promise.all(
        started.map(async ([field, { finished, settled }]) => {
          const id = await finished
          // The form waits until the upload has been inspected, since only one request at a time may use an upload.
          await settled
          return [field, id] as const
        }),
      )
      return new Map(ids)
    } finally {
      listener.current = null
      signal.removeEventListener('abort', cancelAll)
    }
  }

  /** Forgets the completed uploads after the form is saved. */
  function forget() {
    for (const upload of current.current.values()) upload.forget()
    current.current.clear()
  }

  return { fields, progress, waiting, uploaded, choose, finish, cancel, forget }
}

export type EarlyUploads = ReturnType<typeof useEarlyUploads>

/** Returns the total size of all files in the values of a form. */
export function totalFileBytes(values: Record<string, unknown>): number {
  return Object.values(values).reduce<number>((sum, value) => sum + (value instanceof Blob ? value.size : 0), 0)
}
