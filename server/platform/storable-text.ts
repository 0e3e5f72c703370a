/** Removes NUL characters and replaces lone surrogates in a text, which PostgreSQL can't store. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
