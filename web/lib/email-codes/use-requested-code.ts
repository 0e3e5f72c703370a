import { useEffect, useState } from 'react'
import { type CodePurpose, type RequestedCode, readRequestedCode, writeRequestedCode } from './requested-code.ts'

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
