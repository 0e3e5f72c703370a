import { useEffect, useState } from 'react'
import { EMAIL_CODE_MINUTES } from '#contracts/common/email-code.ts'
import { readSession, writeSession } from '#web/lib/storage/session-storage.ts'

/** Code request stored for a tab: the email address and the time. */
export type RequestedCode = {
  email: string
  /** Time at which the code form was opened, as returned by `Date.now` */
  at: number
  /** Whether a code was just requested; false if the visitor already had a code */
  isSent: boolean
}

/** The form that requested the code */
export type CodePurpose = 'purchases' | 'password'

/** Returns the time at which a code requested at `at` expires, in milliseconds since the epoch. */
export function expiresAt({ at }: RequestedCode): number {
  return at + EMAIL_CODE_MINUTES * 60_000
}

/**
 * Returns the email address and time of the code request stored for this tab, or undefined if there is none or the code has expired.
 */
export function readRequestedCode(purpose: CodePurpose): RequestedCode | undefined {
  try {
    const stored = JSON.parse(readSession(`code ${purpose}`) ?? 'null') as RequestedCode | null
    return stored && Date.now() < expiresAt(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

export function writeRequestedCode(purpose: CodePurpose, code: RequestedCode | undefined): void {
  writeSession(`code ${purpose}`, code ? JSON.stringify(code) : null)
}

/**
 * Returns the code request of this tab, if any, and a function that stores one. A stored request survives a reload of the page, since a
 * phone may reload the page after the email app was opened.
 */
export function useRequestedCode(purpose: CodePurpose) {
  const [code, setCode] = useState<RequestedCode>()
  // Storage is read in an effect, since the first render must match the server's.
  useEffect(() => setCode(readRequestedCode(purpose)), [purpose])

  function store(next: RequestedCode | undefined): void {
    setCode(next)
    writeRequestedCode(purpose, next)
  }
  return [code, store] as const
}
