const APOSTROPHES = /[’‘ʼ`´′]/g

/** Names are compared in this form. The database’s `name_key` is the same. */
export function nameKey(name: string): string {
  return name.replace(APOSTROPHES, "'").normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()
}
