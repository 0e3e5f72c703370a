import anyAscii from 'any-ascii'

/** Leaves room for a number within the maximum length of a slug. */
const LONGEST = 70

/** Returns a title as part of a URL, in Latin letters. Undefined when the title has no letters or digits. */
export function slugOf(title: string): string | undefined {
  const words = anyAscii(title.normalize('NFKC').replaceAll(/\p{Extended_Pictographic}/gu, ' '))
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let slug = ''
  for (const word of words) {
    if (slug && slug.length + 1 + word.length > LONGEST) break
    slug = slug ? `${slug}-${word}` : word.slice(0, LONGEST)
  }
  return slug || undefined
}
