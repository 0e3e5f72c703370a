/** Joins texts into one line, each ending with a period. */
export function joinSentences(...parts: (string | undefined)[]): string {
  return parts.flatMap((part) => (part ? [/[.!?]$/.test(part) ? part : `${part}.`] : [])).join(' ')
}
