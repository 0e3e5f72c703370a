/** "19.99" for 1999 cents, without a detour through fractions. */
export function writeAmount(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) throw new RangeError('An amount is a whole number of cents')
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Cents, or undefined for anything but digits with exactly two decimals. */
export function readAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^(0|[1-9]\d{0,11})\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined
}
