const MAX_PASTED = 200

/**
 * Removes everything except letters and digits from a typed or pasted code, such as hyphens, quotes and the full stop of its sentence, and
 * converts the digits of other scripts.
 */
export function cleanCode(text: string): string {
  return text.length > MAX_PASTED ? text : cleanPasted(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Removes invisible marks from a short text that people type or paste, such as a price, a duration or a phone number. Converts the digits
 * of other scripts, full-width characters, every kind of space, and every kind of dash and minus. A longer text is returned unchanged.
 */
export function cleanPasted(text: string): string {
  if (text.length > MAX_PASTED) return text
  return text
    .normalize('NFKC')
    .replaceAll(/\s/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\u066b\u066c]/gu, (separator) => (separator === '\u066b' ? '.' : ','))
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .trim()
}

/** Every script has its ten digits in a row that begins at a multiple of 16, or at 6 more. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const offset = code % 16
  return String(/\p{Nd}/u.test(String.fromCodePoint(code - offset)) ? offset : offset - 6)
}
