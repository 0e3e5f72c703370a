import { useEffect, useState } from 'react'
import type { StoragePrefix } from '#contracts/browser-storage.ts'
import { EMAIL_CODE_MINUTES } from '#contracts/email-code.ts'

const PREFIX: StoragePrefix = 'code '

/** An e-mail address, and the code that was sent to it. */
export type RequestedCode = {
  email: string
  /** When this step began, by `Date.now` */
  at: number
  /** Whether a code was just requested; else the visitor already has one */
  isSent: boolean
}

/** The form that requested it */
export type CodePurpose = 'purchases' | 'password'

/** When a code that was just requested expires, by `Date.now`. */
export function expiresAt({ at }: RequestedCode): number {
  return at + EMAIL_CODE_MINUTES * 60_000
}

/** What this tab has stored, until the code expires. */
export function readRequestedCode(purpose: CodePurpose): RequestedCode | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(purpose)) ?? 'null') as RequestedCode | null
    return stored && Date.now() < expiresAt(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

export function writeRequestedCode(purpose: CodePurpose, code: RequestedCode | undefined): void {
  try {
    if (code) sessionStorage.setItem(keyOf(purpose), JSON.stringify(code))
    else sessionStorage.removeItem(keyOf(purpose))
  } catch {
    // Where storage is forbidden, the step lasts as long as the page.
  }
}

const keyOf = (purpose: CodePurpose) => PREFIX + purpose

/** The code to enter, if any; stored for the tab, since a phone may reload the page after showing the e-mail. */
export function useRequestedCode(purpose: CodePurpose) {
  const [code, setCode] = useState<RequestedCode>()
  // In an effect, since the first render has to match the server's.
  useEffect(() => setCode(readRequestedCode(purpose)), [purpose])

  function store(next: RequestedCode | undefined): void {
    setCode(next)
    writeRequestedCode(purpose, next)
  }
  return [code, store] as const
}
