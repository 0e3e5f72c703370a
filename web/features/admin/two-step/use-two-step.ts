import { useEffect, useState } from 'react'
import type { TotpState } from '#contracts/totp.ts'
import { isAborted, toastFailure } from '#web/features/admin/kit/failures.ts'
import { fetchTwoStep } from './two-step-source.ts'

type Read = { status: 'loading' | 'failed'; state?: undefined } | { status: 'ready'; state: TotpState }

/** Who signs in with a code beside the password. */
export function useTwoStep() {
  const [read, setRead] = useState<Read>({ status: 'loading' })
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew
  useEffect(() => {
    const controller = new AbortController()
    fetchTwoStep({ signal: controller.signal }).then(
      (state) => setRead({ status: 'ready', state }),
      (error: unknown) => {
        if (isAborted(error)) return
        setRead({ status: 'failed' })
        toastFailure(error, 'Failed to fetch the settings')
      },
    )
    return () => controller.abort()
  }, [tries])

  return { ...read, reload: () => setTries((count) => count + 1) }
}
