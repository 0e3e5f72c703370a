import { useState } from 'react'

/** Copies a text. Browsers deny clipboard access on pages without TLS: then the text has to be displayed for selection. */
export function useCopy(text: string) {
  const [last, setLast] = useState<{ text: string; state: 'copied' | 'failed' }>()
  const copy = async () => {
    try {
      // `navigator.clipboard` is undefined on pages without TLS.
      await navigator.clipboard.writeText(text)
      setLast({ text, state: 'copied' })
    } catch {
      setLast({ text, state: 'failed' })
    }
  }
  return { state: last?.text === text ? last.state : ('idle' as const), copy }
}
