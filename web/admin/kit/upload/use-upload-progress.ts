import { useEffect, useRef, useState } from 'react'
import { type Progress, recordProgress, startProgress } from './progress.ts'
import type { OnProgress } from './uploading-fetch.ts'

type Task<Result> = (options: { onProgress: OnProgress; signal: AbortSignal }) => Promise<Result>

/** Runs one upload at a time. `progress` is null while no upload is running; leaving the page aborts the upload. */
export function useUploadProgress() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const controller = useRef<AbortController>(null)

  useEffect(() => () => controller.current?.abort(), [])

  async function run<Result>(task: Task<Result>): Promise<Result> {
    const current = new AbortController()
    controller.current = current
    setProgress(startProgress(0, performance.now()))
    const onProgress: OnProgress = (sent, total) => setProgress((old) => old && recordProgress(old, sent, total, performance.now()))
    try {
      return await task({ onProgress, signal: current.signal })
    } finally {
      setProgress(null)
    }
  }

  return { progress, run, cancel: () => controller.current?.abort() }
}
