/**
 * Returns the number of a receipt as text. Receipts of trial payments have a series of their own, stored as negative numbers, so that the
 * numbers of real receipts have no gaps.
 */
export function receiptLabel(number: number): string {
  return number < 0 ? `Trial ${-number}` : String(number)
}

/** Returns the number of a receipt that a person typed, such as `12` or `Trial 3`; undefined for other text. */
export function parseReceiptNumber(text: string): number | undefined {
  const [, trial, digits] = /^(trial ?)?([1-9]\d{0,8})$/i.exec(text.trim()) ?? []
  if (!digits) return undefined
  return trial ? -Number(digits) : Number(digits)
}
