import { useEffect, useState } from 'react'
import { DEFAULT_FILE_LIMITS, FileLimits } from '#contracts/file-limits.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'

let asked: Promise<FileLimits> | undefined
let known = DEFAULT_FILE_LIMITS

/** What this server takes: asked once, and again as long as that fails. Meanwhile what it takes by default is said. */
export function readFileLimits(): Promise<FileLimits> {
  asked ??= ask().catch(() => {
    asked = undefined
    return known
  })
  return asked
}

async function ask() {
  known = FileLimits.parse(await (await adminApi.call('/file-limits')).json())
  return known
}

export function useFileLimits(): FileLimits {
  const [limits, setLimits] = useState(known)
  useEffect(() => void readFileLimits().then(setLimits), [])
  return limits
}
