const APOSTROPHES = /[’‘ʼ`´′]/g

/** Returns the form in which names are compared. The database function `name_key` does the same. */
export function nameKey(name: string): string {
  return name.replace(APOSTROPHES, "'").normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()
}
