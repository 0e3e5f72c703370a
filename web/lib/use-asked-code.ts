import { useEffect, useState } from 'react'
import { EMAIL_CODE_MINUTES } from '#contracts/email-code.ts'
import type { StoragePrefix } from '#contracts/kept-in-browsers.ts'

const PREFIX: StoragePrefix = 'code '

/** An e-mail address whose code is to be entered. */
export type AskedCode = {
  email: string
  /** When this step began, as of `Date.now` */
  at: number
  /** A code was just asked for; else somebody says to have one */
  isSent: boolean
}

/** Until when, as of `Date.now`, a code that was just asked for is good. */
export function goodUntil({ at }: AskedCode): number {
  return at + EMAIL_CODE_MINUTES * 60_000
}

/**
 * Which code is to be entered, if any. A phone that shows the mail meanwhile may load the page anew, so that is kept for the tab as
 * long as a code is good.
 * @param purpose which form it is, where a browser has several
 */
export function useAskedCode(purpose: 'purchases' | 'password') {
  const [asked, setAsked] = useState<AskedCode>()
  const key = PREFIX + purpose
  // The server knows nothing of it: the page first becomes what it rendered.
  useEffect(() => setAsked(read(key)), [key])

  function keep(next: AskedCode | undefined): void {
    setAsked(next)
    write(key, next)
  }
  return [asked, keep] as const
}

function read(key: string): AskedCode | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as AskedCode | null
    return kept && Date.now() < goodUntil(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function write(key: string, asked: AskedCode | undefined): void {
  try {
    if (asked) sessionStorage.setItem(key, JSON.stringify(asked))
    else sessionStorage.removeItem(key)
  } catch {
    // Where storage is forbidden, the step lives as long as the page.
  }
}
