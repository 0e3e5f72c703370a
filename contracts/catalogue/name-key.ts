const APOSTROPHES = /[’‘ʼ`´′]/g
/** Soft hyphens, marks of direction and other characters of no width, which copied text contains */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** NFKC turns the no-break hyphen into the first. */
const HYPHENS = /[‐‒–]/g

/** Returns the form in which names are compared. The database function `name_key` does the same. */
export function nameKey(name: string): string {
  const plain = name.replace(APOSTROPHES, "'").normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim().toLowerCase()
  return plain.replace(HYPHENS, '-').replace(/ς/g, 'σ').replace(/ß/g, 'ss')
}
