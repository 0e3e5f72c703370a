import { EMAIL_CODE_MINUTES } from '#contracts/email-code.ts'
import type { StoragePrefix } from '#contracts/kept-in-browsers.ts'

const PREFIX: StoragePrefix = 'code '

/** An e-mail address whose code is to be entered. */
export type RequestedCode = {
  email: string
  /** When this step began, as of `Date.now` */
  at: number
  /** A code was just asked for; else somebody says to have one */
  isSent: boolean
}

/** Which form it is, where a browser has several. */
export type CodePurpose = 'purchases' | 'password'

/** Until when, as of `Date.now`, a code that was just asked for is good. */
export function expiresAt({ at }: RequestedCode): number {
  return at + EMAIL_CODE_MINUTES * 60_000
}

/** What this tab was at, as long as a code is good. */
export function readRequestedCode(purpose: CodePurpose): RequestedCode | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(purpose)) ?? 'null') as RequestedCode | null
    return kept && Date.now() < expiresAt(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

export function writeRequestedCode(purpose: CodePurpose, asked: RequestedCode | undefined): void {
  try {
    if (asked) sessionStorage.setItem(keyOf(purpose), JSON.stringify(asked))
    else sessionStorage.removeItem(keyOf(purpose))
  } catch {
    // Where storage is forbidden, the step lives as long as the page.
  }
}

const keyOf = (purpose: CodePurpose) => PREFIX + purpose
