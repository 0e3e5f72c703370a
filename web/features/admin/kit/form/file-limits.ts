import { useEffect, useState } from 'react'
import { DEFAULT_FILE_LIMITS, FileLimits } from '#contracts/upload.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'

let request: Promise<FileLimits> | undefined
let current = DEFAULT_FILE_LIMITS

/** The server's limits, fetched once, and again if that failed. Until then the defaults are used. */
export function readFileLimits(): Promise<FileLimits> {
  request ??= fetchLimits().catch(() => {
    request = undefined
    return current
  })
  return request
}

async function fetchLimits() {
  current = FileLimits.parse(await (await adminApi.call('/file-limits')).json())
  return current
}

export function useFileLimits(): FileLimits {
  const [limits, setLimits] = useState(current)
  useEffect(() => void readFileLimits().then(setLimits), [])
  return limits
}
