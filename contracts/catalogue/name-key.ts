const APOSTROPHES = /[’‘ʼ`´′]/g
/** Soft hyphens, direction marks and other zero-width characters, which copied text may contain */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** Hyphens that compare as equal. NFKC turns the non-breaking hyphen into the first character of this class. */
const HYPHENS = /[‐‒–]/g

/** Returns the normalized form of a name for comparisons. The database function `name_key` returns the same form. */
export function nameKey(name: string): string {
  const plain = name.replace(APOSTROPHES, "'").normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim().toLowerCase()
  return plain.replace(HYPHENS, '-').replace(/ς/g, 'σ').replace(/ß/g, 'ss')
}
