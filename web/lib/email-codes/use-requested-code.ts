import { useEffect, useState } from 'react'
import { type CodePurpose, type RequestedCode, readRequestedCode, writeRequestedCode } from './requested-code.ts'

/** Which code is to be entered, if any. A phone that shows the mail meanwhile may load the page anew, so that is kept for the tab. */
export function useRequestedCode(purpose: CodePurpose) {
  const [asked, setAsked] = useState<RequestedCode>()
  // The server knows nothing of it: the page first becomes what it rendered.
  useEffect(() => setAsked(readRequestedCode(purpose)), [purpose])

  function keep(next: RequestedCode | undefined): void {
    setAsked(next)
    writeRequestedCode(purpose, next)
  }
  return [asked, keep] as const
}
