const MAX_PASTED = 200

/** Removes spaces, hyphens and invisible marks from a typed or pasted code, and converts the digits of other scripts. */
export function cleanCode(text: string): string {
  if (text.length > MAX_PASTED) return text
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}\p{Cc}\u2212]/gu, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
}

/** Every script has its ten digits in a row that begins at a multiple of 16, or at 6 more. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const offset = code % 16
  return String(/\p{Nd}/u.test(String.fromCodePoint(code - offset)) ? offset : offset - 6)
}
