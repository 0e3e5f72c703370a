/** Without characters that PostgreSQL can't store: null, and halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
