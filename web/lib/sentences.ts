/** Puts what a problem says into one line, each part ending as a sentence does. */
export function joinSentences(...parts: (string | undefined)[]): string {
  return parts.flatMap((part) => (part ? [/[.!?]$/.test(part) ? part : `${part}.`] : [])).join(' ')
}
