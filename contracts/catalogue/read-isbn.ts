/** Returns the 13 digits of a valid ISBN of 10 or 13 digits, with or without hyphens; undefined for other texts. */
export function readIsbn(text: string): string | undefined {
  const digits = text
    .toUpperCase()
    .replace(/^\s*ISBN(?:-1[03])?:?/, '')
    .replaceAll(/[\s\p{Pd}]/gu, '')
  if (/^\d{9}[\dX]$/.test(digits)) {
    const sum = [...digits].reduce((total, digit, at) => total + (10 - at) * (digit === 'X' ? 10 : Number(digit)), 0)
    const body = `978${digits.slice(0, 9)}`
    return sum % 11 === 0 ? `${body}${checkDigit(body)}` : undefined
  }
  return /^97[89]\d{10}$/.test(digits) && checkDigit(digits.slice(0, 12)) === digits[12] ? digits : undefined
}

/** Returns the check digit of the first 12 digits of an ISBN-13. */
function checkDigit(body: string): string {
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}
