import { useEffect, useRef, useState } from 'react'
import type { ImportEvent, ImportReport } from '#contracts/catalogue/import.ts'
import { describeFailure, errorsOf, isAborted } from '#web/admin/kit/failures.ts'
import { type Progress, recordProgress, startProgress } from '#web/admin/kit/upload/progress.ts'
import { type ResumableUpload, startResumableUpload } from '#web/admin/kit/upload/resumable-upload.ts'
import { ApiError } from '#web/lib/api/api.ts'

export type ImportRow = Extract<ImportEvent, { type: 'row' }>

type State = {
  phase: 'choosing' | 'uploading' | 'checking' | 'checked' | 'importing' | 'finished'
  report?: ImportReport
  rows: ImportRow[]
  problem?: string
}

const START: State = { phase: 'choosing', rows: [] }

/** Uploads a table with its files, checks it on the server, and then imports it. Files that are already uploaded are not sent again. */
export function useImport(onFinished: () => void) {
  const [state, setState] = useState(START)
  const [files, setFiles] = useState<File[]>([])
  const [progress, setProgress] = useState<Progress | null>(null)
  const [waiting, setWaiting] = useState(false)
  const uploads = useRef(new Map<File, string>())
  const current = useRef<ResumableUpload>(null)
  const stop = useRef<AbortController>(null)

  // Uploads are paused when the page is left, and resume when the same files are selected again within a day.
  useEffect(
    () => () => {
      current.current?.pause()
      stop.current?.abort()
    },
    [],
  )

  const change = (changes: Partial<State>) => setState((old) => ({ ...old, ...changes }))

  function choose(chosen: File[]) {
    setState(START)
    setFiles((old) => [...new Map([...old, ...chosen].map((file) => [file.name, file])).values()])
  }

  async function uploadAll(signal: AbortSignal) {
    const total = files.reduce((sum, { size }) => sum + size, 0)
    let before = 0
    setProgress(startProgress(total, performance.now()))
    for (const file of files) {
      signal.throwIfAborted()
      if (!uploads.current.has(file)) {
        current.current = startResumableUpload(file, 'import', {
          onWaiting: setWaiting,
          onProgress: (sent) => setProgress((old) => old && recordProgress(old, before + sent, total, performance.now())),
        })
        uploads.current.set(file, await current.current.finished)
      }
      before += file.size
    }
  }

  async function run(options: { dryRun: boolean; skipBad: boolean }) {
    stop.current = new AbortController()
    const { signal } = stop.current
    try {
      change({ phase: 'uploading', rows: [], report: undefined, problem: undefined })
      await uploadAll(signal)
      change({ phase: options.dryRun ? 'checking' : 'importing' })
      setProgress(null)
      const { runImport } = await import('./run-import.ts')
      const sent = files.map((file) => ({ name: file.name, upload: uploads.current.get(file) ?? '' }))
      await runImport({ files: sent, ...options }, (event) => onEvent(event, options.dryRun), signal)
    } catch (error) {
      change({ phase: 'choosing', problem: isAborted(error) ? 'Stopped. Imported rows stay. Start again to continue.' : explain(error) })
      // Uploads are discarded after an API error, since they may have expired or belong to an earlier session.
      if (error instanceof ApiError) uploads.current.clear()
    } finally {
      setProgress(null)
      setWaiting(false)
    }
  }

  function onEvent(event: ImportEvent, isDryRun: boolean) {
    if (event.type === 'row') setState((old) => ({ ...old, rows: [...old.rows, event] }))
    else if (event.type === 'failed') change({ phase: 'choosing', problem: event.message })
    else change({ report: event.report })
    if (event.type !== 'done') return
    change({ phase: isDryRun ? 'checked' : 'finished' })
    if (event.report.added + event.report.changed > 0) onFinished()
  }

  function startOver() {
    setState(START)
    setFiles([])
    uploads.current.clear()
  }

  return {
    ...state,
    files,
    progress,
    waiting,
    choose,
    remove: (file: File) => {
      setState(START)
      setFiles((old) => old.filter((other) => other !== file))
    },
    check: () => void run({ dryRun: true, skipBad: false }),
    start: () => void run({ dryRun: false, skipBad: true }),
    cancel: () => {
      current.current?.pause()
      stop.current?.abort()
    },
    startOver,
  }
}

function explain(error: unknown): string {
  return errorsOf(error)[0]?.message ?? `${describeFailure(error)} Imported rows stay. Start again to continue.`
}
