import { useEffect, useState } from 'react'
import { type AskedCode, type CodePurpose, readAskedCode, writeAskedCode } from './requested-code.ts'

/** Which code is to be entered, if any. A phone that shows the mail meanwhile may load the page anew, so that is kept for the tab. */
export function useAskedCode(purpose: CodePurpose) {
  const [asked, setAsked] = useState<AskedCode>()
  // The server knows nothing of it: the page first becomes what it rendered.
  useEffect(() => setAsked(readAskedCode(purpose)), [purpose])

  function keep(next: AskedCode | undefined): void {
    setAsked(next)
    writeAskedCode(purpose, next)
  }
  return [asked, keep] as const
}
